// The kernel table: sort, filter, groups, keys, and only the rows that can be seen as elements, so that ten thousand kernels
// scroll like ten.
import { columnsOf, sorted } from "./columns.js";
import { groupChoice, groupings, groupRow, linesOf } from "./groups.js";
import { h } from "./dom.js";

const ROW = 42; // pixels; the style sheet sets the same height
const SPARE = 8; // rows kept ready beyond both edges

export class Table {
  constructor({ page, store }) {
    Object.assign(this, { page, store, sort: "time", descending: true, active: null, group: "None" });
    this.columns = columnsOf(page);
    this.count = h("span", { class: "quiet", role: "status" });
    this.filter = h("input", {
      type: "search",
      placeholder: "Filter by name or limit",
      "aria-label": "Filter kernels by name or by what binds them",
      input: () => this.arrange(),
    });
    this.body = h("tbody");
    this.heads = this.columns.map((column) =>
      h(
        "th",
        { scope: "col", class: `col-${column.id}${column.numeric ? " number" : ""}` },
        h("button", { type: "button", click: () => this.sortBy(column.id) }, column.title),
      ),
    );
    this.table = h(
      "table",
      { role: "grid", "aria-label": "Kernels" },
      h("thead", {}, h("tr", { "aria-rowindex": 1 }, this.heads)),
      this.body,
    );
    this.scroller = h("div", { class: "scroller", scroll: () => this.draw() }, this.table);
    this.root = h(
      "section",
      { class: "kernels" },
      h("div", { class: "table-head" }, h("h2", {}, "All kernels"), this.count, (this.choice = h("span")), this.filter),
      this.scroller,
    );
    this.body.addEventListener("click", (event) => this.pick(event));
    this.body.addEventListener("pointerover", (event) => store.set({ hovered: this.kernelAt(event) }));
    this.body.addEventListener("pointerleave", () => store.set({ hovered: null }));
    this.body.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(() => this.draw()).observe(this.scroller);
    addEventListener("beforeprint", () => this.draw(500));
    addEventListener("afterprint", () => this.draw());
  }

  sortBy(id) {
    const column = this.columns.find((c) => c.id === id);
    this.descending = this.sort === id ? !this.descending : column.numeric;
    this.sort = id;
    this.arrange();
  }

  /** For another machine: what its kernels can be grouped by. */
  offerGroups() {
    this.groupings = groupings(this.page.machines[this.store.state.machine]);
    this.choice.replaceChildren(
      groupChoice(this.groupings, this.group, (title) => {
        this.group = title;
        this.scroller.scrollTop = 0;
        this.arrange();
      }),
    );
  }

  /** Filters, sorts and groups anew. */
  arrange() {
    const machine = this.page.machines[this.store.state.machine];
    const words = this.filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    const text = (k) => `${k.name} ${this.page.bindings[k.binding].label} ${k.failed ? "failed" : ""}`.toLowerCase();
    const list = words.length
      ? machine.list.filter((k) => words.every((word) => text(k).includes(word)))
      : machine.list;
    this.rows = sorted(
      list,
      this.columns.find((c) => c.id === this.sort),
      this.descending,
    );
    this.lines = linesOf(this.rows, this.groupings.find(({ title }) => title === this.group) ?? null);
    this.place = new Map(this.lines.flatMap(({ kernel }, at) => (kernel ? [[kernel.index, at]] : [])));
    const first = this.lines.find(({ kernel }) => kernel)?.kernel;
    this.active = this.place.has(this.active) ? this.active : (first?.index ?? null);
    const some = this.rows.length === machine.count ? "" : `${this.rows.length.toLocaleString("en")} of `;
    this.count.textContent = `${some}${machine.count.toLocaleString("en")}`;
    this.table.setAttribute("aria-rowcount", this.lines.length + 1);
    this.columns.forEach((column, i) =>
      this.heads[i].setAttribute(
        "aria-sort",
        column.id !== this.sort ? "none" : this.descending ? "descending" : "ascending",
      ),
    );
    this.draw();
  }

