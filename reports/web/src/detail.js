// The side column while a kernel is selected: its story first, then what can be done, then every number behind it.
import { demandText, limitText } from "./chart/tooltip.js";
import { adviceSection } from "./advice.js";
import { copyButton } from "./copy.js";
import { countersSection, refusedSection } from "./counters.js";
import { VERIFICATION } from "./data.js";
import { breakable, facts, h, MISSING } from "./dom.js";
import { findingList } from "./findings.js";
import { gapSection } from "./gap.js";
import { sourcesSection } from "./sources.js";

function section(title, ...content) {
  return h("section", {}, h("h3", {}, title), ...content);
}

// Two bars: the shortest time that the roofs allow, and the time it took.
function story(kernel, page) {
  const binding = page.bindings[kernel.binding];
  if (kernel.time === null)
    return h("p", { class: "story" }, "No duration was recorded, so it has no place on the chart.");
  const parts = [
    h(
      "p",
      { class: "story" },
      h("strong", {}, kernel.timeText),
      kernel.spread === null ? ", " : ` ${kernel.spread}, `,
      kernel.shareText === null ? "" : `${kernel.shareText} of all kernel time. `,
      kernel.failed ? "Its result is wrong." : (kernel.contradiction ?? `${limitText(kernel, page)}.`),
    ),
  ];
  if (kernel.roof !== null) {
    const scale = Math.max(1, kernel.roof);
    const bar = (share, kind) => {
      const element = h("span", { class: `bar ${kind}` });
      element.style.width = `${Math.max(0.5, (100 * share) / scale)}%`;
      return h("span", { class: "track" }, element);
    };
    parts.push(
      h(
        "div",
        { class: `race tone-${binding.id}` },
        h("span", {}, `Roof time (${kernel.roofName})`),
        h("span", { class: "number" }, kernel.shortest),
        bar(kernel.roof, "best"),
        h("span", {}, "Measured"),
        h("span", { class: "number" }, kernel.timeText),
        bar(1, "took"),
      ),
      h("p", { class: "quiet" }, `${kernel.roofText} of its roof, ${demandText(kernel)}.`),
    );
  }
  return parts;
}

// [name, work, rate, share text, share, binding, analytic, intensity]
function resources(rows, mixed, page) {
  if (rows.length === 0) return "";
  return section(
    "How busy each resource was",
    h(
      "table",
      { class: "plain resources" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          ["Resource", "Work", "Rate", "Of roof"].map((title, i) =>
            h("th", { scope: "col", class: i > 0 ? "number" : null }, title),
          ),
        ),
      ),
      h(
        "tbody",
        {},
        rows.map(([name, work, rate, text, share, binding, analytic, intensity]) => {
          const bar = h("span", { class: "bar" });
          bar.style.width = `${Math.min(100, 100 * (share ?? 0))}%`;
          return h(
            "tr",
            { class: `tone-${page.bindings[binding].id}` },
            h(
              "td",
              {},
              name,
              analytic ? h("span", { class: "note" }, "from formula") : "",
              intensity ? h("span", { class: "note" }, intensity) : "",
            ),
            h("td", { class: "number" }, work),
            h("td", { class: "number" }, rate),
            h("td", { class: "number" }, text ?? MISSING, h("span", { class: "track" }, bar)),
          );
        }),
      ),
    ),
    mixed ? h("p", { class: "note" }, `Its mix of formats could reach ${mixed}.`) : "",
  );
}

function comparison(rows) {
  if (rows.length === 0) return "";
  return section(
    "Measured and from formula",
    h(
      "table",
      { class: "plain" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          ["", "Measured", "From formula", "Ratio"].map((title, i) =>
            h("th", { scope: "col", class: i > 0 ? "number" : null }, title),
          ),
        ),
      ),
      h(
        "tbody",
        {},
        rows.map(([label, measured, analytic, ratio]) =>
          h(
            "tr",
            {},
            h("td", {}, label),
            h("td", { class: "number" }, measured ?? MISSING),
            h("td", { class: "number" }, analytic),
            h("td", { class: "number" }, ratio ?? MISSING),
          ),
        ),
      ),
    ),
  );
}

