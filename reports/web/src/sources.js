// What the warps of a function wait for, and on which lines of its source: profile --stalls --lines.
import { h, MISSING } from "./dom.js";

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
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Stall reason"), h("th", { scope: "col", class: "number" }, "Of samples"))),
    h(
      "tbody",
      {},
      rows.map(([label, meaning, text, share, waits]) =>
        h(
          "tr",
          { class: waits ? "waits" : "issues" },
          h("td", {}, label, meaning ? h("span", { class: "note" }, waits ? `waits for ${meaning}` : meaning) : ""),
          h("td", { class: "number" }, text, meter(share)),
        ),
      ),
    ),
  );
}

function lineTable(rows, more) {
  if (rows.length === 0) return "";
  const note = (text) => (text ? h("span", { class: "note" }, text) : "");
  return [
    h(
      "table",
      { class: "plain resources lines" },
      h(
        "thead",
        {},
        h("tr", {}, h("th", { scope: "col" }, "Source line"), h("th", { scope: "col", class: "number" }, "Of samples")),
      ),
      h(
        "tbody",
        {},
        rows.map(([place, path, text, share, worst, sectors, wavefronts]) =>
          h(
            "tr",
            {},
            h(
              "td",
              { title: path },
              place,
              note(worst === null ? "" : `waits most for ${worst}`),
              note(sectors === null ? "" : `${sectors} the ideal sectors of global memory`),
              note(wavefronts === null ? "" : `${wavefronts} the ideal wavefronts of shared memory`),
            ),
            h("td", { class: "number" }, text ?? MISSING, text === null ? "" : meter(share)),
          ),
        ),
      ),
    ),
    more > 0 ? h("p", { class: "quiet" }, `and ${more} more lines: \`rooflens report --format json\` writes them.`) : "",
  ];
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
