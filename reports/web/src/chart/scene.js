// A picture that the program laid out for a few widths: the page shows the one that fits best, says what lies under the
// pointer, and marks points on it. It draws nothing of its own.
import { h } from "../dom.js";
import { tipLines } from "./tooltip.js";

const SVG = "http://www.w3.org/2000/svg";

export function shape(tag, attributes = {}, text = null) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (text !== null) element.textContent = text;
  return element;
}

export class SceneView {
  /** @param {{tooltip: object, label?: string, className?: string}} parts `label` stands in for the pictures' titles */
  constructor({ tooltip, label = null, className = "" }) {
    Object.assign(this, { tooltip, label, shown: null, pictures: [] });
    this.root = h("div", { class: `picture ${className}` });
    this.root.addEventListener("pointermove", (event) => this.move(event));
    this.root.addEventListener("pointerleave", () => this.leave());
    new ResizeObserver(() => this.render()).observe(this.root);
  }

  show(pictures) {
    this.pictures = pictures;
    this.render();
  }

  best() {
    const width = this.root.clientWidth;
    const fit = (p) => Math.log(width / p.width) * (p.width > width ? -3 : 1); // small letters are worse than large ones
    return this.pictures.reduce((best, p) => (fit(p) < fit(best) ? p : best));
  }

  render() {
    if (this.root.clientWidth === 0 || this.pictures.length === 0) return;
    const picture = this.best();
    if (picture === this.shown) return;
    this.shown = picture;
    const parsed = new DOMParser().parseFromString(picture.svg, "image/svg+xml");
    this.svg = document.importNode(parsed.documentElement, true);
    this.svg.setAttribute("role", "img");
    this.svg.setAttribute("aria-label", this.label ?? picture.title);
    this.overlay = shape("g", { class: "overlay" });
    this.svg.append(this.overlay);
    this.points = [...this.svg.querySelectorAll("[data-at]")].map((element) => {
      const [x, y, r] = element.dataset.at.split(" ").map(Number);
      const primary = element.dataset.role === "mark";
      return { element, kernel: Number(element.dataset.kernel), level: element.dataset.level, x, y, r, primary };
    });
    this.root.replaceChildren(this.svg);
    this.drawn();
    this.mark();
  }

  /** Where a point is seen, in pixels of the picture. */
  at({ x, y }) {
    return [x, y];
  }

  /** The point whose edge is nearest to the pointer, within `reach` pixels of the page. */
  nearest(event, reach, points = this.points) {
    const box = this.svg.getBoundingClientRect();
    const scale = this.shown.width / box.width;
    const [px, py] = [(event.clientX - box.left) * scale, (event.clientY - box.top) * scale];
    let best = null;
    let least = reach * scale;
    for (const point of points) {
      const [x, y] = this.at(point);
      const away = Math.hypot(x - px, y - py) - point.r;
      if (away < least) [best, least] = [point, away];
    }
    return best;
  }

  move(event) {
    const { tip } = event.target.closest("[data-tip]")?.dataset ?? {};
    if (tip) this.tooltip.show(event.clientX, event.clientY, tipLines(tip));
    else this.tooltip.hide();
  }
  leave() {
    this.tooltip.hide();
  }
  /** What a chart adds to a new picture, and what it marks on it, in `overlay`. */
  drawn() {}
  mark() {}
}
