// NVTX ranges: sums over kernels that the table above lists one by one, so they have no place in it or on the chart.
import { breakable, h, MISSING, shorten } from "./dom.js";

const SHOWN = 200;
const TITLES = ["Range", "Kernel time", "Launches", "FLOP/s", "DRAM", "Of roof", "Bound by"];

/** @returns {Node[]} */
export function rangesSection(page, machine) {
  const ranges = machine.ranges ?? [];
  if (ranges.length === 0) return [];
  const cell = (text, i) => h("td", { class: "number", "data-title": TITLES[i + 1] }, text ?? MISSING);
  const left = ranges.length - SHOWN;
  return [
    h(
      "section",
      { class: "ranges", tabindex: 0, "aria-label": "NVTX ranges" },
      h("h2", {}, "NVTX ranges"),
      h("p", { class: "quiet" }, "Sums over the kernels that ran in each range, over the recorded part of the run."),
      h(
        "table",
        { class: "plain" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            TITLES.map((title, i) =>
              h("th", { scope: "col", class: i > 0 && i < TITLES.length - 1 ? "number" : null }, title),
            ),
          ),
        ),
        h(
          "tbody",
          {},
          ranges
            .slice(0, SHOWN)
            .map(([name, time, launches, flops, dram, roof, binding, limit]) =>
              h(
                "tr",
                {},
                h("td", {}, breakable(shorten(name, 90))),
                [time, launches.toLocaleString("en"), flops, dram, roof].map(cell),
                h("td", { "data-title": TITLES.at(-1) }, limit ?? page.bindings[binding].label),
              ),
            ),
        ),
      ),
      left > 0 ? h("p", { class: "quiet" }, `and ${left} more: \`rooflens report --format json\` writes them.`) : "",
    ),
  ];
}
