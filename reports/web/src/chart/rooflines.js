// Roofline, and bandwidths of kernels without FLOPs: the roofs, axes and names that the program laid out, and points that
// the page places on those axes.
import { DRAM } from "../data.js";
import { h } from "../dom.js";
import { lineBox, wordBox } from "./covered.js";
import { KernelView } from "./kernel_view.js";
import { drawElements, paint } from "./marks.js";
import { drawOwnLines, drawWords } from "./roof_words.js";
import { levelPoints, points } from "./points.js";
import { shape } from "./scene.js";
import { pointTip } from "./tooltip.js";

const CANVAS = 2000; // from so many points on they are painted instead of being elements

class Rooflines extends KernelView {
  constructor(parts) {
    super(parts);
    this.canvas = h("canvas", { class: "points", "aria-hidden": "true" });
  }
  get charts() {
    return this.page.machines[this.store.state.machine].charts;
  }
  drawn() {
    super.drawn();
    this.root.insertBefore(this.canvas, this.front);
    this.ownLines = shape("g");
    this.zoom.moved.insertBefore(this.ownLines, this.zoom.moved.querySelector("text"));
    this.words = shape("g");
    this.zoom.inside.append(this.words);
  }

  place() {
    const { state } = this.store;
    const seen = this.kernels.filter((kernel) => this.isHere(kernel) && !this.isHidden(kernel));
    return points(seen, state.levels, this).map((point) => ({ ...point, faint: this.isFaint(this.kernels[point.kernel]) }))
      .sort((a, b) => b.faint - a.faint || a.primary - b.primary || b.r - a.r);
  }
  chain(index) {
    return levelPoints(this.kernels[index], this.store.state.levels, this);
  }
  tip(point) {
    return pointTip({ ...point, kernel: this.kernels[point.kernel] }, this.page);
  }
  /** Share of the axis below a value. */
  along(value, [from, to]) {
    return Math.log(value / from) / Math.log(to / from);
  }

  drawPoints() {
    const shown = this.placed.map((point) => ({ ...point, at: this.at(point) }));
    const painted = shown.length > CANVAS;
    this.canvas.hidden = !painted;
    if (painted) paint(this.canvas, this.shown, shown, this.page, (index) => this.kernels[index].binding);
    drawElements(this.marks, painted ? [] : shown, this.page, (index) => this.toneOf(index));
    this.drawRoofs();
  }

  drawRoofs() {
    const { selected, machine, levels } = this.store.state;
    const own = this.mains.has(selected) ? (this.page.details?.machines[machine][selected]?.own ?? []) : [];
    const roofs = own
      .filter((roof) => roof.level === undefined || levels.has(DRAM))
      .map((roof) => ({ tone: "compute", ...roof, ends: this.endsOf(roof) }))
      .filter(({ ends }) => ends);
    drawOwnLines(this.ownLines, roofs);
    // Magnified, words of the picture may be out of sight: its roofs are named anew, too.
    const magnified = this.zoom.transform.k > 1;
    for (const text of this.svg.querySelectorAll('[data-role="roof_words"]')) text.classList.toggle("away", magnified);
    const seen = (selector) => [...this.svg.querySelectorAll(`${selector}:not([hidden], .away)`)];
    const words = seen('[data-role="roof_words"]').map((text) => wordBox(text, this.svg));
    const lines = seen('[data-role^="roof"][data-tip]').map((line) => ({
      words: [line.dataset.tip.split("\n")[0]],
      tone: line.dataset.level ?? "compute",
      ends: endsOfPath(line),
    }));
    const named = [...roofs, ...(magnified ? lines : [])].map((roof) => this.withEnds(roof));
    if (named.length === 0) return this.words.replaceChildren();
    const boxes = lines.map((line) => this.withEnds(line)).map(({ from, to }) => lineBox(from, to));
    drawWords(this.words, named, [...words, ...boxes, ...this.markBoxes()], this.shown.plots[0]);
  }
  withEnds(roof) {
    return { ...roof, from: this.at(roof.ends[0]), to: this.at(roof.ends[1]) };
  }
}

function endsOfPath(line) {
  const [x1, y1, x2, y2] = line.getAttribute("d").match(/[\d.]+/g).map(Number);
  return [{ x: x1, y: y1 }, { x: x2, y: y2 }];
}

export class Roofline extends Rooflines {
  constructor(parts) {
    super({
      ...parts,
      className: "roofline",
      label: "Roofline: performance over arithmetic intensity. Plus and minus zoom, 0 resets.",
    });
  }
  choose() {
    const { precision } = this.store.state;
    return this.charts.roofline.map((picture) => picture.choices[precision ?? "all"]);
  }
  isHere(kernel) {
    const { precision } = this.store.state;
    return kernel.flops !== null && (precision === null || kernel.precision === precision);
  }
  on(intensity, rate) {
    const [x, y, width, height] = this.shown.plots[0];
    return { x: x + width * this.along(intensity, this.shown.x), y: y + height * (1 - this.along(rate, this.shown.y)) };
  }
  spot(kernel, { rate }) {
    return this.on(kernel.flops / rate, kernel.flops);
  }
  /** Slopes end at the highest roof that kernels are judged by, level roofs begin at the steepest slope that is seen. */
  endsOf({ rate, level }) {
    const { x, y, top } = this.shown;
    const ridge = rate / this.steepest();
    if (level === undefined) return [Math.max(x[0], Math.min(ridge, x[1])), x[1]].map((intensity) => this.on(intensity, rate));
    return [Math.max(x[0], y[0] / rate), top ? top / rate : x[1]].map((intensity) => this.on(intensity, rate * intensity));
  }
  steepest() {
    const slopes = Object.entries(this.shown.slopes);
    const seen = slopes.filter(([level]) => this.isSeen(level));
    return Math.max(...(seen.length > 0 ? seen : slopes).map(([, rate]) => rate)); // -Infinity without roofs of memory
  }
  filter() {
    const [, top, , height] = this.shown.plots[0];
    const [low, high] = this.shown.y;
    // Lines, what pointers reach of them, and bands of measured ones.
    for (const path of this.zoom.moved.querySelectorAll(":scope > path:is([data-tip], [fill-opacity]):not([data-level])")) {
      const [{ x: left, y }] = endsOfPath(path);
      const [from] = this.endsOf({ rate: low * (high / low) ** (1 - (y - top) / height) });
      path.setAttribute("d", path.getAttribute("d").replace(/([ML])([\d.]+)/g, (all, to, x) => (Number(x) === left ? to + from.x.toFixed(1) : all)));
    }
    super.filter();
  }
}

export class Bandwidth extends Rooflines {
  constructor(parts) {
    super({ ...parts, className: "bandwidth", label: "Achieved bandwidth of kernels without floating-point work." });
  }
  choose() {
    return this.charts.bandwidth;
  }
  isHere({ index }) {
    return this.charts.columns.has(index);
  }
  spot(kernel, { rate }) {
    const [x, y, width, height] = this.shown.plots[0];
    const column = this.charts.columns.get(kernel.index);
    return { x: x + (width * (column + 0.5)) / this.charts.columns.size, y: y + height * (1 - this.along(rate, this.shown.y)) };
  }
  endsOf({ rate, level }) {
    if (level === undefined) return null;
    const [x, y, width, height] = this.shown.plots[0];
    const at = y + height * (1 - this.along(rate, this.shown.y));
    return [{ x, y: at }, { x: x + width, y: at }];
  }
}