function metrics(list, table) {
  if (list.length === 0) return "";
  return section(
    "Derived metrics",
    h(
      "dl",
      { class: "facts metrics" },
      list.map(([row, text, why]) => [
        h("dt", { title: table[row][1] }, table[row][0], why ? h("span", { class: "note" }, `None: ${why}.`) : ""),
        h("dd", {}, text),
      ]),
    ),
  );
}

// The command that measures this kernel again.
function repeat(command) {
  if (!command) return "";
  return h(
    "section",
    { class: "repeat" },
    h("h3", {}, "Measure it again"),
    h("code", { tabindex: 0 }, command),
    copyButton("Copy command", () => command),
  );
}

function verification(kernel, detail) {
  const said = detail?.verification ? `: ${detail.verification}` : "";
  return h(
    "p",
    { class: kernel.failed ? "failed" : "quiet" },
    `${VERIFICATION[kernel.verified][0].toUpperCase()}${VERIFICATION[kernel.verified].slice(1)}${said}.`,
  );
}

function occupancy(kernel) {
  if (kernel.occupancyText === null && kernel.occupancyLimit === null) return [];
  return [["Occupancy", `${kernel.occupancyText ?? MISSING} of ${kernel.occupancyLimit ?? MISSING} possible`]];
}

// The library kernel for the same task, and the family that this one is a step of.
function context(kernel, machine) {
  const peer = kernel.peer ? h("p", { class: "peer" }, kernel.peer[2]) : "";
  for (const family of machine.families ?? []) {
    const step = family.steps.findIndex((member) => member.kernel === kernel.index);
    if (step < 0 && !family.variants.some((member) => member.kernel === kernel.index)) continue;
    const words = step < 0 ? `A variant of ${family.name}` : `Step ${step + 1} of ${family.steps.length} of ${family.name}`;
    return [peer, h("p", {}, h("a", { class: "link", href: `#family/${encodeURIComponent(family.name)}` }, words))];
  }
  return peer;
}

/**
 * @param {object|null} all the details block; null while it is being unpacked
 * @returns {Node[]}
 */
export function detailPanel(page, kernel, all, machine, close) {
  const detail = all?.machines[machine][kernel.index] ?? null;
  const binding = page.bindings[kernel.binding];
  const head = [
    h(
      "div",
      { class: "detail-head" },
      h(
        "h2",
        { id: "detail-title", tabindex: -1 },
        h("span", { class: `dot tone-${binding.id}`, "aria-hidden": "true" }),
        h("span", { class: kernel.name.length > 80 ? "full-name long" : "full-name" }, breakable(kernel.name)),
      ),
      h("button", { type: "button", class: "quiet-button", click: close }, "Close"),
    ),
    h("section", {}, story(kernel, page), verification(kernel, detail), context(kernel, page.machines[machine])),
  ];
  if (!all) return [...head, h("p", { class: "quiet" }, "Unpacking the details…")];
  if (!detail) {
    return [
      ...head,
      h(
        "p",
        { class: "quiet" },
        `To stay small, this page keeps counters, findings and gaps of the ${page.detailed.toLocaleString("en")} kernels ` +
          "with most time. The session has those of every kernel: `rooflens report --format json` writes them.",
      ),
    ];
  }
  return [
    ...head,
    adviceSection(detail.advice, all.gaps.texts, detail.ofLibrary ? page.machines[machine].callers : ""),
    gapSection(detail.gap, all.gaps),
    detail.latency ? section("Loads in flight", h("p", {}, detail.latency.words), facts(detail.latency.rows)) : "",
    detail.findings.length ? section("What was seen", findingList(detail.findings)) : "",
    resources(detail.resources, detail.mixed, page),
    detail.source === undefined ? "" : sourcesSection(all.sources[machine][detail.source]),
    comparison(detail.compare),
    detail.remarks ? section("About these numbers", detail.remarks.map((remark) => h("p", {}, `${remark}.`))) : "",
    section("Time", facts([...detail.time, ...occupancy(kernel)])),
    metrics(detail.metrics, all.metrics),
    detail.launch.length ? section("Launch", facts(detail.launch)) : "",
    detail.clocks.length ? section("Clocks", facts(detail.clocks)) : "",
    repeat(detail.command),
    countersSection(kernel, detail, all.layouts),
    refusedSection(detail.refused),
  ];
}
