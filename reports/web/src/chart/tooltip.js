// The small panel beside the pointer or the focused point. It is a live region too, so that a screen reader hears what
// the keyboard reaches.
import { h, shorten } from "../dom.js";

export class Tooltip {
  constructor() {
    this.element = h("div", { class: "tooltip", role: "status", "aria-live": "polite", hidden: true });
    document.body.append(this.element);
  }

  /** Beside (x, y) of the window, on the side that has room. */
  show(x, y, content) {
    this.element.replaceChildren(...content);
    this.element.hidden = false;
    const { width, height } = this.element.getBoundingClientRect();
    const room = document.documentElement.clientWidth;
    const left = x + 16 + width < room ? x + 16 : Math.max(8, x - 16 - width);
    const top = Math.max(8, Math.min(y - height / 2, window.innerHeight - height - 8));
    this.element.style.left = `${Math.min(left, room - width - 8)}px`;
    this.element.style.top = `${top}px`;
  }
  hide() {
    this.element.hidden = true;
  }
}

/** "DRAM-bound", "Bound unknown" as a sentence opener. */
export function boundText(binding) {
  return binding.id === "unknown" ? "Bound unknown" : binding.bound[0].toUpperCase() + binding.bound.slice(1);
}

/** What limits a kernel, or that its counters and its time contradict each other. */
export function limitText(kernel, page) {
  return kernel.contradiction ? "Counters and time contradict each other" : boundText(page.bindings[kernel.binding]);
}

export function demandText(kernel) {
  return kernel.compulsory === 1 ? "of compulsory demand" : "of measured demand";
}

/** What a point says: its level first, because that is what the pointer is on. */
export function pointTip(point, page) {
  const { kernel } = point;
  const at = kernel.levels[point.level];
  const level = page.levels[point.level].label;
  const rows = [
    ["Time", `${kernel.timeText} ${kernel.spread}`],
    kernel.flopsText && ["Performance", kernel.flopsText],
    [`${level} traffic`, at.bytes + (at.analytic ? ", from formula" : "")],
    [`${level} bandwidth`, at.rateText + (at.fraction ? `, ${at.fraction} of its roof` : "")],
    at.intensity && ["Intensity", at.intensity],
    kernel.roofText && ["Of roof", `${kernel.roofText} ${demandText(kernel)}`],
  ];
  return [
    h("p", { class: "tip-name" }, shorten(kernel.name, 120)),
    h(
      "dl",
      { class: "facts" },
      rows.filter(Boolean).map(([k, v]) => [h("dt", {}, k), h("dd", {}, v)]),
    ),
    h("p", { class: `tip-bound tone-${page.bindings[kernel.binding].id}` }, limitText(kernel, page)),
  ];
}

/** Lines of a text that the program wrote, the first as a heading. */
export function tipLines(text) {
  const [name, ...lines] = text.split("\n");
  return [h("p", { class: "tip-name" }, name), ...lines.map((line) => h("p", {}, line))];
}
