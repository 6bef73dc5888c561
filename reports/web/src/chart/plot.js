// What both charts share: the layers, drawing from a computed view, and the pointer and keys that find points and names.
// A chart gives `compute(width, height)`: points and roof segments in pixels. Faint points are drawn,
// and not found.
import { pointer, select } from "d3-selection";
import { NAME_SIZE, placeName, placeRoofLabel } from "./labels.js";
import { CANVAS } from "./points.js";
import { clip, Obstacles } from "./obstacles.js";
import { drawChains, drawElements, drawFocus, paint } from "./marks.js";
import { isSolid, toneOf } from "./roofs.js";
import { pointTip, tipLines } from "./tooltip.js";
import { h, shorten } from "../dom.js";

// Below the canvas and above it.
const BACK = ["grid", "bands", "roofs"];
const FRONT = ["chains", "marks", "hovered", "selected", "roof-labels", "leaders", "names"];

// How far the shape of a level reaches from its centre, in radii: a diamond, a triangle, a square, a circle.
const REACH = [1.25, 1.56, 1.25, 1];

const ofMemory = ({ roof }) => roof.level !== undefined;

// Of two roofs side by side, the upper is labelled above and the lower below.
function liesCloseAbove(other, line) {
  const away = line.y1 - other.y1 || line.y2 - other.y2;
  return other !== line && away > 0 && away < 16;
}

export class Plot {
  constructor({ page, store, tooltip, className, label, margin }) {
    Object.assign(this, { page, store, tooltip, margin });
    this.canvas = h("canvas", { class: "points", "aria-hidden": "true" });
    this.root = h("div", { class: `plot ${className}` });
    this.back = select(this.root).append("svg").attr("aria-hidden", "true");
    this.root.append(this.canvas);
    this.svg = select(this.root).append("svg").attr("tabindex", 0).attr("role", "group").attr("aria-label", label);
    this.backFrame = this.back.append("g");
    this.frame = this.svg.append("g");
    const clipId = `clip-${className}`;
    this.clipRect = this.svg.append("clipPath").attr("id", clipId).append("rect");
    this.layers = {};
    for (const name of BACK) this.layers[name] = this.backFrame.append("g").attr("class", name);
    for (const name of FRONT) this.layers[name] = this.frame.append("g").attr("class", name);
    for (const name of [...BACK, "chains", "marks", "hovered", "selected"])
      this.layers[name].attr("clip-path", `url(#${clipId})`);
    this.axes = this.frame.append("g").attr("class", "axes");
    this.listen();
    new ResizeObserver(() => this.render()).observe(this.root);
  }

  render() {
    const box = this.root.getBoundingClientRect();
    if (box.width < 60 || box.height < 60) return;
    const [l, r, t, b] = [this.margin.left, this.margin.right, this.margin.top, this.margin.bottom];
    const [width, height] = [box.width - l - r, box.height - t - b];
    this.size = { width, height };
    for (const svg of [this.back, this.svg]) svg.attr("width", box.width).attr("height", box.height);
    for (const frame of [this.backFrame, this.frame]) frame.attr("transform", `translate(${l},${t})`);
    this.clipRect.attr("width", width).attr("height", height);
    Object.assign(this.canvas.style, { left: `${l}px`, top: `${t}px`, width: `${width}px`, height: `${height}px` });
    const { points, ...view } = this.compute(width, height);
    const shown = points.filter((p) => !p.hidden);
    this.view = { ...view, points: shown.filter((p) => !p.faint) };
    this.drawRoofs();
    drawChains(this.layers.chains.node(), this.view.points, this.page);
    const painted = shown.length > CANVAS;
    paint(this.canvas, width, height, painted ? shown : [], this.page);
    drawElements(this.layers.marks.node(), painted ? [] : shown, this.page);
    this.drawLabels();
    this.drawFocus();
  }

  drawRoofs() {
    const frame = { x: 0, y: 0, w: this.size.width, h: this.size.height };
    this.lines = this.view.lines.map((line) => ({ ...line, seen: clip(line, frame) })).filter((line) => line.seen);
    const tone = ({ roof }) => `roof tone-${toneOf(roof, this.page)} ${roof.line}`;
    this.layers.roofs
      .selectAll("line")
      .data(this.lines)
      .join("line")
      .attr("class", tone)
      .attr("x1", (line) => line.seen.x1)
      .attr("y1", (line) => line.seen.y1)
      .attr("x2", (line) => line.seen.x2)
      .attr("y2", (line) => line.seen.y2);
    this.layers.bands
      .selectAll("line")
      .data(this.lines.filter((line) => isSolid(line.roof) && line.band > 1))
      .join("line")
      .attr("class", (line) => `band tone-${toneOf(line.roof, this.page)}`)
      .attr("stroke-width", ({ band, x1, y1, x2, y2 }) => (band * Math.abs(x2 - x1)) / Math.hypot(x2 - x1, y2 - y1))
      .attr("x1", (line) => line.seen.x1)
      .attr("y1", (line) => line.seen.y1)
      .attr("x2", (line) => line.seen.x2)
      .attr("y2", (line) => line.seen.y2);
  }

