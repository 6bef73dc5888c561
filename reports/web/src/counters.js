// Raw counters as they were collected, with their pass and source, to read and to copy; and those that were refused.
import { copyButton } from "./copy.js";
import { h } from "./dom.js";

/** [name, value, pass, source, spread] of every counter; spread is a text or empty. */
export function counterRows(detail, layouts) {
  const [layout, values] = detail.counters;
  return layouts[layout].map(([name, pass, source], i) => {
    const value = values[i];
    if (!Array.isArray(value)) return [name, String(value), pass, source, ""];
    return [name, String(value[0]), pass, source, `mean of ${value[1]} launches, ${value[2]} to ${value[3]}`];
  });
}

export function countersSection(kernel, detail, layouts) {
  const rows = counterRows(detail, layouts);
  if (rows.length === 0)
    return h("section", {}, h("h3", {}, "Counters"), h("p", { class: "quiet" }, "None were collected."));
  const text = ["counter\tvalue\tpass\tsource\tnote", ...rows.map((row) => row.join("\t"))].join("\n") + "\n";
  return h(
    "details",
    { class: "counters" },
    h("summary", {}, `${rows.length} raw counters`),
    copyButton("Copy as tab-separated text", () => text),
    h(
      "table",
      { class: "plain" },
      h(
        "thead",
        {},
        h("tr", {}, h("th", { scope: "col" }, "Counter"), h("th", { scope: "col", class: "number" }, "Per launch")),
      ),
      h(
        "tbody",
        {},
        rows.map(([name, value, pass, source, spread]) =>
          h(
            "tr",
            {},
            h(
              "td",
              {},
              h("span", { class: "counter-name" }, name),
              h("span", { class: "note" }, `pass ${pass}, ${source}${spread ? ", " + spread : ""}`),
            ),
            h("td", { class: "number" }, grouped(value)),
          ),
        ),
      ),
    ),
  );
}

// Thin spaces between groups of three, on screen only: the copy has bare numbers.
function grouped(value) {
  return /^-?\d{5,}$/.test(value) ? value.replace(/\B(?=(\d{3})+$)/g, "\u2009") : value;
}

export function refusedSection(refused) {
  if (refused.length === 0) return "";
  return h(
    "section",
    {},
    h("h3", {}, "Refused counters"),
    h(
      "dl",
      { class: "refused" },
      refused.map(([name, reason]) => [h("dt", { class: "counter-name" }, name), h("dd", {}, reason)]),
    ),
  );
}
