// The side column: what changed most and under which conditions, or every number of the selected pair.
import { h, MISSING, shorten } from "../dom.js";


/** Rows of label, A and B; a row that neither side knows is left out. */
export function sideFacts({ a, b }) {
  const roof = (side) => side.roofText && side.roofText + (side.measured ? "*" : "");
  const time = (side) => (side.failed ? "FAILED" : side.timeText);
  return [
    ["Time", time(a), time(b)],
    ["Of roof", roof(a), roof(b)],
    ["Performance", a.flops, b.flops],
    ["DRAM", a.dram, b.dram],
    ["Intensity", a.intensity, b.intensity],
    ["Occupancy", a.occupancy, b.occupancy],
  ]
    .filter(([, x, y]) => x || y)
    .map(([label, x, y]) => [label, x ?? MISSING, y ?? MISSING]);
}

const changed = (pair) => pair.ratio && (pair.trend === "faster" || pair.trend === "slower");

function changedMost(page, store) {
  const list = page.pairs
    .filter(changed)
    .sort((a, b) => Math.abs(Math.log(b.ratio)) - Math.abs(Math.log(a.ratio)))
    .slice(0, 6);
  if (list.length === 0) return h("p", { class: "quiet" }, "No pair changed by more than its noise.");
  return h(
    "ol",
    { class: "changed" },
    list.map((pair) =>
      h(
        "li",
        {},
        h(
          "button",
          { type: "button", class: "top-entry", click: () => store.set({ selected: pair.index }) },
          h("span", { class: "top-name" }, shorten(pair.name, 60)),
          h("span", { class: `number trend-${pair.trend}` }, pair.ratioText),
          h("span", { class: "quiet" }, `${pair.a.timeText} → ${pair.b.timeText}`),
          h("span", { class: `number ${pair.short ? "falls-short" : "quiet"}` }, pair.short ? "falls short" : pair.trend),
        ),
      ),
    ),
  );
}

function differences(page) {
  if (page.differences.length === 0) return "";
  return h(
    "section",
    { class: "differences" },
    h("h2", {}, "Conditions that differ"),
    h(
      "ul",
      {},
      page.differences.map(([label, a, b]) => h("li", {}, `${label}: ${a} in A, ${b} in B`)),
    ),
  );
}

/** @returns {(Node|string)[]} */
export function overview(page, store) {
  const measured = page.pairs.some(({ a, b }) => a.measured || b.measured);
  return [
    h("section", {}, h("h2", {}, "What changed most"), changedMost(page, store)),
    differences(page),
    h(
      "section",
      { class: "reading" },
      h("h2", {}, "How to read it"),
      h("p", {}, "An arrow goes from a kernel's point in A, pale, to the one in B. Up is faster; towards a solid line is nearer to a roof of B."),
      h("p", {}, `B vs A is the median time of A / that of B; the range takes opposite quartiles. Faster, slower: the range lies more than ${page.noise} outside 1.00× (run-to-run noise).`),
      h("p", {}, "Roofs is the speed-up predicted from A's counters and B's roofs. A pair falls short where even the favourable end of its interval stays below the least that is predicted."),
      measured ? h("p", {}, "* measured work, because the compulsory work is unknown.") : "",
    ),
  ];
}

function verdict(pair) {
  const words = { faster: "B is faster.", slower: "B is slower.", same: "The same within noise.", unknown: "Whether it changed is unknown." };
  return words[pair.trend];
}

/** @returns {(Node|string)[]} */
export function pairPanel(page, pair, close) {
  const limit = ({ binding }) => page.bindings[binding].label;
  const rows = [...sideFacts(pair), ["Bound by", limit(pair.a), limit(pair.b)]];
  return [
    h(
      "div",
      { class: "detail-head" },
      h("h2", {}, h("span", { class: pair.name.length > 80 ? "full-name long" : "full-name" }, pair.name)),
      h("button", { type: "button", class: "quiet-button", click: close }, "Close"),
    ),
    h(
      "p",
      {},
      pair.ratioText ? h("strong", { class: `trend-${pair.trend}` }, pair.ratioText) : "",
      pair.interval ? h("span", { class: "quiet" }, ` between ${pair.interval}`) : "",
    ),
    h("p", {}, verdict(pair), pair.roofsText ? ` The ${pair.roofsOf} roofs predict ${pair.roofsText}.` : " The roofs predict nothing for it."),
    h(
      "table",
      { class: "pair-facts" },
      h("thead", {}, h("tr", {}, h("th", {}), h("th", { scope: "col", class: "number" }, "A"), h("th", { scope: "col", class: "number" }, "B"))),
      h(
        "tbody",
        {},
        rows.map(([label, a, b]) => h("tr", {}, h("td", {}, label), h("td", { class: "number" }, a), h("td", { class: "number" }, b))),
      ),
    ),
    pair.notes ? h("ul", { class: "pair-notes" }, pair.notes.map((note) => h("li", {}, note))) : "",
  ];
}
