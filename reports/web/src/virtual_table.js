// A table that sorts, filters and follows keys, of which only the rows that can be seen are elements: ten thousand scroll
// like ten. The tables of kernels and of pairs say what their lines are.
import { h } from "./dom.js";

const ROW = 42; // pixels; the style sheet sets the same height
const SPARE = 8; // rows kept ready beyond both edges
const ON_PAPER = 500; // rows that are printed though they cannot be seen

/**
 * `extra` gives a class to a cell.
 * @typedef {{id: string, title: string, numeric: boolean, key: (item: any) => number|string|null,
 *            cell: (item: any, page: any) => (Node|string)[], extra?: (item: any) => string|null}} Column
 */

/** Items in the order of a column; ties keep the order of recording, and what is missing comes last both ways. */
export function sorted(list, column, descending) {
  const sign = descending ? -1 : 1;
  const keys = new Map(list.map((item) => [item, column.key(item)]));
  return [...list].sort((a, b) => {
    const [x, y] = [keys.get(a), keys.get(b)];
    if (x === y) return a.index - b.index;
    if (x === null) return 1;
    if (y === null) return -1;
    return x < y ? -sign : sign;
  });
}

export class VirtualTable {
  /**
   * A subclass has `arrange()`, which ends in `show()`, and puts `count`, `filter` and `scroller` where they belong.
   * @param {{page: any, store: any, columns: Column[], item: string, label: string, filters: string, unit?: string}}
   *        parts `item`: what a row stands for, "kernel"; `filters`: what the filter looks at; `unit`: after the count
   */
  constructor({ page, store, columns, item, label, filters, unit = "" }) {
    Object.assign(this, { page, store, columns, item, unit, sort: null, descending: false, active: null, lines: null });
    this.count = h("span", { class: "quiet", role: "status" });
    this.filter = h("input", {
      type: "search",
      placeholder: "Filter by name or bound",
      "aria-label": filters,
      input: () => this.arrange(),
    });
    this.heads = columns.map((column) =>
      h(
        "th",
        { scope: "col", class: `col-${column.id}${column.numeric ? " number" : ""}` },
        h("button", { type: "button", click: () => this.sortBy(column) }, column.title),
      ),
    );
    this.body = h("tbody");
    this.table = h(
      "table",
      { role: "grid", "aria-label": label },
      h("thead", {}, h("tr", { "aria-rowindex": 1 }, this.heads)),
      this.body,
    );
    this.scroller = h("div", { class: "scroller", scroll: () => this.draw() }, this.table);
    this.listen();
  }

  listen() {
    this.body.addEventListener("click", (event) => this.pick(this.idAt(event)));
    this.body.addEventListener("pointerover", (event) => this.hover(this.idAt(event)));
    this.body.addEventListener("pointerleave", () => this.store.set({ hovered: null }));
    this.body.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(() => this.draw()).observe(this.scroller);
    addEventListener("beforeprint", () => this.draw(ON_PAPER));
    addEventListener("afterprint", () => this.draw());
  }

  /** What tells an item from all others of the table, and what of it the store holds. */
  idOf(item) {
    return item.index;
  }
  focusedIds() {
    return this.store.state;
  }
  select(id) {
    this.store.set({ selected: id });
  }
  hover(id) {
    this.store.set({ hovered: id });
  }

  sortBy(column) {
    this.descending = this.sort === column.id ? !this.descending : column.numeric;
    this.sort = column.id;
    this.arrange();
  }

  /** Those whose `text` holds every word of the filter, in the order that was chosen; unsorted as they were recorded. */
  chosen(list, text) {
    const words = this.filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = (item) => words.every((word) => text(item).toLowerCase().includes(word));
    const column = this.columns.find((c) => c.id === this.sort);
    const found = words.length ? list.filter(fits) : list;
    return column ? sorted(found, column, this.descending) : found;
  }

