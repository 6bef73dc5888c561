// Starts the page: reads the data, waits for the typeface (words that are covered are found by their size), and connects
// the parts to the store.
import { Bandwidth } from "./chart/rooflines.js";
import { Tooltip } from "./chart/tooltip.js";
import { Charts } from "./charts.js";
import { loadDetails, loadOverview } from "./data.js";
import { detailPanel } from "./detail.js";
import { h } from "./dom.js";
import { familyOfAddress, familyPage, viewLinks } from "./family.js";
import { Header, themeSwitch } from "./header.js";
import { Legend } from "./legend.js";
import { notDrawn } from "./not_drawn.js";
import { overview } from "./overview.js";
import { rangesSection } from "./ranges.js";
import { INITIAL_CHART, initialView, Store } from "./store.js";
import { Table } from "./table.js";

class Page {
  constructor(page) {
    this.page = page;
    this.chosen = null;
    this.store = new Store(page.machines.length ? { ...INITIAL_CHART, ...initialView(page, 0) } : { machine: 0 });
    this.tooltip = new Tooltip();
    const parts = { page, store: this.store, tooltip: this.tooltip };
    this.header = new Header({ ...parts, onTheme: () => this.switchTheme() });
    this.switchTheme = themeSwitch(this.header.theme, () => {
      this.drawCharts();
      dispatchEvent(new Event("themechange"));
    });
    this.header.render();
    const root = document.getElementById("page");
    root.append(this.header.root);
    if (page.machines.length === 0) return;
    this.charts = new Charts(parts);
    this.bandwidth = new Bandwidth(parts);
    this.legend = new Legend(parts);
    this.table = new Table(parts);
    this.missing = h("div", { class: "not-drawn" });
    this.ranges = h("div");
    this.table.root.append(this.ranges);
    this.side = h("aside", { class: "side", "aria-label": "Overview" });
    this.plots = h(
      "div",
      { class: "plots" },
      this.charts.root,
      (this.bandwidthFigure = h(
        "figure",
        { class: "figure-bandwidth" },
        h("figcaption", {}, h("h2", {}, "No FLOPs: bandwidth")),
        this.bandwidth.root,
      )),
    );
    this.views = h("nav", { class: "views", "aria-label": "Views", hidden: true });
    this.family = h("section", { class: "family", "aria-label": "Family", hidden: true });
    root.append(
      this.views,
      this.family,
      (this.layout = h(
        "div",
        { class: "layout" },
        h(
          "main",
          {},
          h("section", { class: "charts", "aria-label": "Charts" }, this.legend.root, this.plots, this.missing),
          this.table.root,
        ),
        this.side,
      )),
    );
    this.store.subscribe((state, changed) => this.update(state, changed));
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.clear();
    });
    addEventListener("hashchange", () => {
      this.showView();
      scrollTo(0, 0);
      if (!this.family.hidden) this.family.querySelector("h2").focus({ preventScroll: true });
      if (this.chosen !== null) this.store.set({ selected: this.chosen });
      this.chosen = null;
    });
    this.showMachine();
  }

  get machine() {
    return this.page.machines[this.store.state.machine];
  }

  showMachine() {
    this.header.render();
    this.table.offerGroups();
    this.charts.arrange();
    this.table.arrange();
    this.arrangeCharts();
    this.ranges.replaceChildren(...rangesSection(this.page, this.machine));
    this.missing.replaceChildren(...notDrawn(this.machine, this.store));
    this.drawSide();
    this.showView();
    this.drawCharts();
  }

  // Kernels without floating-point work have their place on the instruction roofline.
  arrangeCharts() {
    this.bandwidthFigure.hidden = this.store.state.chart !== "roofline" || !this.machine.charts.bandwidth;
    this.legend.render();
  }

  // All kernels, or the family that the address names; one that this machine did not run shows all kernels.
  showView() {
    const families = this.machine.families ?? [];
    const family = familyOfAddress(families);
    this.views.hidden = families.length === 0;
    this.views.replaceChildren(...viewLinks(families, family?.name ?? null));
    const current = this.views.querySelector("[aria-current]");
    this.views.scrollLeft = current ? current.offsetLeft - this.views.clientWidth / 2 : 0; // one line on small screens
    this.layout.hidden = family !== null;
    this.family.hidden = family === null;
    document.body.classList.toggle("has-detail", family === null && this.store.state.selected !== null);
    this.family.replaceChildren(...(family ? familyPage(this.page, family, (kernel) => this.choose(kernel)) : []));
  }

  // From a family's page to a kernel's details.
  choose(kernel) {
    this.chosen = kernel;
    location.hash = "";
  }

  update(state, changed) {
    if (changed.has("machine")) {
      const selected = changed.has("selected") ? state.selected : null;
      Object.assign(state, initialView(this.page, state.machine), { selected });
      this.charts.resetZoom();
      this.showMachine();
      return;
    }
    if (changed.has("chart") || changed.has("accesses")) {
      this.charts.update();
      this.arrangeCharts();
      this.drawCharts();
    }
    if (["levels", "bindings", "precision"].some((name) => changed.has(name))) {
      this.legend.update();
      this.drawCharts();
    }
    if (changed.has("bindings")) this.table.arrange();
    if (changed.has("matched")) this.drawCharts();
    if (changed.has("selected")) {
      if (state.selected !== null) this.table.reveal(this.machine.list[state.selected].row);
      this.drawSide();
      this.drawCharts();
    }
    if (changed.has("hovered")) {
      this.charts.drawFocus();
      this.bandwidth.drawFocus();
    }
    if (changed.has("hovered") || changed.has("selected")) this.table.mark();
  }

  drawCharts() {
    this.charts?.render();
    if (this.bandwidth && !this.bandwidthFigure.hidden) this.bandwidth.render();
  }

  drawSide() {
    const { selected } = this.store.state;
    const kernel = selected === null ? null : this.machine.list[selected];
    document.body.classList.toggle("has-detail", kernel !== null);
    this.side.classList.toggle("detail", kernel !== null);
    this.side.setAttribute("aria-label", kernel ? "Selected kernel" : "Overview");
    this.side.scrollTop = 0;
    if (!kernel) {
      this.side.replaceChildren(...overview(this.page, this.machine, this.store));
      return;
    }
    const show = (details) =>
      this.side.replaceChildren(
        ...detailPanel(this.page, kernel, details, this.store.state.machine, () => this.clear()),
      );
    show(this.page.details ?? null);
    if (this.page.details) return;
    loadDetails().then((details) => {
      this.page.details = details;
      if (this.machine.list[this.store.state.selected] !== kernel) return;
      show(details);
      this.drawCharts(); // with the kernel's own roofs
    });
  }

  // Back to the overview; the focus stays with the kernel's row.
  clear() {
    const { selected } = this.store.state;
    if (selected === null) return;
    const inside = this.side.contains(document.activeElement);
    this.store.set({ selected: null });
    if (inside) this.table.rowOf(this.machine.list[selected].row)?.focus({ preventScroll: true });
  }
}

async function start() {
  const fonts = ["400 12px Inter", "600 12px Inter"].map((font) => document.fonts.load(font));
  const [page] = await Promise.all([loadOverview(), ...fonts]);
  new Page(page);
  document.documentElement.dataset.ready = String(Math.round(performance.now()));
}

start().catch((error) => {
  document
    .getElementById("page")
    .append(h("p", { class: "banner", role: "alert" }, `This report could not be drawn: ${error.message}`));
  throw error;
});
