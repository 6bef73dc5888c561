// The instruction roofline (Ding, Williams 2019): warp instructions per second over warp instructions per transaction, as
// the program laid it out; filtered, moved, zoomed and marked.
import { LEVELS } from "../data.js";
import { facts, h, shorten } from "../dom.js";
import { SceneView, shape } from "./scene.js";
import { SceneZoom } from "./scene_zoom.js";
import { limitText } from "./tooltip.js";

const REACH = 8; // pixels from the pointer within which a point is found

export class Instructions extends SceneView {
  constructor({ page, store, tooltip, onZoom }) {
    super({
      tooltip,
      className: "instructions",
      label:
        "Instruction roofline: warp instructions per second over warp instructions per memory transaction. Arrow keys " +
        "step through kernels, Enter selects, plus and minus zoom, 0 resets.",
    });
    Object.assign(this, { page, store, data: null });
    this.zoom = new SceneZoom((moved) => {
      this.tooltip.hide();
      onZoom(moved);
    });
    this.root.setAttribute("tabindex", 0);
    this.root.addEventListener("click", (event) => {
      const point = this.pointAt(event);
      if (point) store.set({ selected: point.kernel });
    });
    this.root.addEventListener("blur", () => this.leave());
    this.root.addEventListener("keydown", (event) => this.key(event));
  }

  get choice() {
    const { machine, accesses } = this.store.state;
    return this.data?.[machine]?.[accesses];
  }

  render() {
    this.pictures = this.choice?.pictures ?? [];
    if (this.pictures.length > 0) super.render();
    else this.root.replaceChildren();
    if (this.svg) this.filter();
  }

  drawn() {
    this.zoom.take(this);
    for (const line of this.svg.querySelectorAll("path[data-tip]")) {
      const wider = line.cloneNode();
      wider.setAttribute("class", "reach");
      line.after(wider);
    }
  }

  /** Hides what the legend hides, and fades what the table's filter leaves out. */
  filter() {
    const { state } = this.store;
    const machine = this.page.machines[state.machine];
    const levels = state.accesses === "levels" ? new Set([...state.levels].map((level) => this.page.levels[level].id)) : null;
    const on = (level) => levels === null || level === undefined || levels.has(level);
    const unnamed = new Set(this.points.filter((p) => p.primary && !on(p.level)).map((p) => p.kernel));
    for (const element of this.svg.querySelectorAll("[data-kernel], [data-level]")) {
      const { role, level, kernel: index } = element.dataset;
      const kernel = index === undefined ? null : machine.list[index];
      const alone = role === "connector" && levels?.size < 2;
      const without = kernel && level === undefined && role !== "connector" && unnamed.has(kernel.index);
      const hidden = !on(level) || alone || without || (kernel !== null && !state.bindings.has(kernel.binding));
      const faint = kernel !== null && state.matched !== null && !state.matched.has(kernel.row);
      element.toggleAttribute("hidden", hidden || (faint && ["name", "leader", "stem"].includes(role)));
      element.classList.toggle("faint", faint);
    }
    this.found = this.points.filter(({ element }) => !element.hasAttribute("hidden") && !element.classList.contains("faint"));
    const order = LEVELS.map((level) => this.page.levels[level].id);
    this.mains = new Map(); // of each kernel the point that stands for it
    for (const point of [...this.found].sort((a, b) => order.indexOf(a.level) - order.indexOf(b.level))) {
      if (!this.mains.has(point.kernel)) this.mains.set(point.kernel, point);
    }
    this.drawFocus();
  }

  /** The point under the pointer, or the one that the name there belongs to. */
  pointAt(event) {
    const name = event.target.closest?.('[data-role="name"]');
    return this.nearest(event, REACH, this.found) ?? (name ? this.mains.get(Number(name.dataset.kernel)) : null) ?? null;
  }
  at(event) {
    const { x, y, scale } = super.at(event);
    const [px, py] = this.zoom.transform.invert([x, y]);
    return { x: px, y: py, scale: scale / this.zoom.transform.k };
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

  tip({ kernel: index, level }) {
    const kernel = this.page.machines[this.store.state.machine].list[index];
    const tips = this.choice.tips[index];
    const rows = [["Time", `${kernel.timeText} ${kernel.spread ?? ""}`], ...tips[""], ...(tips[level] ?? [])];
    return [
      h("p", { class: "tip-name" }, shorten(kernel.name, 120)),
      facts(rows),
      h("p", { class: `tip-bound tone-${this.page.bindings[kernel.binding].id}` }, limitText(kernel, this.page)),
    ];
  }

  /** A line through the levels of the hovered and of the selected kernel, and a ring around the point that stands for it. */
  drawFocus() {
    if (!this.svg || !this.mains) return;
    const { hovered, selected } = this.store.state;
    this.overlay.replaceChildren(
      ...[...new Set([hovered, selected])].filter((kernel) => this.mains.has(kernel)).flatMap((kernel) => this.focus(kernel)),
    );
    this.zoom.moved.append(this.overlay);
  }
  focus(index) {
    const chosen = index === this.store.state.selected;
    const main = this.mains.get(index);
    const chain = this.points.filter((p) => p.kernel === index).sort((a, b) => a.x - b.x);
    const [from, to] = [chain[0], chain.at(-1)];
    const kind = chosen ? "selected" : "hovered";
    const ring = shape("circle", { class: `ring ${kind}`, cx: main.x, cy: main.y, r: main.r + 5, transform: this.zoom.unscaled(main.x, main.y) });
    const line = shape("line", { class: `chain ${kind}`, x1: from.x, y1: from.y, x2: to.x, y2: to.y });
    const copies = chain.map(({ element }) => {
      const copy = element.cloneNode();
      copy.removeAttribute("hidden");
      return copy;
    });
    const named = this.svg.querySelector(`[data-role="name"][data-kernel="${index}"]:not([hidden])`);
    if (!chosen || named) return [line, ...copies, ring];
    const left = main.x > this.shown.width / 2;
    const place = { x: main.x + (left ? -1 : 1) * (main.r + 9), y: main.y + 4, "text-anchor": left ? "end" : "start" };
    const kernel = this.page.machines[this.store.state.machine].list[index];
    const text = shape("text", { class: "shade-name", ...place, transform: this.zoom.unscaled(main.x, main.y) }, shorten(kernel.name, 40));
    return [line, ...copies, ring, text];
  }

  // Arrows walk through the points from left to right; Enter selects, plus and minus zoom.
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
  walk(step, from) {
    const order = [...this.mains.values()].sort((a, b) => a.x - b.x || a.y - b.y);
    if (order.length === 0) return;
    const at = order.findIndex((p) => p.kernel === from);
    const next = order[at < 0 ? (step > 0 ? 0 : order.length - 1) : (at + step + order.length) % order.length];
    this.store.set({ hovered: next.kernel });
    const box = next.element.getBoundingClientRect();
    this.tooltip.show(box.right, box.y + box.height / 2, this.tip(next));
  }

  resetZoom() {
    this.zoom.reset();
  }
}
