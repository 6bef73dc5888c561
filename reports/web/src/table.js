// The table of a machine's kernels, in groups if they are asked for.
import { columnsOf } from "./columns.js";
import { groupChoice, groupings, groupRow, linesOf } from "./groups.js";
import { h } from "./dom.js";
import { VirtualTable } from "./virtual_table.js";

export class Table extends VirtualTable {
  constructor({ page, store }) {
    super({
      page,
      store,
      columns: columnsOf(page),
      item: "kernel",
      label: "Kernels",
      filters: "Filter kernels by name or by what binds them",
    });
    const application = page.machines.some((machine) => machine.kernels.counted);
    this.table.classList.toggle("application", application);
    Object.assign(this, { sort: "left", descending: true, group: "None" });
    this.choice = h("span");
    this.root = h(
      "section",
      { class: "kernels" },
      h("div", { class: "table-head" }, h("h2", {}, "All kernels"), this.count, this.choice, this.filter),
      this.scroller,
    );
  }

  get machine() {
    return this.page.machines[this.store.state.machine];
  }
  idOf(kernel) {
    return kernel.row;
  }
  kernelOf(id) {
    return this.lines[this.place.get(id)]?.item ?? null;
  }
  focusedIds() {
    const id = (index) => (index === null ? null : this.machine.list[index].row);
    const { selected, hovered } = this.store.state;
    return { selected: id(selected), hovered: id(hovered) };
  }
  /** A kernel of another GPU brings that GPU's page with it. */
  select(id) {
    const { machine, index } = this.kernelOf(id);
    this.store.set({ machine: this.page.machines.indexOf(machine), selected: index });
  }
  hover(id) {
    const kernel = id === null ? null : this.kernelOf(id);
    this.store.set({ hovered: kernel?.machine === this.machine ? kernel.index : null });
  }

  /** For another machine: what its kernels can be grouped by. */
  offerGroups() {
    this.groupings = groupings(this.machine, this.page.machines);
    this.choice.replaceChildren(
      groupChoice(this.groupings, this.group, (title) => {
        this.group = title;
        this.scroller.scrollTop = 0;
        this.arrange();
      }),
    );
  }

  /** Filters, sorts and groups anew. What the legend hides has no row, and what the filter hides is faint in the charts. */
  arrange() {
    const grouping = this.groupings.find(({ title }) => title === this.group) ?? null;
    const list = grouping?.everywhere ? this.page.machines.flatMap((machine) => machine.list) : this.machine.list;
    const text = (k) => `${k.name} ${this.page.bindings[k.binding].label} ${k.failed ? "failed" : ""}`;
    const { bindings } = this.store.state;
    const kernels = this.chosen(list.filter((k) => k.failed || bindings.has(k.binding)), text);
    this.show(linesOf(kernels, grouping), list.length);
    this.store.set({ matched: this.filter.value.trim() === "" ? null : new Set(kernels.map((k) => k.row)) });
  }

  heading(line, at) {
    return groupRow(line, at, this.heads.filter((head) => head.offsetParent !== null).length);
  }

  /** On the page too where there is room beside the details. */
  reveal(id) {
    super.reveal(id);
    if (matchMedia("(min-width: 1200px)").matches) {
      const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
      this.rowOf(id)?.scrollIntoView({ block: "nearest", behavior: calm ? "auto" : "smooth" });
    }
  }
}
