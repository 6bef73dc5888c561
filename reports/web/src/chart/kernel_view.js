// A picture of kernels: legend and filter say which of them are seen, pointer and keys find their points, and the hovered
// and the selected kernel are marked with all their levels.
import { LEVELS } from "../data.js";
import { shorten } from "../dom.js";
import { hideCovered, markBox, wordBox } from "./covered.js";
import { drawFocus } from "./marks.js";
import { SceneView, shape } from "./scene.js";
import { SceneZoom } from "./scene_zoom.js";

const REACH = 8; // pixels from the pointer within which a point is found

/**
 * @typedef {{kernel: number, level: number, x: number, y: number, r: number, primary: boolean, hollow: boolean,
 *            faint: boolean}} Point where the picture has it before it is zoomed; `faint`: the table's filter leaves it
 *            out, so it is drawn and not found
 */

export class KernelView extends SceneView {
  constructor({ page, store, tooltip, onZoom = null, className, label }) {
    super({ tooltip, className, label: `${label} Arrow keys step through kernels, Enter selects.` });
    Object.assign(this, { page, store });
    this.zoom = new SceneZoom(onZoom && ((moved) => (tooltip.hide(), onZoom(moved))), () => this.redraw());
    for (const [name, value] of [["tabindex", 0], ["role", "group"], ["aria-label", this.label]]) this.root.setAttribute(name, value);
    this.root.addEventListener("click", (event) => {
      const point = this.pointAt(event);
      if (point) store.set({ selected: point.kernel });
    });
    this.root.addEventListener("blur", () => this.leave());
    this.root.addEventListener("keydown", (event) => this.key(event));
  }

  /** Of a chart: its pictures, the levels that it shows, its points in the order of drawing, all levels of one kernel. */
  choose() {}
  get levels() {
    return this.store.state.levels;
  }
  /** @returns {Point[]} */
  place() {}
  /** @returns {Point[]} */
  chain(_kernel) {}

  get kernels() {
    return this.page.machines[this.store.state.machine].list;
  }
  /** What legend and table say of a kernel. */
  isHidden(kernel) {
    return !this.store.state.bindings.has(kernel.binding);
  }
  isFaint(kernel) {
    const { matched } = this.store.state;
    return matched !== null && !matched.has(kernel.row);
  }

  render() {
    if (this.isAway()) return;
    this.pictures = this.choose() ?? [];
    super.render();
    if (this.svg) this.filter();
  }
  /** Out of sight it may hold a picture of another machine. */
  isAway() {
    return this.root.clientWidth === 0;
  }

  drawn() {
    this.placed = null;
    for (const line of this.svg.querySelectorAll("path[data-tip]")) line.after(reachOf(line));
    this.zoom.take(this);
    this.front = shape("svg", { class: "front", viewBox: this.svg.getAttribute("viewBox"), "aria-hidden": true });
    const inside = shape("g", { "clip-path": this.zoom.clip });
    this.marks = shape("g", { class: "marks" });
    inside.append(this.marks, this.overlay);
    this.front.append(inside);
    this.root.append(this.front);
  }

  /** Whether points of a level, or its roof, are seen; one roof stands for L1 and shared memory where they are alike. */
  isSeen(id, isRoof = true) {
    const seen = (level) => [...this.levels].some((at) => this.page.levels[at].id === level);
    const together = isRoof && id === "l1" && !this.svg.querySelector('[data-role="roof"][data-level="shared"]');
    return seen(id) || (together && seen("shared"));
  }

  /** Hides what the legend hides, fades what the table's filter leaves out, and takes names along to other levels. */
  filter() {
    for (const element of this.svg.querySelectorAll("[data-level]")) {
      const { level, kernel } = element.dataset;
      element.toggleAttribute("hidden", !this.isSeen(level, kernel === undefined));
    }
    const ofKernels = [...this.svg.querySelectorAll("[data-kernel]")];
    for (const element of ofKernels) {
      const kernel = this.kernels[element.dataset.kernel];
      if (this.isHidden(kernel)) element.toggleAttribute("hidden", true);
      element.classList.toggle("faint", this.isFaint(kernel));
    }
    this.placed = this.place();
    this.found = this.placed.filter((point) => !point.faint);
    this.mains = new Map(); // of each kernel the point that stands for it
    for (const level of LEVELS) {
      for (const point of this.found) {
        if (point.level === level && !this.mains.has(point.kernel)) this.mains.set(point.kernel, point);
      }
    }
    for (const element of ofKernels.filter((e) => ["name", "leader", "stem", "connector"].includes(e.dataset.role))) {
      const { role, kernel } = element.dataset;
      const main = this.mains.get(Number(kernel));
      const hidden = role === "connector" ? this.isHidden(this.kernels[kernel]) || this.levels.size < 2 : !main;
      element.toggleAttribute("hidden", hidden);
      if (main && role !== "connector") this.zoom.shift(element, main);
    }
    this.zoom.apply();
  }