  // `atLeast` rows even if they cannot be seen: for paper.
  draw(atLeast = 0) {
    if (!this.lines) return;
    const view = this.scroller.clientHeight || 400;
    let from = Math.max(0, Math.floor(this.scroller.scrollTop / ROW) - SPARE);
    let to = Math.min(this.lines.length, Math.ceil((this.scroller.scrollTop + view) / ROW) + SPARE);
    if (atLeast > 0) [from, to] = [0, Math.min(this.lines.length, Math.max(to, atLeast))];
    const focused = this.body.contains(document.activeElement);
    const gap = (rows) => (rows > 0 ? [spacer(rows * ROW)] : []);
    this.body.replaceChildren(
      ...gap(from),
      ...this.lines.slice(from, to).map((line, i) => this.line(line, from + i)),
      ...gap(this.lines.length - to),
    );
    if (this.rows.length === 0) {
      this.body.append(h("tr", {}, h("td", { class: "quiet empty" }, "No kernel matches the filter.")));
    }
    if (focused) this.body.querySelector('tr[tabindex="0"]')?.focus({ preventScroll: true });
  }

  line(line, at) {
    if (line.kernel) return this.row(line.kernel, at);
    return groupRow(line, at, this.heads.filter((head) => head.offsetParent !== null).length);
  }

  row(kernel, at) {
    const { selected, hovered } = this.store.state;
    return h(
      "tr",
      {
        "data-kernel": kernel.index,
        "aria-rowindex": at + 2,
        "aria-selected": String(kernel.index === selected),
        class: kernel.index === hovered ? "hovered" : null,
        tabindex: kernel.index === this.active ? 0 : -1,
      },
      this.columns.map((column) =>
        h("td", { class: `col-${column.id}${column.numeric ? " number" : ""}` }, ...column.cell(kernel, this.page)),
      ),
    );
  }

  /** Follows the store without building rows anew. */
  mark() {
    const { selected, hovered } = this.store.state;
    for (const row of this.body.querySelectorAll("tr[data-kernel]")) {
      const index = Number(row.dataset.kernel);
      row.setAttribute("aria-selected", String(index === selected));
      row.classList.toggle("hovered", index === hovered);
      row.tabIndex = index === this.active ? 0 : -1;
    }
  }

  /** Brings a kernel's row into view: inside the table always, on the page where there is room beside the details. */
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
    if (matchMedia("(min-width: 1200px)").matches) {
      const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
      this.rowOf(index)?.scrollIntoView({ block: "nearest", behavior: calm ? "auto" : "smooth" });
    }
  }

  rowOf(index) {
    return this.body.querySelector(`tr[data-kernel="${index}"]`);
  }
  kernelAt(event) {
    const row = event.target.closest("tr[data-kernel]");
    return row ? Number(row.dataset.kernel) : null;
  }
  pick(event) {
    const index = this.kernelAt(event);
    if (index === null) return;
    this.active = index;
    this.store.set({ selected: index });
    this.rowOf(index)?.focus({ preventScroll: true });
  }

  key(event) {
    const order = [...this.place.keys()]; // from the top of the table
    const at = Math.max(0, order.indexOf(this.active));
    const screen = Math.max(1, Math.floor(this.scroller.clientHeight / ROW) - 2);
    const last = order.length - 1;
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + screen, PageUp: at - screen, Home: 0, End: last }[
      event.key
    ];
    if (next !== undefined) {
      this.active = order[Math.max(0, Math.min(last, next))];
      this.reveal(this.active);
      this.rowOf(this.active)?.focus({ preventScroll: true });
      this.store.set({ hovered: this.active });
    } else if (event.key === "Enter" || event.key === " ") this.store.set({ selected: this.active });
    else return;
    event.preventDefault();
  }
}

function spacer(height) {
  const row = h("tr", { class: "spacer", "aria-hidden": "true" }, h("td"));
  row.style.height = `${height}px`;
  return row;
}
