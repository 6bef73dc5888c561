// Below the table: kernels without a counterpart, and what differs between the GPUs.
import { h, MISSING, shorten } from "../dom.js";

const SHOWN = 300;

export function lonelySection(page, letter, list) {
  if (list.length === 0) return "";
  const left = list.length - SHOWN;
  const cell = (text) => h("td", { class: "number" }, text ?? MISSING);
  return h(
    "section",
    { class: "lonely" },
    h("h2", {}, `Only in ${letter}: ${list.length.toLocaleString("en")} kernel${list.length === 1 ? "" : "s"}`),
    h(
      "div",
      { class: "scroller", tabindex: list.length > 8 ? 0 : null },
      h(
        "table",
        { class: "plain" },
        h("thead", {}, h("tr", {}, ["Kernel", "Time", "Of roof"].map((t, i) => h("th", { scope: "col", class: i ? "number" : null }, t)))),
        h(
          "tbody",
          {},
          list
            .slice(0, SHOWN)
            .map(({ name, side }) => h("tr", {}, h("td", {}, shorten(name, 120)), cell(side.failed ? "FAILED" : side.timeText), cell(side.roofText))),
        ),
      ),
    ),
    left > 0 ? h("p", { class: "quiet" }, `${left.toLocaleString("en")} more: the JSON of this comparison lists them all.`) : "",
  );
}

function deviceTable({ a, b, rows }) {
  return h(
    "table",
    {},
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, ""), h("th", { scope: "col" }, `A: ${a}`), h("th", { scope: "col" }, `B: ${b}`))),
    h(
      "tbody",
      {},
      rows.map(([label, x, y, mark]) =>
        h(
          "tr",
          { class: mark ? "differs" : "same" },
          h("td", {}, label, mark ? h("span", { class: "difference" }, mark) : ""),
          h("td", {}, x),
          h("td", {}, y),
        ),
      ),
    ),
  );
}

export function devicesSection(page) {
  const differing = page.devices.filter(({ rows }) => rows.length > 0);
  if (differing.length === 0) return "";
  return h("section", { class: "devices" }, h("h2", {}, "What differs between the GPUs"), differing.map(deviceTable));
}