  /** Everything that follows the zoom. */
  redraw() {
    if (!this.placed || this.isAway()) return;
    this.drawPoints();
    const { selected } = this.store.state;
    const words = [".roof-label", `[data-role="name"][data-kernel="${selected}"]`, '[data-role="roof_words"]', '[data-role="name"]'];
    const texts = new Set(words.flatMap((selector) => [...this.svg.querySelectorAll(selector)]));
    hideCovered(this.svg, texts, this.markBoxes(), this.shown.plots[0]);
    this.drawFocus();
  }
  /** Of points in sight. */
  markBoxes() {
    return this.found.filter((point) => this.zoom.shows(point)).map((point) => markBox(this.at(point), point));
  }
  drawPoints() {}

  /** Where a point is while the picture is zoomed, in its pixels. */
  at({ x, y }) {
    return this.zoom.transform.apply([x, y]);
  }

  drawFocus() {
    if (!this.svg) return;
    const { hovered, selected } = this.store.state;
    for (const name of this.svg.querySelectorAll('[data-role="name"]')) {
      name.classList.toggle("chosen", Number(name.dataset.kernel) === selected);
    }
    this.overlay.replaceChildren();
    for (const index of new Set([hovered, selected])) {
      const main = this.mains?.get(index);
      if (!main) continue;
      const chosen = index === selected;
      const chain = this.chain(index).map((point) => ({ ...point, at: this.at(point), primary: point.level === main.level }));
      drawFocus(this.overlay, chain, this.toneOf(index), chosen ? "selected" : "hovered");
      if (chosen) this.drawName(main);
    }
  }
  toneOf(index) {
    return `tone-${this.page.bindings[this.kernels[index].binding].id}`;
  }
  /** The name of the selected kernel, which the picture may not have; others give way to it. */
  drawName(main) {
    const names = [...this.svg.querySelectorAll('[data-role="name"]:not([hidden], .covered)')];
    if (names.some((name) => name.classList.contains("chosen"))) return;
    const [x, y] = this.at(main);
    const left = x > this.shown.width / 2;
    const place = { x: x + (left ? -1 : 1) * (main.r + 9), y: y + 4, "text-anchor": left ? "end" : "start" };
    const text = shape("text", { class: "shade-name", ...place }, shorten(this.kernels[main.kernel].name, 40));
    this.overlay.append(text);
    hideCovered(this.svg, names, [wordBox(text, this.svg)], this.shown.plots[0]);
  }

  /** The point under the pointer, or the one that the name there belongs to. */
  pointAt(event) {
    if (!this.svg) return null;
    const name = event.target.closest?.('[data-role="name"]');
    return this.nearest(event, REACH, this.found) ?? (name ? this.mains.get(Number(name.dataset.kernel)) : null) ?? null;
  }

  move(event) {
    if (!this.svg || event.buttons) return;
    const point = this.pointAt(event);
    this.store.set({ hovered: point?.kernel ?? null });
    this.root.classList.toggle("over", point !== null);
    if (point) this.tooltip.show(event.clientX, event.clientY, this.tip(point));
    else super.move(event);
  }
  leave() {
    this.store.set({ hovered: null });
    super.leave();
  }

  key(event) {
    if (!this.svg) return;
    const { hovered, selected } = this.store.state;
    const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
    if (event.key === "+" || event.key === "=") this.zoom.by(1.5);
    else if (event.key === "-") this.zoom.by(1 / 1.5);
    else if (event.key === "0") this.zoom.reset();
    else if (step) this.walk(step, hovered ?? selected);
    else if (event.key === "Enter" && hovered !== null) this.store.set({ selected: hovered });
    else return;
    event.preventDefault();
  }
  // Through what is seen, from left to right.
  walk(step, from) {
    const order = [...this.mains.values()].filter((p) => this.zoom.shows(p)).sort((a, b) => a.x - b.x || a.y - b.y);
    if (order.length === 0) return;
    const at = order.findIndex((p) => p.kernel === from);
    const next = order[at < 0 ? (step > 0 ? 0 : order.length - 1) : (at + step + order.length) % order.length];
    this.store.set({ hovered: next.kernel });
    const box = this.svg.getBoundingClientRect();
    const [x, y] = this.at(next).map((pixels) => (pixels * box.width) / this.shown.width);
    this.tooltip.show(box.x + x + next.r, box.y + y, this.tip(next));
  }

  resetZoom() {
    this.zoom.reset();
  }
}

// The line once more, unseen and wide enough for a pointer.
function reachOf(line) {
  const wider = line.cloneNode();
  wider.setAttribute("class", "reach");
  wider.removeAttribute("data-role");
  return wider;
}
