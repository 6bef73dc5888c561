// The table of pairs: what each column shows, and the choice of a trend.
import { h, MISSING, shorten } from "../dom.js";
import { VirtualTable } from "../virtual_table.js";

const TRENDS = [
  ["all", "All", () => true],
  ["faster", "Faster", (p) => p.trend === "faster"],
  ["slower", "Slower", (p) => p.trend === "slower"],
  ["same", "The same", (p) => p.trend === "same"],
  ["unknown", "Unknown", (p) => p.trend === "unknown"],
  ["short", "Falls short", (p) => p.short === true],
];
const note = (text) => h("span", { class: "note" }, text);
const time = (side) => [side.failed ? h("span", { class: "failed" }, "FAILED") : (side.timeText ?? MISSING)];
const roof = (side) => [side.roofText ? side.roofText + (side.measured ? "*" : "") : MISSING];

// [id, title, numeric, key, cell, class of the cell]
function columnsOf(page) {
  const limit = (side) => page.bindings[side.binding];
  return [
    ["kernel", "Kernel", false, (p) => p.name.slice(0, 200).toLowerCase(), (p) => [h("span", { class: "kernel-name" }, shorten(p.name, 90))]],
    ["a", "Time A", true, (p) => p.a.time, (p) => time(p.a)],
    ["b", "Time B", true, (p) => p.b.time, (p) => time(p.b)],
    ["ratio", "B vs A", true, (p) => p.ratio, (p) => [h("span", { class: `trend-${p.trend}` }, p.ratioText ?? MISSING), p.interval ? note(p.interval) : ""]],
    ["roofs", "Roofs", true, (p) => p.roofs, (p) => [p.roofsText ?? MISSING, p.roofsText ? note(p.short ? `${p.roofsOf}: falls short` : p.roofsOf) : ""], (p) => (p.short ? "falls-short" : null)],
    ["roofA", "Of roof A", true, (p) => p.a.roof, (p) => roof(p.a)],
    ["roofB", "Of roof B", true, (p) => p.b.roof, (p) => roof(p.b)],
    [
      "limit",
      "Bound by",
      false,
      (p) => p.b.binding,
      (p) => [
        h("span", { class: "bound" }, h("span", { class: `dot tone-${limit(p.b).id}`, "aria-hidden": "true" }), limit(p.b).label),
        p.a.binding === p.b.binding ? "" : h("span", { class: "then" }, `A: ${limit(p.a).label}`),
      ],
    ],
  ].map(([id, title, numeric, key, cell, extra]) => ({ id, title, numeric, key: (p) => key(p) ?? null, cell, extra }));
}

export class PairTable extends VirtualTable {
  constructor({ page, store }) {
    super({
      page,
      store,
      columns: columnsOf(page),
      item: "pair",
      label: "Pairs",
      filters: "Filter pairs by name or bound",
      unit: " pairs",
    });
    this.trend = "all";
    this.table.classList.add("compared");
    this.trends = TRENDS.map(([id, title, fits]) => [id, title, page.pairs.filter(fits).length])
      .filter(([id, , count]) => id === "all" || count > 0)
      .map(([id, title, count]) =>
        h("button", { type: "button", class: "key plain", "data-trend": id, click: () => this.narrow(id) }, `${title} ${count.toLocaleString("en")}`),
      );
    this.root = h(
      "section",
      {},
      h("div", { class: "table-head" }, h("h2", {}, "Kernels"), this.count, this.filter),
      h("div", { class: "trends", role: "group", "aria-label": "Show" }, this.trends),
      this.scroller,
    );
  }

  narrow(trend) {
    this.trend = trend;
    this.arrange();
  }

  /** Filters and sorts anew; unsorted is the order of A's recording. */
  arrange() {
    const { pairs, bindings } = this.page;
    const fits = TRENDS.find(([id]) => id === this.trend)[2];
    const text = (p) => `${p.name} ${bindings[p.a.binding].label} ${bindings[p.b.binding].label}`;
    this.show(this.chosen(pairs.filter(fits), text).map((item) => ({ item })), pairs.length);
    for (const button of this.trends) button.setAttribute("aria-pressed", String(button.dataset.trend === this.trend));
  }
}
