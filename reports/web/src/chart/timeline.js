// SM by time: one bar per block, coloured by wave, the tail shaded. Bars on a canvas, because there are thousands of
// them; axes and words as elements.
import { scaleLinear } from "d3-scale";
import { h } from "../dom.js";

const STRIDE = 5; // row, place, wave, start, duration
const UNITS = [
  [1e9, "s"],
  [1e6, "ms"],
  [1e3, "µs"],
  [1, "ns"],
];

/** A time of an axis that ends at `span`: all in one unit. */
export function timeText(ns, span) {
  const [size, name] = UNITS.find(([size]) => span >= size) ?? UNITS.at(-1);
  return ns === 0 ? "0" : `${Number((ns / size).toPrecision(3))} ${name}`;
}

/** Two blues in turn, and another colour for the last wave. */
export function waveTone(wave, last) {
  if (wave === last && last > 0) return "no_roof";
  return wave % 2 === 0 ? "dram" : "shared";
}

function svg(tag, attributes, text) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (text !== undefined) element.textContent = text;
  return element;
}

export class Timeline {
  /** @param {object} blocks what html_blocks.cpp writes */
  constructor(blocks, tooltip) {
    Object.assign(this, { blocks, tooltip });
    this.canvas = h("canvas", { "aria-hidden": "true" });
    this.axes = svg("svg", { role: "img", "aria-label": `Blocks by SM over time. ${blocks.words.join(" ")}` });
    this.root = h("div", { class: "timeline" }, this.canvas, this.axes);
    this.axes.addEventListener("pointermove", (event) => this.hover(event));
    this.axes.addEventListener("pointerleave", () => this.tooltip.hide());
    new ResizeObserver(() => this.render()).observe(this.root);
    const repaint = () => {
      if (this.root.isConnected) this.render();
      else removeEventListener("themechange", repaint);
    };
    addEventListener("themechange", repaint);
  }

  render() {
    const { width, height } = this.root.getBoundingClientRect();
    if (width < 60 || height < 60) return;
    const margin = { left: 30, right: 12, top: 20, bottom: 38 };
    const [w, hgt] = [width - margin.left - margin.right, height - margin.top - margin.bottom];
    this.frame = { ...margin, w, h: hgt };
    this.x = scaleLinear([0, Math.max(1, this.blocks.span)], [0, w]);
    this.row = hgt / this.blocks.sms.length;
    this.drawAxes(width, height);
    this.paint();
  }

  lane(row, place) {
    const gap = this.row >= 3 ? Math.min(2, this.row * 0.15) : 0;
    const size = (this.row - gap) / this.blocks.places;
    const more = size < 2 && place + 1 < this.blocks.places ? 0.5 : 0;
    return { y: row * this.row + gap / 2 + place * size, size: size + more };
  }

  paint() {
    const { left, top, w, h: hgt } = this.frame;
    const ratio = Math.max(1, devicePixelRatio);
    Object.assign(this.canvas, { width: Math.round(w * ratio), height: Math.round(hgt * ratio) });
    Object.assign(this.canvas.style, { left: `${left}px`, top: `${top}px`, width: `${w}px`, height: `${hgt}px` });
    const context = this.canvas.getContext("2d");
    context.scale(ratio, ratio);
    const style = getComputedStyle(this.root);
    const fill = (tone) => style.getPropertyValue(`--${tone}-fill`);
    const tones = { dram: fill("dram"), shared: fill("shared"), no_roof: fill("no_roof") };
    context.fillStyle = style.getPropertyValue("--grid");
    const tail = this.x(this.blocks.tail);
    context.fillRect(tail, 0, w - tail, hgt);
    const { bars, last } = this.blocks;
    for (let i = 0; i < bars.length; i += STRIDE) {
      const { y, size } = this.lane(bars[i], bars[i + 1]);
      context.fillStyle = tones[waveTone(bars[i + 2], last)];
      context.fillRect(this.x(bars[i + 3]), y, Math.max(0.5, this.x(bars[i + 4])), size);
    }
  }

  drawAxes(width, height) {
    const { left, top, w, h: hgt } = this.frame;
    const { sms, span, tail, tailText } = this.blocks;
    const g = svg("g", { transform: `translate(${left},${top})` });
    const text = (x, y, anchor, words, kind = "tick") =>
      g.append(svg("text", { x, y, "text-anchor": anchor, class: kind }, words));
    const times = this.x.ticks(Math.max(2, Math.floor(w / 90)));
    for (const at of times) {
      g.append(svg("line", { class: "tick-mark", x1: this.x(at), x2: this.x(at), y1: hgt, y2: hgt + 4 }));
      text(this.x(at), hgt + 16, at === 0 ? "start" : "middle", timeText(at, span));
    }
    const step = scaleLinear([0, sms.length], [0, hgt]).ticks(Math.max(2, Math.floor(hgt / 26)));
    for (const row of step) if (Number.isInteger(row) && row < sms.length) text(-6, (row + 0.5) * this.row + 4, "end", sms[row]);
    text(-left + 2, -7, "start", "SM", "title");
    text(w, hgt + 33, "end", "Since the first block started", "title");
    text(w, -7, "end", `tail ${tailText}`, "tick");
    g.append(svg("line", { class: "tail", x1: this.x(tail), x2: this.x(tail), y1: -4, y2: hgt }));
    Object.entries({ width, height }).forEach(([name, value]) => this.axes.setAttribute(name, value));
    this.axes.replaceChildren(g);
  }

  hover(event) {
    const box = this.root.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left - this.frame.left, event.clientY - box.top - this.frame.top];
    const { bars, sms, span } = this.blocks;
    for (let i = 0; i < bars.length; i += STRIDE) {
      const lane = this.lane(bars[i], bars[i + 1]);
      if (y < lane.y || y > lane.y + lane.size) continue;
      const end = bars[i + 3] + bars[i + 4];
      if (x < this.x(bars[i + 3]) || x > this.x(end)) continue;
      this.tooltip.show(event.clientX, event.clientY, [
        h("p", { class: "tip-name" }, `SM ${sms[bars[i]]}, wave ${bars[i + 2] + 1}`),
        h("p", {}, `${timeText(bars[i + 3], span)} to ${timeText(end, span)}`),
      ]);
      return;
    }
    this.tooltip.hide();
  }
}
