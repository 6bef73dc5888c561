// The chart: the picture that the program laid out, of the width that fits best, with the hovered and the selected pair
// marked on it. Its points come as numbers, so that the nearest one is found without measuring elements.
import { Tooltip } from "../chart/tooltip.js";
import { h, shorten } from "../dom.js";
import { sideFacts } from "./panel.js";

const REACH = 22; // pixels from the pointer within which a point is found
const SVG = "http://www.w3.org/2000/svg";

function shape(tag, attributes, text = null) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (text !== null) element.textContent = text;
  return element;
}

export class Picture {
  constructor({ page, store }) {
    Object.assign(this, { page, store, tooltip: new Tooltip(), shown: null });
    this.tabs = h("div", { class: "machine-pairs", hidden: page.devices.length < 2 }, page.devices.map((d, i) => this.tab(d, i)));
    this.frame = h("div", { class: "picture" });
    this.root = h("figure", {}, this.tabs, this.frame);
    this.frame.addEventListener("pointermove", (event) => this.move(event));
    this.frame.addEventListener("pointerleave", () => this.leave());
    this.frame.addEventListener("click", (event) => {
      const pair = this.nearest(event);
      store.set({ selected: pair });
    });
    new ResizeObserver(() => this.render()).observe(this.frame);
  }

  tab({ a, b }, index) {
    const text = a === b ? `${a} (${index + 1})` : `${a} → ${b}`;
    return h("button", { type: "button", class: "key plain", click: () => this.store.set({ machine: index }) }, text);
  }

  best() {
    const width = this.frame.clientWidth;
    const fit = (p) => Math.abs(Math.log(width / p.width)) + (p.width > width ? 0.3 : 0);
    return this.page.pictures
      .filter((p) => p.machine === this.store.state.machine)
      .reduce((best, p) => (fit(p) < fit(best) ? p : best));
  }

  render() {
    if (this.frame.clientWidth === 0) return;
    const picture = this.best();
    if (picture === this.shown) return;
    this.shown = picture;
    this.places = new Map(picture.points.map(([pair, ...place]) => [pair, place]));
    [...this.tabs.children].forEach((tab, i) => tab.setAttribute("aria-pressed", String(i === picture.machine)));
    const parsed = new DOMParser().parseFromString(picture.svg, "image/svg+xml");
    const svg = document.importNode(parsed.documentElement, true);
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", `${picture.title}: every pair is in the table below`);
    this.overlay = shape("g", {});
    svg.append(this.overlay);
    this.frame.replaceChildren(svg);
    this.svg = svg;
    this.mark();
  }

  // The pair whose point, A's or B's, is nearest to the pointer; null where none is near.
  nearest(event) {
    const box = this.svg.getBoundingClientRect();
    const scale = this.shown.width / box.width;
    const [x, y] = [(event.clientX - box.left) * scale, (event.clientY - box.top) * scale];
    let best = null;
    let least = REACH * scale;
    for (const [pair, [ax, ay, bx, by, radius]] of this.places) {
      const distance = Math.min(Math.hypot(x - bx, y - by) - radius, Math.hypot(x - ax, y - ay));
      if (distance < least) [best, least] = [pair, distance];
    }
    return best;
  }

  move(event) {
    const pair = this.nearest(event);
    this.store.set({ hovered: pair });
    this.svg.style.cursor = pair === null ? "" : "pointer";
    if (pair === null) this.tooltip.hide();
    else this.tooltip.show(event.clientX, event.clientY, this.tip(this.page.pairs[pair]));
  }
  leave() {
    this.store.set({ hovered: null });
    this.tooltip.hide();
  }

  tip(pair) {
    return [
      h("p", { class: "tip-name" }, shorten(pair.name, 120)),
      h(
        "dl",
        { class: "facts" },
        sideFacts(pair)
          .slice(0, 4)
          .map(([label, a, b]) => [h("dt", {}, label), h("dd", {}, `${a} → ${b}`)]),
        pair.ratioText ? [h("dt", {}, "B vs A"), h("dd", {}, pair.ratioText, pair.interval ? `, ${pair.interval}` : "")] : "",
      ),
    ];
  }

  /** Rings around both points of the hovered and of the selected pair, and its name. */
  mark() {
    if (!this.overlay) return;
    const { selected, hovered } = this.store.state;
    this.overlay.replaceChildren(...[...new Set([hovered, selected])].flatMap((pair) => this.rings(pair, pair === selected)));
  }
  rings(pair, chosen) {
    const place = pair === null ? null : this.places.get(pair);
    if (!place) return [];
    const [ax, ay, bx, by, radius] = place;
    const width = chosen ? 2.5 : 1.5;
    const left = bx > this.shown.width / 2;
    return [
      shape("line", { class: "shade-line", x1: ax, y1: ay, x2: bx, y2: by }),
      shape("circle", { class: "shade", cx: ax, cy: ay, r: radius + 2, "stroke-width": 1.5, "stroke-dasharray": "3 2" }),
      shape("circle", { class: "shade", cx: bx, cy: by, r: radius + 3, "stroke-width": width }),
      chosen
        ? shape(
            "text",
            { class: "shade-name", x: bx + (left ? -1 : 1) * (radius + 8), y: by - radius - 6, "text-anchor": left ? "end" : "start" },
            shorten(this.page.pairs[pair].name, 40),
          )
        : "",
    ].filter(Boolean);
  }
}
