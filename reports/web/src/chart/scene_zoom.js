// Moves and magnifies the one plot of a picture: lines grow longer, and points, letters and strokes keep their size.
import { select } from "d3-selection";
import { zoom, zoomIdentity } from "d3-zoom";
import { shape } from "./scene.js";

const MOST = 16; // ticks are laid out so far
const STAY = new Set(["tick", "axis", "title", "legend", "note"]);

let clips = 0;

export class SceneZoom {
  /**
   * @param {((moved: boolean) => void)|null} onZoom null: it is not zoomed
   * @param {() => void} onApply draws what follows the zoom
   */
  constructor(onZoom, onApply) {
    this.onApply = onApply;
    this.zoom = zoom()
      .scaleExtent([1, onZoom ? MOST : 1])
      .filter(
        (event) =>
          onZoom && !event.button && !(event.type === "touchstart" && event.touches.length < 2 && this.transform.k === 1),
      )
      .on("zoom", ({ transform }) => {
        this.transform = transform;
        onZoom?.(transform.k !== 1);
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
    this.clip = `url(#${id})`;
    this.inside = shape("g", { "clip-path": this.clip });
    this.inside.append(this.moved);
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
    this.fixed = new Map();
    for (const element of this.moved.querySelectorAll("*")) {
      const at = pivot(element, this.moved);
      if (at || element.dataset.role === "stem") this.fixed.set(element, { at, own: element.getAttribute("transform") ?? "", by: "" });
    }
    svg.prepend(clip);
    svg.insertBefore(this.inside, clip.nextSibling);
    this.zoom.extent([[x, y], [x + width, y + height]]).translateExtent([[x, y], [x + width, y + height]]);
    this.svg = select(svg).call(this.zoom).on("dblclick.zoom", null);
    this.reset();
    this.apply();
  }

  apply() {
    const { k } = this.transform;
    this.moved.setAttribute("transform", this.transform);
    for (const [element, { at, own, by }] of this.fixed) element.setAttribute("transform", by + (at ? this.unscaled(...at) : "") + own);
    const { x, y, right, bottom } = this.plot;
    for (const tick of this.ticks) {
      const [left, top] = this.transform.apply([tick.x, tick.y]);
      const shown = tick.from <= k && (tick.below ? left >= x - 1 && left <= right + 1 : top >= y && top <= bottom + 6 * k);
      tick.element.toggleAttribute("hidden", !shown);
      if (tick.below) tick.element.setAttribute("x", left);
      else tick.element.setAttribute("y", top - 4 * (k - 1)); // its middle stays beside its line
    }
    this.onApply();
  }

  /** From now on an element that stands beside a point is beside another one. */
  shift(element, { x, y }) {
    const name = this.svg.node().querySelector(`[data-role="name"][data-kernel="${element.dataset.kernel}"]`);
    const at = this.fixed.get(name)?.at;
    if (at) this.fixed.get(element).by = at[0] === x && at[1] === y ? "" : `translate(${x - at[0]},${y - at[1]})`;
  }
  /** Whether a place of the picture is in sight. */
  shows({ x, y }) {
    const [px, py] = this.transform.apply([x, y]);
    return px >= this.plot.x && px <= this.plot.right && py >= this.plot.y && py <= this.plot.bottom;
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
function pivot(element, picture) {
  const { role, at, pivot: beside, kernel } = element.dataset;
  const place = role === "leader" ? picture.querySelector(`[data-role="name"][data-kernel="${kernel}"]`).dataset.pivot : (at ?? beside);
  if (place) return place.split(" ").slice(0, 2).map(Number);
  if (role !== "stem") return null;
  const [x1, y1, x2, y2] = element.getAttribute("d").match(/[\d.]+/g).map(Number);
  return y1 === y2 ? [(x1 + x2) / 2, y1] : null;
}
