// The legend is the control: memory level (shape), what binds (colour), and whose compute roof or whose instructions are
// drawn. Only what occurs in this machine's kernels is offered.
import { glyph, lineGlyph } from "./glyphs.js";
import { h } from "./dom.js";
import { LEVELS } from "./data.js";

// What points of the instruction roofline stand for: all instructions at each level, or accesses of one memory.
const ACCESSES = [
  { id: "levels", label: "All, by level" },
  { id: "global", label: "Global memory" },
  { id: "shared", label: "Shared memory" },
];

// How roofs are drawn, where some were measured and others were not.
const ROOF_KEYS = [
  ["measured", "solid"],
  ["calculated", "solid calculated"],
  ["for comparison", "dashed"],
];
function roofKeys({ chart }, group) {
  const used = ROOF_KEYS.filter(([, line]) => chart.lines.includes(line));
  if (used[0]?.[0] !== "measured") return "";
  return group(
    "Roofs",
    used.map(([words, line]) => h("span", { class: "key static" }, lineGlyph(`roof ${line}`), words)),
  );
}

export class Legend {
  constructor({ page, store }) {
    Object.assign(this, { page, store });
    this.root = h("div", { class: "legend" });
  }

  render() {
    const { page, store } = this;
    const machine = page.machines[store.state.machine];
    const used = new Set(machine.list.filter((k) => !k.failed).map((k) => k.binding));
    const levels = LEVELS.filter(
      (level) => machine.list.some((k) => k.levels[level]) || machine.roofs.memory.some((roof) => roof.level === level),
    );
    this.buttons = [];
    const toggle = (set, value, ...content) => {
      const button = h("button", { type: "button", class: "key", click: () => store.toggle(set, value) }, ...content);
      this.buttons.push({ button, on: (state) => state[set].has(value) });
      return button;
    };
    const choice = (name, value, text) => {
      const button = h("button", { type: "button", class: "key plain", click: () => store.set({ [name]: value }) }, text);
      this.buttons.push({ button, on: (state) => state[name] === value });
      return button;
    };
    const group = (title, buttons) =>
      h(
        "div",
        { class: "keys", role: "group", "aria-label": title },
        h("span", { class: "keys-title" }, title),
        buttons,
      );
    const { formats } = machine.chart;
    const { chart, accesses } = store.state;
    const instructions = chart === "instructions";
    const focused = this.root.contains(document.activeElement) ? document.activeElement.textContent : null;
    this.root.replaceChildren(
      instructions
        ? group(
            "Instructions",
            ACCESSES.map(({ id, label }) => choice("accesses", id, label)),
          )
        : "",
      !instructions || accesses === "levels"
        ? group(
            "Level",
            levels.map((level) => toggle("levels", level, glyph(level, 4.5), page.levels[level].label)),
          )
        : "",
      used.size > 0
        ? group(
            "Bound by",
            page.bindings
              .map((binding, index) => ({ binding, index }))
              .filter(({ index }) => used.has(index))
              .map(({ binding, index }) => {
                const button = toggle("bindings", index, h("span", { class: "dot", "aria-hidden": "true" }), binding.label);
                button.classList.add(`tone-${binding.id}`);
                return button;
              }),
          )
        : "",
      instructions ? "" : roofKeys(machine, group),
      formats.length > 1 && !instructions
        ? group("Compute roofs", [
            choice("precision", null, "All"),
            ...formats.map((p) => choice("precision", p, page.precisions[p].label)),
          ])
        : "",
    );
    this.update();
    if (focused !== null) this.buttons.find(({ button }) => button.textContent === focused)?.button.focus();
  }

  update() {
    for (const { button, on } of this.buttons) button.setAttribute("aria-pressed", String(on(this.store.state)));
  }
}
