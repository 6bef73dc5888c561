// The table of pairs: sort, filter, keys; only rows that can be seen are elements, so ten thousand pairs scroll like ten.
import { h, shorten } from "../dom.js";

const ROW = 42; // pixels; the style sheet sets the same height
const SPARE = 8;
const MISSING = "–";
const TRENDS = [
  ["all", "All", () => true],
  ["faster", "Faster", (p) => p.trend === "faster"],
  ["slower", "Slower", (p) => p.trend === "slower"],
  ["same", "The same", (p) => p.trend === "same"],
  ["unknown", "Not known", (p) => p.trend === "unknown"],
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
    ["roofs", "Roofs", true, (p) => p.roofs, (p) => [p.roofsText ?? MISSING, p.roofsText ? note(p.short ? `${p.roofsOf}: falls short` : p.roofsOf) : ""], (p) => (p.short ? " falls-short" : "")],
    ["roofA", "Of roof A", true, (p) => p.a.roof, (p) => roof(p.a)],
    ["roofB", "Of roof B", true, (p) => p.b.roof, (p) => roof(p.b)],
    [
      "limit",
      "Limited by",
      false,
      (p) => p.b.binding,
      (p) => [
        h("span", { class: "bound" }, h("span", { class: `dot tone-${limit(p.b).id}`, "aria-hidden": "true" }), limit(p.b).label),
        p.a.binding === p.b.binding ? "" : h("span", { class: "then" }, `A: ${limit(p.a).label}`),
      ],
    ],
  ].map(([id, title, numeric, key, cell, extra]) => ({ id, title, numeric, key: (p) => key(p) ?? null, cell, extra: extra ?? (() => "") }));
}

function sorted(list, column, descending) {
  const sign = descending ? -1 : 1;
  const keys = new Map(list.map((pair) => [pair, column.key(pair)]));
  return [...list].sort((a, b) => {
    const [x, y] = [keys.get(a), keys.get(b)];
    if (x === y) return a.index - b.index;
    if (x === null) return 1;
    if (y === null) return -1;
    return x < y ? -sign : sign;
  });
}

export class PairTable {
  constructor({ page, store }) {
    Object.assign(this, { page, store, sort: null, descending: false, trend: "all", active: null });
    this.columns = columnsOf(page);
    this.count = h("span", { class: "quiet", role: "status" });
    this.filter = h("input", {
      type: "search",
      placeholder: "Filter by name or limit",
      "aria-label": "Filter pairs by name or by what limits them",
      input: () => this.arrange(),
    });
    this.trends = TRENDS.map(([id, title, fits]) => [id, title, page.pairs.filter(fits).length])
      .filter(([id, , count]) => id === "all" || count > 0)
      .map(([id, title, count]) =>
        h("button", { type: "button", class: "key plain", "data-trend": id, click: () => this.show(id) }, `${title} ${count.toLocaleString("en")}`),
      );
    this.heads = this.columns.map((column) =>
      h(
        "th",
        { scope: "col", class: `col-${column.id}${column.numeric ? " number" : ""}` },
        h("button", { type: "button", click: () => this.sortBy(column) }, column.title),
      ),
    );
    this.body = h("tbody");
    this.table = h("table", { role: "grid", "aria-label": "Pairs", class: "compared" }, h("thead", {}, h("tr", { "aria-rowindex": 1 }, this.heads)), this.body);
    this.scroller = h("div", { class: "scroller", scroll: () => this.draw() }, this.table);
    this.root = h(
      "section",
      {},
      h("div", { class: "table-head" }, h("h2", {}, "Kernels"), this.count, this.filter),
      h("div", { class: "trends", role: "group", "aria-label": "Show" }, this.trends),
      this.scroller,
    );
    this.body.addEventListener("click", (event) => this.pick(this.pairAt(event)));
    this.body.addEventListener("pointerover", (event) => store.set({ hovered: this.pairAt(event) }));
    this.body.addEventListener("pointerleave", () => store.set({ hovered: null }));
    this.body.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(() => this.draw()).observe(this.scroller);
    addEventListener("beforeprint", () => this.draw(500));
    addEventListener("afterprint", () => this.draw());
  }

  show(trend) {
    this.trend = trend;
    this.arrange();
  }
  sortBy(column) {
    this.descending = this.sort === column ? !this.descending : column.numeric;
    this.sort = column;
    this.arrange();
  }

