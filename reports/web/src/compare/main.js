// The page of a comparison: header, picture beside what changed or the selected pair, table, devices.
import { readBlock } from "../data.js";
import { h } from "../dom.js";
import { themeSwitch } from "../header.js";
import { Store } from "../store.js";
import { devicesSection, lonelySection } from "./devices.js";
import { overview, pairPanel } from "./panel.js";
import { Picture } from "./picture.js";
import { PairTable } from "./table.js";

function side(letter, { name, kind, facts }) {
  const recorded = facts.find(([label]) => label === "Recorded");
  const words = [kind, recorded && `recorded ${recorded[1]}`].filter(Boolean);
  return [h("dt", {}, letter), h("dd", {}, h("strong", {}, name), words.map((text) => `, ${text}`))];
}

function title({ devices }) {
  const names = new Set(devices.flatMap(({ a, b }) => [a, b]));
  if (names.size === 0) return "No GPU is known";
  if (names.size === 1) return [...names][0];
  return devices.length === 1 ? `${devices[0].a} → ${devices[0].b}` : `${devices.length} pairs of GPUs`;
}

function header(page, theme) {
  return h(
    "header",
    { class: "head" },
    page.simulated
      ? h(
          "p",
          { class: "banner", role: "note" },
          h("strong", {}, "SIMULATED DATA"),
          " At least one side was made up for a test or an example. No GPU ran it.",
        )
      : "",
    page.altered
      ? h(
          "p",
          { class: "banner", role: "note" },
          h("strong", {}, "ALTERED DATA"),
          " A session was altered since it was recorded; it is named below.",
        )
      : "",
    h("div", { class: "head-row" }, h("p", { class: "document" }, "Comparison"), theme),
    h("h1", {}, title(page)),
    h("dl", { class: "sides" }, side("A", page.a), side("B", page.b)),
    h("p", { class: "verdict" }, page.outcome),
  );
}

class Page {
  constructor(page) {
    page.pairs.forEach((pair, index) => (pair.index = index));
    this.page = page;
    this.store = new Store({ selected: null, hovered: null, machine: 0 });
    const parts = { page, store: this.store };
    const theme = h("button", { type: "button", class: "quiet-button", click: () => this.switchTheme() });
    this.switchTheme = themeSwitch(theme, () => {});
    this.picture = new Picture(parts);
    this.table = new PairTable(parts);
    this.side = h("aside", { class: "side" });
    this.layout = h(
      "div",
      { class: "layout" },
      h(
        "main",
        {},
        h("section", { class: "charts", "aria-label": "Chart" }, this.picture.figure),
        h(
          "div",
          { class: "kernels" },
          this.table.root,
          lonelySection(page, "A", page.onlyA),
          lonelySection(page, "B", page.onlyB),
          devicesSection(page),
        ),
      ),
      this.side,
    );
    document.getElementById("page").append(header(page, theme), this.layout);
    this.store.subscribe((state, changed) => this.update(state, changed));
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.clear());
    this.drawSide();
    this.table.arrange();
    this.picture.showMachine();
  }

  update(state, changed) {
    if (changed.has("machine")) this.picture.showMachine();
    if (changed.has("selected")) {
      if (state.selected !== null) this.table.reveal(state.selected);
      this.drawSide();
    }
    this.picture.mark();
    this.table.mark();
  }

  drawSide() {
    const { selected } = this.store.state;
    const pair = selected === null ? null : this.page.pairs[selected];
    document.body.classList.toggle("has-detail", pair !== null);
    this.side.classList.toggle("detail", pair !== null);
    this.side.setAttribute("aria-label", pair ? "Selected pair" : "Overview");
    this.side.scrollTop = 0;
    this.side.replaceChildren(...(pair ? pairPanel(this.page, pair, () => this.clear()) : overview(this.page, this.store)));
  }

  // Back to the overview; the focus stays with the pair's row.
  clear() {
    const { selected } = this.store.state;
    if (selected === null) return;
    const inside = this.side.contains(document.activeElement);
    this.store.set({ selected: null });
    if (inside) this.table.rowOf(selected)?.focus({ preventScroll: true });
  }
}

async function start() {
  const fonts = ["400 12px Inter", "600 12px Inter"].map((font) => document.fonts.load(font));
  const [page] = await Promise.all([readBlock("comparison"), ...fonts]);
  new Page(page);
  document.documentElement.dataset.ready = String(Math.round(performance.now()));
}

start().catch((error) => {
  document
    .getElementById("page")
    .append(h("p", { class: "banner", role: "alert" }, `This comparison could not be drawn: ${error.message}`));
  throw error;
});
