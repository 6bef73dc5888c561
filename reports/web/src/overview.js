// The side column while no kernel is selected: the five kernels that take most time, what is to say about the run, and
// how it was recorded.
import { limitText } from "./chart/tooltip.js";
import { facts, h, MISSING, shorten } from "./dom.js";
import { findingList } from "./findings.js";

function topFive(page, machine, store) {
  const entries = machine.byTime.slice(0, 5);
  const most = entries[0]?.share || 1;
  return h(
    "ol",
    { class: "top" },
    entries.map((kernel) => {
      const bar = h("span", { class: "bar" });
      bar.style.width = `${(100 * kernel.share) / most}%`;
      const binding = page.bindings[kernel.binding];
      const story = [
        kernel.roofText && `${kernel.roofText} of roof`,
        kernel.roofText ? binding.bound : limitText(kernel, page),
      ]
        .filter(Boolean)
        .join(", ");
      return h(
        "li",
        {},
        h(
          "button",
          { type: "button", class: `top-entry tone-${binding.id}`, click: () => store.set({ selected: kernel.index }) },
          h("span", { class: "top-name" }, shorten(kernel.name, 60)),
          h("span", { class: "number" }, kernel.shareText),
          h("span", { class: "track" }, bar),
          kernel.failed
            ? h("span", { class: "failed" }, "Failed verification")
            : h("span", { class: "top-story" }, story),
          h("span", { class: "number quiet" }, kernel.timeText ?? "no time of its own"),
        ),
      );
    }),
  );
}

function roofTable(machine) {
  const roofs = [...machine.roofs.memory, ...machine.roofs.compute];
  return h(
    "details",
    {},
    h("summary", {}, `All ${roofs.length} roofs and their sources`),
    h(
      "table",
      { class: "plain" },
      h(
        "thead",
        {},
        h("tr", {}, h("th", { scope: "col" }, "Roof"), h("th", { scope: "col", class: "number" }, "Rate")),
      ),
      h(
        "tbody",
        {},
        roofs.map((roof) =>
          h(
            "tr",
            { class: roof.best ? "judged" : null },
            h("td", {}, roof.name, h("span", { class: "note" }, roof.note, roof.detail ? h("br") : null, roof.detail)),
            h("td", { class: "number" }, roof.text),
          ),
        ),
      ),
    ),
    machine.probes
      ? ""
      : h(
          "p",
          { class: "note probes" },
          "Not recorded apart: what `rooflens ceilings` measured for DRAM read, write, copy and triad, launch latency and " +
            "the empty kernel.",
        ),
  );
}

// What each probe of `rooflens ceilings` reached: more than the roofs, which are the best of each resource.
function probeTable({ probes }) {
  if (!probes) return "";
  const row = ([label, value, spread, clock, counted, point]) =>
    h(
      "tr",
      {},
      h(
        "td",
        {},
        label,
        h(
          "span",
          { class: "note" },
          [spread, clock && `SM clock ${clock}`, counted && `counters saw ${counted}`].filter(Boolean).join(", "),
          h("br"),
          point,
        ),
      ),
      h("td", { class: "number" }, value),
    );
  const refused = ([label, reason]) =>
    h("tr", {}, h("td", {}, label, h("span", { class: "note" }, reason)), h("td", { class: "number" }, MISSING));
  return h(
    "details",
    { class: "probes" },
    h("summary", {}, `All ${probes.rows.length} probes of rooflens ceilings`),
    h(
      "table",
      { class: "plain" },
      h(
        "thead",
        {},
        h("tr", {}, h("th", { scope: "col" }, "Probe, and what was fastest"), h("th", { scope: "col", class: "number" }, "Measured")),
      ),
      h("tbody", {}, probes.rows.map(row), probes.refused.map(refused)),
    ),
    probes.when ? h("p", { class: "note" }, `Measured ${probes.when}, at the clocks given.`) : "",
  );
}

function linkTable({ links }) {
  if (!links) return "";
  const classOf = (column) => (column > 2 ? "number" : null);
  return h(
    "details",
    { class: "links" },
    h("summary", {}, "Links to the host and other GPUs"),
    h(
      "table",
      { class: "plain" },
      h("thead", {}, h("tr", {}, links.headings.map((word, i) => h("th", { scope: "col", class: classOf(i) }, word)))),
      h("tbody", {}, links.rows.map((row) => h("tr", {}, row.map((word, i) => h("td", { class: classOf(i) }, word))))),
    ),
    h("p", { class: "note" }, links.note),
  );
}

/** @returns {Node[]} */
export function overview(page, machine, store) {
  const count = Math.min(5, machine.byTime.length);
  return [
    count > 0
      ? h(
          "section",
          {},
          h("h2", {}, count === 1 ? "The kernel" : `Top ${count} by time`),
          topFive(page, machine, store),
        )
      : "",
    machine.findings.length > 0 ? h("section", {}, h("h2", {}, "About this run"), findingList(machine.findings)) : "",
    h(
      "section",
      { class: "provenance" },
      h(
        "details",
        {},
        h("summary", {}, h("h2", {}, "How it was recorded")),
        facts([...page.provenance, ...machine.facts]),
      ),
      roofTable(machine),
      probeTable(machine),
      linkTable(machine),
    ),
  ];
}