  /** Filters and sorts anew; unsorted is the order of A's recording. */
  arrange() {
    const { pairs, bindings } = this.page;
    const words = this.filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    const text = (p) => `${p.name} ${bindings[p.a.binding].label} ${bindings[p.b.binding].label}`.toLowerCase();
    const fits = TRENDS.find(([id]) => id === this.trend)[2];
    const list = pairs.filter((p) => fits(p) && words.every((word) => text(p).includes(word)));
    this.rows = this.sort ? sorted(list, this.sort, this.descending) : list;
    this.place = new Map(this.rows.map((pair, at) => [pair.index, at]));
    this.active = this.place.has(this.active) ? this.active : (this.rows[0]?.index ?? null);
    const some = this.rows.length === pairs.length ? "" : `${this.rows.length.toLocaleString("en")} of `;
    this.count.textContent = `${some}${pairs.length.toLocaleString("en")} pairs`;
    this.table.setAttribute("aria-rowcount", this.rows.length + 1);
    this.columns.forEach((column, i) =>
      this.heads[i].setAttribute("aria-sort", column !== this.sort ? "none" : this.descending ? "descending" : "ascending"),
    );
    for (const button of this.trends) button.setAttribute("aria-pressed", String(button.dataset.trend === this.trend));
    this.draw();
  }

  // `atLeast` rows even if they cannot be seen: for paper.
  draw(atLeast = 0) {
    if (!this.rows) return;
    const { scrollTop, clientHeight } = this.scroller;
    let from = Math.max(0, Math.floor(scrollTop / ROW) - SPARE);
    let to = Math.min(this.rows.length, Math.ceil((scrollTop + (clientHeight || 400)) / ROW) + SPARE);
    if (atLeast > 0) [from, to] = [0, Math.min(this.rows.length, Math.max(to, atLeast))];
    const focused = this.body.contains(document.activeElement);
    this.body.replaceChildren(
      ...spacer(from * ROW),
      ...this.rows.slice(from, to).map((pair, i) => this.row(pair, from + i)),
      ...spacer((this.rows.length - to) * ROW),
    );
    if (this.rows.length === 0) this.body.append(h("tr", {}, h("td", { class: "quiet empty" }, "No pair matches the filter.")));
    this.mark();
    if (focused) this.body.querySelector('tr[tabindex="0"]')?.focus({ preventScroll: true });
  }

  row(pair, at) {
    return h(
      "tr",
      { "data-pair": pair.index, "aria-rowindex": at + 2 },
      this.columns.map((c) => h("td", { class: `col-${c.id}${c.numeric ? " number" : ""}${c.extra(pair)}` }, ...c.cell(pair))),
    );
  }

  /** Follows the store without building rows anew. */
  mark() {
    const { selected, hovered } = this.store.state;
    for (const row of this.body.querySelectorAll("tr[data-pair]")) {
      const index = Number(row.dataset.pair);
      row.setAttribute("aria-selected", String(index === selected));
      row.classList.toggle("hovered", index === hovered);
      row.tabIndex = index === this.active ? 0 : -1;
    }
  }

  /** Scrolls the table, not the page, until the pair's row can be seen. */
  reveal(index) {
    const at = this.place.get(index);
    if (at === undefined) return;
    this.active = index;
    const { scrollTop, clientHeight } = this.scroller;
    const head = this.table.tHead.offsetHeight;
    if (at * ROW < scrollTop || (at + 1) * ROW + head > scrollTop + clientHeight) {
      this.scroller.scrollTop = Math.max(0, at * ROW - clientHeight / 3);
    }
    this.draw();
  }

  rowOf(index) {
    return this.body.querySelector(`tr[data-pair="${index}"]`);
  }
  pairAt(event) {
    const row = event.target.closest("tr[data-pair]");
    return row ? Number(row.dataset.pair) : null;
  }
  pick(index) {
    if (index === null) return;
    this.active = index;
    this.store.set({ selected: index });
    this.rowOf(index)?.focus({ preventScroll: true });
  }

  key(event) {
    const at = this.place.get(this.active) ?? 0;
    const screen = Math.max(1, Math.floor(this.scroller.clientHeight / ROW) - 2);
    const last = this.rows.length - 1;
    const moves = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + screen, PageUp: at - screen, Home: 0, End: last };
    const next = moves[event.key];
    if (next !== undefined) {
      this.active = this.rows[Math.max(0, Math.min(last, next))].index;
      this.reveal(this.active);
      this.rowOf(this.active)?.focus({ preventScroll: true });
      this.store.set({ hovered: this.active });
    } else if (event.key === "Enter" || event.key === " ") this.pick(this.active);
    else return;
    event.preventDefault();
  }
}

function spacer(height) {
  if (height <= 0) return [];
  const row = h("tr", { class: "spacer", "aria-hidden": "true" }, h("td"));
  row.style.height = `${height}px`;
  return [row];
}
