// The chart: the picture that the program laid out, with the hovered and the selected pair marked on it.
import { SceneView, shape } from "../chart/scene.js";
import { Tooltip } from "../chart/tooltip.js";
import { h, shorten } from "../dom.js";
import { sideFacts } from "./panel.js";

const REACH = 22; // pixels from the pointer within which a point is found

export class Picture extends SceneView {
  constructor({ page, store }) {
    super({ tooltip: new Tooltip() });
    Object.assign(this, { page, store });
    this.tabs = h("div", { class: "machine-pairs", hidden: page.devices.length < 2 }, page.devices.map((d, i) => this.tab(d, i)));
    this.figure = h("figure", {}, this.tabs, this.root);
    this.root.addEventListener("click", (event) => store.set({ selected: this.nearest(event, REACH)?.kernel ?? null }));
  }

  tab({ a, b }, index) {
    const text = a === b ? `${a} (${index + 1})` : `${a} → ${b}`;
    return h("button", { type: "button", class: "key plain", click: () => this.store.set({ machine: index }) }, text);
  }

  /** That of the chosen pair of GPUs. */
  showMachine() {
    const { machine } = this.store.state;
    [...this.tabs.children].forEach((tab, i) => tab.setAttribute("aria-pressed", String(i === machine)));
    this.label = null;
    this.show(this.page.pictures.filter((p) => p.machine === machine));
  }

  move(event) {
    const pair = this.nearest(event, REACH)?.kernel ?? null;
    this.store.set({ hovered: pair });
    this.svg.style.cursor = pair === null ? "" : "pointer";
    if (pair === null) this.tooltip.hide();
    else this.tooltip.show(event.clientX, event.clientY, this.tip(this.page.pairs[pair]));
  }
  leave() {
    this.store.set({ hovered: null });
    super.leave();
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
    const [a, b] = this.points.filter((p) => p.kernel === pair).sort((p, q) => p.primary - q.primary);
    if (!b) return [];
    const width = chosen ? 2.5 : 1.5;
    const left = b.x > this.shown.width / 2;
    return [
      shape("line", { class: "shade-line", x1: a.x, y1: a.y, x2: b.x, y2: b.y }),
      shape("circle", { class: "shade", cx: a.x, cy: a.y, r: b.r + 2, "stroke-width": 1.5, "stroke-dasharray": "3 2" }),
      shape("circle", { class: "shade", cx: b.x, cy: b.y, r: b.r + 3, "stroke-width": width }),
      chosen
        ? shape(
            "text",
            { class: "shade-name", x: b.x + (left ? -1 : 1) * (b.r + 8), y: b.y - b.r - 6, "text-anchor": left ? "end" : "start" },
            shorten(this.page.pairs[pair].name, 40),
          )
        : "",
    ].filter(Boolean);
  }
}