  drawLabels() {
    const { width, height } = this.size;
    const obstacles = new Obstacles(width, height);
    const visible = this.view.points.filter((p) => p.px >= 0 && p.py >= 0 && p.px <= width && p.py <= height);
    for (const p of this.view.points) obstacles.addMarker(p.px, p.py, p.r * REACH[p.level] + 1, p.kernel);
    for (const line of this.lines) {
      obstacles.addLine(line.seen.x1, line.seen.y1, line.seen.x2, line.seen.y2, line);
    }
    const roofLabels = [];
    for (const line of this.lines) {
      const place = placeRoofLabel(line.seen, line.roof.words, obstacles, line, {
        atEnd: !ofMemory(line),
        above: !this.lines.some((other) => ofMemory(other) === ofMemory(line) && liesCloseAbove(other, line)),
      });
      if (place) roofLabels.push({ ...place, line });
    }
    this.layers["roof-labels"]
      .selectAll("text")
      .data(roofLabels)
      .join("text")
      .attr("class", (d) => `roof-label tone-${toneOf(d.line.roof, this.page)}${isSolid(d.line.roof) ? "" : " minor"}`)
      .attr("transform", (d) => `translate(${d.x.toFixed(1)},${d.y.toFixed(1)}) rotate(${d.angle.toFixed(2)})`)
      .text((d) => d.text);
    this.drawNames(visible, obstacles);
  }

  drawNames(visible, obstacles) {
    const { selected } = this.store.state;
    const first = (p) => (p.kernel.index === selected ? 1 : 0);
    const candidates = visible
      .filter((p) => p.primary)
      .sort((a, b) => first(b) - first(a) || a.kernel.order - b.kernel.order)
      .slice(0, this.view.names * 3);
    const letters = this.size.width < 420 ? 20 : 28;
    const names = [];
    for (const point of candidates) {
      if (names.length >= this.view.names) break;
      const text = shorten(point.kernel.label ?? point.kernel.name, letters);
      const ring = first(point) ? 5 : 0;
      const place = placeName({ ...point, r: point.r + ring }, text, obstacles);
      if (place) names.push({ ...place, text, point });
    }
    this.layers.leaders
      .selectAll("line")
      .data(names.filter((n) => n.leader))
      .join("line")
      .attr("class", "leader")
      .attr("x1", (n) => n.leader[0])
      .attr("y1", (n) => n.leader[1])
      .attr("x2", (n) => n.leader[2])
      .attr("y2", (n) => n.leader[3]);
    this.layers.names
      .selectAll("text")
      .data(names)
      .join("text")
      .attr("class", (n) => `name${n.point.kernel.index === selected ? " chosen" : ""}`)
      .attr("font-size", NAME_SIZE)
      .attr("x", (n) => n.x.toFixed(1))
      .attr("y", (n) => n.y.toFixed(1))
      .text((n) => n.text);
  }

  /** Cheap enough for every move of the pointer. */
  drawFocus() {
    if (!this.view) return;
    for (const kind of ["hovered", "selected"]) {
      const index = this.store.state[kind];
      const kernel = index === null ? null : this.page.machines[this.store.state.machine].list[index];
      const points = kernel ? this.view.chain(kernel) : [];
      drawFocus(this.layers[kind].node(), points, this.page, kind);
    }
  }

  /** What a point says under the pointer. */
  tip(point) {
    return pointTip(point, this.page);
  }

  nearest(x, y) {
    let best = null;
    let least = Infinity;
    for (const point of this.view?.points ?? []) {
      const away = Math.hypot(point.px - x, point.py - y) - point.r;
      if (away < least && away < 8) [best, least] = [point, away];
    }
    return best;
  }
  /** The point under the pointer, or the one that the name there belongs to. */
  pointAt(event) {
    const name = event.target.closest?.(".name");
    return this.nearest(...pointer(event, this.frame.node())) ?? (name ? select(name).datum().point : null);
  }
  nearestRoof(x, y) {
    const box = { x: x - 4, y: y - 4, w: 8, h: 8 };
    return this.lines?.find((line) => clip(line.seen, box)) ?? null;
  }

  listen() {
    this.svg
      .on("pointermove", (event) => {
        const [x, y] = pointer(event, this.frame.node());
        const point = this.pointAt(event);
        this.store.set({ hovered: point?.kernel.index ?? null });
        this.svg.classed("over", point !== null);
        if (point) this.tooltip.show(event.clientX, event.clientY, this.tip(point));
        else {
          const line = this.nearestRoof(x, y);
          if (line) this.tooltip.show(event.clientX, event.clientY, tipLines(line.roof.tip));
          else this.tooltip.hide();
        }
      })
      .on("pointerleave blur", () => {
        this.store.set({ hovered: null });
        this.tooltip.hide();
      })
      .on("click", (event) => {
        const point = this.pointAt(event);
        if (point) this.store.set({ selected: point.kernel.index });
      })
      .on("keydown", (event) => this.key(event));
  }

  // Arrows walk through the points from left to right; Enter selects, Escape clears.
  key(event) {
    const { hovered, selected } = this.store.state;
    const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
    if (step) {
      const inside = (p) => p.px >= 0 && p.py >= 0 && p.px <= this.size.width && p.py <= this.size.height;
      const order = this.view.points.filter((p) => p.primary && inside(p)).sort((a, b) => a.px - b.px || a.py - b.py);
      if (order.length === 0) return;
      const at = order.findIndex((p) => p.kernel.index === (hovered ?? selected));
      const next = order[at < 0 ? (step > 0 ? 0 : order.length - 1) : (at + step + order.length) % order.length];
      this.store.set({ hovered: next.kernel.index });
      const box = this.frame.node().getScreenCTM();
      this.tooltip.show(box.e + next.px + next.r, box.f + next.py, this.tip(next));
    } else if (event.key === "Enter" && hovered !== null) this.store.set({ selected: hovered });
    else return;
    event.preventDefault();
  }
}