  /** Lines from the top; one without `item` is drawn by `heading`. `all`: how many items there are without the filter. */
  show(lines, all) {
    this.lines = lines;
    this.place = new Map(lines.flatMap(({ item }, at) => (item ? [[this.idOf(item), at]] : [])));
    const [first] = this.place.keys();
    this.active = this.place.has(this.active) ? this.active : (first ?? null);
    const [some, every] = [this.place.size, all].map((count) => count.toLocaleString("en"));
    this.count.textContent = (some === every ? every : `shown ${some} of ${every}`) + this.unit;
    this.table.setAttribute("aria-rowcount", lines.length + 1);
    this.columns.forEach(({ id }, i) =>
      this.heads[i].setAttribute("aria-sort", id !== this.sort ? "none" : this.descending ? "descending" : "ascending"),
    );
    this.draw();
  }

  // `atLeast` rows even if they cannot be seen: for paper.
  draw(atLeast = 0) {
    if (!this.lines) return;
    const { scrollTop, clientHeight } = this.scroller;
    let from = Math.max(0, Math.floor(scrollTop / ROW) - SPARE);
    let to = Math.min(this.lines.length, Math.ceil((scrollTop + (clientHeight || 400)) / ROW) + SPARE);
    if (atLeast > 0) [from, to] = [0, Math.min(this.lines.length, Math.max(to, atLeast))];
    const focused = this.body.contains(document.activeElement);
    this.body.replaceChildren(
      ...spacer(from),
      ...this.lines.slice(from, to).map((line, i) => (line.item ? this.row(line.item, from + i) : this.heading(line, from + i))),
      ...spacer(this.lines.length - to),
    );
    if (this.lines.length === 0) {
      this.body.append(h("tr", {}, h("td", { class: "quiet empty" }, `No ${this.item} matches what is chosen above.`)));
    }
    this.mark();
    if (focused) this.body.querySelector('tr[tabindex="0"]')?.focus({ preventScroll: true });
  }

  row(item, at) {
    const classes = ({ id, numeric, extra }) => [`col-${id}`, numeric && "number", extra?.(item)].filter(Boolean).join(" ");
    return h(
      "tr",
      { [`data-${this.item}`]: this.idOf(item), "aria-rowindex": at + 2 },
      this.columns.map((column) => h("td", { class: classes(column) }, ...column.cell(item, this.page))),
    );
  }

  /** Follows the store without building rows anew. */
  mark() {
    const { selected, hovered } = this.focusedIds();
    for (const row of this.body.querySelectorAll(`tr[data-${this.item}]`)) {
      const id = Number(row.dataset[this.item]);
      row.setAttribute("aria-selected", String(id === selected));
      row.classList.toggle("hovered", id === hovered);
      row.tabIndex = id === this.active ? 0 : -1;
    }
  }

  /** Scrolls the table, not the page, until the row can be seen. */
  reveal(id) {
    const at = this.place.get(id);
    if (at === undefined) return;
    this.active = id;
    const { scrollTop, clientHeight } = this.scroller;
    const head = this.table.tHead.offsetHeight;
    if (at * ROW < scrollTop || (at + 1) * ROW + head > scrollTop + clientHeight) {
      this.scroller.scrollTop = Math.max(0, at * ROW - clientHeight / 3);
    }
    this.draw();
  }

  rowOf(id) {
    return this.body.querySelector(`tr[data-${this.item}="${id}"]`);
  }
  idAt(event) {
    const row = event.target.closest(`tr[data-${this.item}]`);
    return row ? Number(row.dataset[this.item]) : null;
  }
  pick(id) {
    if (id === null) return;
    this.active = id;
    this.select(id);
    this.rowOf(id)?.focus({ preventScroll: true });
  }

  key(event) {
    const order = [...this.place.keys()]; // from the top of the table
    const at = Math.max(0, order.indexOf(this.active));
    const screen = Math.max(1, Math.floor(this.scroller.clientHeight / ROW) - 2);
    const last = order.length - 1;
    const moves = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + screen, PageUp: at - screen, Home: 0, End: last };
    const next = moves[event.key];
    if (next !== undefined) {
      this.active = order[Math.max(0, Math.min(last, next))];
      this.reveal(this.active);
      this.rowOf(this.active)?.focus({ preventScroll: true });
      this.hover(this.active);
    } else if (event.key === "Enter" || event.key === " ") this.pick(this.active);
    else return;
    event.preventDefault();
  }
}

function spacer(rows) {
  if (rows <= 0) return [];
  const row = h("tr", { class: "spacer", "aria-hidden": "true" }, h("td"));
  row.style.height = `${rows * ROW}px`;
  return [row];
}
