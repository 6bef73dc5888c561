// Moves and magnifies the one plot of a picture: lines grow longer, and points, letters and strokes keep their size.
import { select } from "d3-selection";
import { zoom, zoomIdentity } from "d3-zoom";
import { shape } from "./scene.js";

const MOST = 16; // ticks are laid out so far
const STAY = new Set(["tick", "axis", "title", "legend", "note"]);

let clips = 0;

export class SceneZoom {
  /** @param {(moved: boolean) => void} onZoom */
  constructor(onZoom) {
    this.zoom = zoom()
      .scaleExtent([1, MOST])
      .filter(
        (event) =>
          !event.button && !(event.type === "touchstart" && event.touches.length < 2 && this.transform.k === 1),
      )
      .on("zoom", ({ transform }) => {
        this.transform = transform;
        onZoom(transform.k !== 1);
        this.frame ??= requestAnimationFrame(() => {
          this.frame = null;
          this.apply();
        });
      });
    this.transform = zoomIdentity;
  }

  /** Takes a new picture, which starts as it was laid out. */
  take(view) {
    const { svg } = view;
    const [x, y, width, height] = view.shown.plots[0] ?? [0, 0, view.shown.width, view.shown.height];
    this.plot = { x, y, right: x + width, bottom: y + height };
    const id = `plot-${++clips}`;
    const clip = shape("clipPath", { id });
    clip.append(shape("rect", { x, y, width, height }));
    this.moved = shape("g", { class: "moved" });
    const inside = shape("g", { "clip-path": `url(#${id})` });
    inside.append(this.moved);
    const items = [...svg.children];
    const stays = (element) => STAY.has(element.dataset.role);
    this.ticks = items.filter((e) => e.dataset.role === "tick").map((element) => ({
      element,
      x: Number(element.getAttribute("x")),
      y: Number(element.getAttribute("y")),
      from: Number(element.dataset.zoom ?? 1),
      below: element.getAttribute("text-anchor") === "middle",
    }));
    this.moved.append(...items.filter((element) => !stays(element)));
    this.fixed = [...this.moved.querySelectorAll("*")].map((element) => [element, pivot(element, view)]).filter(([, at]) => at);
    for (const entry of this.fixed) entry.push(entry[0].getAttribute("transform") ?? "");
    svg.prepend(clip);
    svg.insertBefore(inside, clip.nextSibling);
    this.zoom.extent([[x, y], [x + width, y + height]]).translateExtent([[x, y], [x + width, y + height]]);
    this.svg = select(svg).call(this.zoom).on("dblclick.zoom", null);
    this.reset();
    this.apply();
  }

  apply() {
    const { k } = this.transform;
    this.moved.setAttribute("transform", this.transform);
    for (const [element, [x, y], own] of this.fixed) element.setAttribute("transform", this.unscaled(x, y) + own);
    const { x, y, right, bottom } = this.plot;
    for (const tick of this.ticks) {
      const [left, top] = this.transform.apply([tick.x, tick.y]);
      const shown = tick.from <= k && (tick.below ? left >= x - 1 && left <= right + 1 : top >= y && top <= bottom + 6 * k);
      tick.element.toggleAttribute("hidden", !shown);
      if (tick.below) tick.element.setAttribute("x", left);
      else tick.element.setAttribute("y", top - 4 * (k - 1)); // its middle stays beside its line
    }
  }

  /** Undoes the magnification around a place of the picture. */
  unscaled(x, y) {
    const { k } = this.transform;
    return k === 1 ? "" : `translate(${x},${y}) scale(${1 / k}) translate(${-x},${-y})`;
  }

  by(factor) {
    this.svg.call(this.zoom.scaleBy, factor);
  }
  reset() {
    this.svg?.call(this.zoom.transform, zoomIdentity);
  }
}

// The place around which an element keeps its size; null for lines, which grow.
function pivot(element, { points }) {
  const { role, at, pivot, kernel } = element.dataset;
  if (at ?? pivot) return (at ?? pivot).split(" ").slice(0, 2).map(Number);
  if (role === "name" || role === "leader") {
    const point = points.find((p) => p.primary && p.kernel === Number(kernel));
    return point ? [point.x, point.y] : null;
  }
  if (role !== "stem") return null;
  const [x1, y1, x2, y2] = element.getAttribute("d").match(/[\d.]+/g).map(Number);
  return y1 === y2 ? [(x1 + x2) / 2, y1] : null;
}
