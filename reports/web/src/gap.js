// Why a kernel takes longer than its roof allows: a waterfall from the roof's time to the measured one. Lengths are
// logarithms, so that factors that multiply are bars that add up. Every factor opens to its bounds and its counters.
import { h } from "./dom.js";
import { findingList } from "./findings.js";

const LEAST_REST = 0.02; // of the axis: what is too small for bars of its own, but shows as a step
const KEYS = [
  ["counted", "from counters"],
  ["latency", "waiting"],
  ["unexplained", "unexplained"],
  ["unclassified", "unclassified"],
  ["flagged", "below 1: less than assumed"],
];

/** "1.43×": three digits, as everywhere. */
export function times(factor) {
  return `${factor < 99.95 ? factor.toPrecision(3) : Number(factor.toPrecision(3)).toLocaleString("en")}×`;
}

/**
 * Factors as bars: where each begins and ends, in logarithms, and how far they reach together. Those too small for a bar
 * of their own stand together at the end.
 * @param {any[][]} factors [row, factor, first, last, best, then]
 */
export function stairs(factors, total, table) {
  const all = factors.map(([row, factor, first, last, best, then]) => {
    const [id, label, counters, atMost, kind] = table.factors[row];
    return { id, label, counters, atMost: atMost === 1, factor, first, last, best, then, kind };
  });
  const isShown = (step) => Math.abs(Math.log(step.factor)) >= table.limits.nothing;
  let at = 0;
  const steps = all.filter(isShown).map((step) => ({ ...step, from: at, to: (at += Math.log(step.factor)) }));
  const ends = [0, Math.log(total), ...steps.map((step) => step.to)];
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  const place = (log) => (high > low ? (100 * (log - low)) / (high - low) : 0);
  const left = Math.log(total) - at;
  const rest = Math.abs(left) >= LEAST_REST * (high - low) ? left : 0;
  return { steps, small: all.filter((step) => !isShown(step)), rest, place };
}

function span(className, left, width) {
  const element = h("span", { class: className });
  element.style.left = `${left}%`;
  if (width !== undefined) element.style.width = `${width}%`;
  return element;
}

function axis(marks) {
  return h(
    "div",
    { class: "stairs-axis", "aria-hidden": "true" },
    marks.map(({ text, at }) => {
      const label = span(`stairs-tick${at < 4 ? " first" : at > 92 ? " last" : ""}`, at);
      label.textContent = text;
      return label;
    }),
  );
}

function track(stair, marks, from, to, kind) {
  const [a, b] = [stair.place(Math.min(from, to)), stair.place(Math.max(from, to))];
  return h(
    "span",
    { class: "stairs-track" },
    marks.map(({ at }) => span("stairs-line", at)),
    span(`stairs-bar ${kind}`, a, Math.max(0.6, b - a)),
  );
}

// What a factor says when it is opened.
function bounds(step, { texts, limits }) {
  const gains = [step.first, step.last].every((gain) => gain >= 1) && [step.first, step.last].some((gain) => Math.log(gain) >= limits.nothing);
  const rows = [
    gains && ["If fixed first", `speed-up of ${times(step.first)}${step.then === null ? "" : `; then ${texts[step.then]} is busiest`}`],
    gains && ["If fixed last", `speed-up of ${times(step.last)}`],
    step.best !== null && ["At best", `speed-up of ${times(step.best)}, if DRAM traffic that may belong to it disappears too`],
    step.atMost && ["At most", "part of it may be unavoidable"],
    ["From", h("ul", {}, step.counters.map((name) => h("li", { class: "counter-name" }, name)))],
  ];
  return h(
    "dl",
    { class: "facts" },
    rows.filter(Boolean).map(([label, value]) => [h("dt", {}, label), h("dd", {}, value)]),
  );
}

function factorRow(step, stair, marks, tables) {
  return h(
    "details",
    { class: `factor ${step.kind}`, "data-factor": step.id },
    h(
      "summary",
      {},
      h("span", { class: "factor-name" }, step.label),
      step.kind === "flagged" ? h("span", { class: "failed" }, "below 1") : "",
      h("span", { class: "number" }, times(step.factor)),
      track(stair, marks, step.from, step.to, step.kind),
    ),
    bounds(step, tables),
  );
}

function restRow(stair, marks, to, limits) {
  return h(
    "div",
    { class: "factor rest" },
    h("span", { class: "factor-name" }, `All else, below ${100 * limits.nothing} % each`),
    h("span", { class: "number" }, times(Math.exp(stair.rest))),
    track(stair, marks, to - stair.rest, to, "counted"),
  );
}

function end(words, time, stair, marks, to) {
  return h(
    "div",
    { class: "factor end" },
    h("span", { class: "factor-name" }, words),
    h("span", { class: "number" }, time),
    track(stair, marks, 0, to, "whole"),
  );
}

function summary(gap, texts) {
  const roof = `${texts[gap.of]} roof${gap.compulsory ? "" : " of its measured work"}`;
  return `${gap.atMost ? "At most " : ""}${times(gap.total)} the time at the ${roof}${gap.parts ? ` = ${gap.parts}` : ""}.`;
}

// Factors that take no time still say what they rest on.
function idle(steps, tables) {
  if (steps.length === 0) return "";
  return h(
    "details",
    { class: "factors-more" },
    h("summary", {}, `Below ${100 * tables.limits.nothing} %: ${steps.map((step) => step.label).join(", ")}`),
    steps.map((step) => [h("p", { class: "factor-name" }, `${step.label} ${times(step.factor)}`), bounds(step, tables)]),
  );
}

function missing(rows) {
  if (rows.length === 0) return "";
  return h(
    "details",
    { class: "factors-more" },
    h("summary", {}, `Unknown: ${rows.map(([label]) => label).join(", ")}`),
    h(
      "dl",
      { class: "missing" },
      rows.map(([label, holder, counters, reason]) => [
        h("dt", {}, label),
        h(
          "dd",
          {},
          `${reason[0].toUpperCase()}${reason.slice(1)}.`,
          holder ? ` Its part is in: ${holder}.` : "",
          counters.map((name) => h("span", { class: "counter-name" }, name)),
        ),
      ]),
    ),
  );
}

/** The waterfall; nothing for a kernel whose gap is not known. */
export function gapSection(gap, tables) {
  if (!gap) return "";
  const stair = stairs(gap.factors, gap.total, tables);
  const { texts, limits } = tables;
  const marks = gap.ticks.map(([factor, text]) => ({ text, at: stair.place(Math.log(factor)) }));
  const used = new Set(stair.steps.map((step) => step.kind));
  return h(
    "section",
    { class: "gap" },
    h("h3", {}, "From the roof to the measured time"),
    h("p", {}, summary(gap, texts)),
    gap.other ? h("p", { class: "note" }, gap.other) : "",
    h(
      "div",
      { class: "stairs" },
      axis(marks),
      end(`Roof time (${texts[gap.of]})`, gap.roof, stair, marks, 0),
      stair.steps.map((step) => factorRow(step, stair, marks, tables)),
      stair.rest === 0 ? "" : restRow(stair, marks, Math.log(gap.total), limits),
      end("Measured", gap.measured, stair, marks, Math.log(gap.total)),
    ),
    h(
      "p",
      { class: "stairs-keys" },
      KEYS.filter(([kind]) => used.has(kind)).map(([kind, words]) =>
        h("span", {}, h("span", { class: `stairs-bar ${kind}`, "aria-hidden": "true" }), words),
      ),
    ),
    idle(stair.small, tables),
    missing(gap.missing.map((row) => tables.missing[row])),
    gap.findings ? findingList(gap.findings) : "",
  );
}
