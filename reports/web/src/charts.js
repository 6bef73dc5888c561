// The figure of the main chart: roofline or instruction roofline, switched beside its title. The other one stays ready,
// with its zoom, while the page is open.
import { Instructions } from "./chart/instructions.js";
import { Roofline } from "./chart/rooflines.js";
import { loadInstructions } from "./data.js";
import { h } from "./dom.js";

const TITLES = { roofline: "Roofline", instructions: "Instruction roofline" };

export class Charts {
  constructor(parts) {
    this.page = parts.page;
    this.store = parts.store;
    this.moved = { roofline: false, instructions: false };
    const onZoom = (name) => (moved) => {
      this.moved[name] = moved;
      this.update();
    };
    this.roofline = new Roofline({ ...parts, onZoom: onZoom("roofline") });
    this.instructions = new Instructions({ ...parts, onZoom: onZoom("instructions") });
    this.reset = h(
      "button",
      { type: "button", class: "quiet-button", hidden: true, click: () => this.shown.resetZoom() },
      "Reset zoom",
    );
    this.title = h("h2", {});
    this.note = h("p", { class: "chart-note quiet" });
    this.root = h(
      "figure",
      { class: "figure-roofline" },
      h("figcaption", {}, this.title, this.reset),
      this.roofline.root,
      this.instructions.root,
      this.note,
    );
  }

  get shown() {
    return this[this.store.state.chart];
  }
  get machine() {
    return this.page.machines[this.store.state.machine];
  }

  /** A machine whose instructions were not counted has the roofline alone. */
  arrange() {
    const both = Boolean(this.machine.instructions);
    if (!both && this.store.state.chart !== "roofline") this.store.state.chart = "roofline";
    this.buttons = both
      ? Object.entries(TITLES).map(([id, text]) =>
          h(
            "button",
            { type: "button", class: "chart-switch", "data-chart": id, click: () => this.store.set({ chart: id }) },
            text,
          ),
        )
      : [];
    this.title.replaceChildren(...(both ? this.buttons : [TITLES.roofline]));
    this.update();
  }

  update() {
    const { chart } = this.store.state;
    for (const button of this.buttons ?? []) button.setAttribute("aria-pressed", String(button.dataset.chart === chart));
    this.reset.hidden = !this.moved[chart];
    this.roofline.root.hidden = chart !== "roofline";
    this.instructions.root.hidden = chart !== "instructions";
    const notes = [chart === "instructions" ? this.words() : "", this.missingRoofs()].filter(Boolean);
    this.note.hidden = notes.length === 0;
    this.note.textContent = notes.join(" ");
    if (chart !== "instructions" || this.instructions.data) return;
    loadInstructions().then((data) => {
      this.instructions.data = data;
      this.update();
      this.instructions.render();
    });
  }

  /** What kernels counted and no roof is drawn for; the instruction roofline has levels alone. */
  missingRoofs() {
    const of = this.store.state.chart === "instructions" ? ([, level]) => level !== null : () => true;
    const names = (this.machine.roofless ?? []).filter(of).map(([name]) => name);
    if (names.length === 0) return "";
    const list = names.length < 2 ? names[0] : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
    return `No roof is known for ${list}: \`rooflens ceilings\` measures ${names.length < 2 ? "it" : "them"}.`;
  }

  words() {
    const { accesses } = this.store.state;
    const drawn = this.instructions.data?.[this.store.state.machine].drawn ?? Infinity;
    const left = drawn < this.machine.instructions ? ` Drawn: the ${drawn.toLocaleString("en")} kernels with most time.` : "";
    const without = this.machine.list.filter((kernel) => !kernel.failed).length - (this.machine.instructions ?? 0);
    const missing = without > 0 ? ` Without counted instructions: ${without.toLocaleString("en")}.` : "";
    const how =
      accesses === "levels"
        ? "A stem leads from the issued warp instructions to those of active lanes (tick) and of lanes whose predicate " +
          "is on (foot)."
        : "A wall is where accesses of one pattern lie.";
    return how + left + missing;
  }

  render() {
    this.shown.render();
  }
  drawFocus() {
    this.shown.drawFocus();
  }
  resetZoom() {
    this.roofline.resetZoom();
    this.instructions.resetZoom();
  }
}
