// What the warps of a function wait for, and on which lines of its source: profile --stalls --lines.
import { h } from "./dom.js";

const LINE_TITLES = ["Line", "Of samples", "Waits most for", "Sectors / ideal", "Wavefronts / ideal"];

function meter(share) {
  const bar = h("span", { class: "bar" });
  bar.style.width = `${Math.max(0.5, 100 * share)}%`;
  return h("span", { class: "track" }, bar);
}

function stallTable(rows) {
  if (rows.length === 0) return "";
  return h(
    "table",
    { class: "plain resources stalls" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "A warp"), h("th", { scope: "col", class: "number" }, "Of samples"))),
    h(
      "tbody",
      {},
      rows.map(([label, meaning, text, share, waits]) =>
        h(
          "tr",
          { class: waits ? "waits" : "issues" },
          h("td", {}, label, meaning ? h("span", { class: "note" }, `waits for ${meaning}`) : ""),
          h("td", { class: "number" }, text, meter(share)),
        ),
      ),
    ),
  );
}

function lineTable(rows, more) {
  if (rows.length === 0) return "";
  return h(
    "div",
    { class: "wide" },
    h(
      "table",
      { class: "plain resources lines" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          LINE_TITLES.map((title, i) => h("th", { scope: "col", class: i === 0 || i === 2 ? null : "number" }, title)),
        ),
      ),
      h(
        "tbody",
        {},
        rows.map(([place, path, text, share, worst, sectors, wavefronts]) =>
          h(
            "tr",
            {},
            h("td", { title: path }, place),
            h("td", { class: "number" }, text ?? "–", text === null ? "" : meter(share)),
            h("td", {}, worst ?? "–"),
            h("td", { class: "number" }, sectors),
            h("td", { class: "number" }, wavefronts),
          ),
        ),
      ),
    ),
    more > 0 ? h("p", { class: "quiet" }, `and ${more} more lines: \`rooflens report --format json\` writes them.`) : "",
  );
}

/** @returns {Node|string} */
export function sourcesSection(source) {
  if (!source) return "";
  return h(
    "section",
    { class: "sources" },
    h("h3", {}, "What its warps wait for, and where"),
    source.note ? h("p", { class: "quiet" }, source.note) : "",
    stallTable(source.stalls),
    lineTable(source.lines, source.more),
  );
}
