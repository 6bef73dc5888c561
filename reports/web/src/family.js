// A family as a page of its own: the steps of its optimisation in order and what each changed, then its other variants
// by time, beside what others published.
import { h, MISSING } from "./dom.js";

const STATES = ["", "wrong result", "not timed", "not run"];
const [MEASURED, FAILED] = [0, 1];

/** The columns behind the step's name: title, what the title means, and the cell of a member that was measured. */
const COLUMNS = [
  ["Time", "median", timeCell],
  ["Against the step before", "times as fast", (m) => [m.previous ?? MISSING]],
  ["Against the first", "times as fast", (m) => [m.first ?? MISSING]],
  ["Of roof", "roofline time / measured time", roofCell],
  ["Lanes", "active lanes of executed instructions: what divergence leaves", (m) => marked(m.lanes)],
  ["Wavefronts", "of shared memory over the ideal: bank conflicts", (m) => marked(m.wavefronts)],
  ["Sectors", "of global memory over the ideal: coalescing", (m) => marked(m.sectors)],
  ["Occupancy", "achieved, while an SM was active", (m) => marked(m.occupancy)],
];
const AGAINST = 2; // columns that only steps have, behind the first

const note = (text) => h("span", { class: "note" }, text);

function marked([text, different]) {
  return [different && text !== null ? h("strong", {}, text) : (text ?? MISSING)];
}
function meter(share, tone) {
  const bar = h("span", { class: "bar" });
  bar.style.width = `${Math.max(0.5, Math.min(100, 100 * share))}%`;
  return h("span", { class: `track ${tone}` }, bar);
}
function timeCell(member) {
  return [member.time, meter(member.bar, "tone-time")];
}
function roofCell(member, page) {
  if (member.roof[0] === null) return [MISSING];
  return [...marked(member.roof), meter(member.roofBar, `tone-${page.bindings[member.binding].id}`)];
}

// Times of others: what the kernel alone took, where that is known, and what was printed.
function publishedColumn(published) {
  const attributes = { class: `number others${published.length ? "" : " none"}`, "data-label": "Published by others" };
  const times = published.map(({ board, printed, kernel }) =>
    h(
      "span",
      { class: "published" },
      kernel === null ? printed : `≈ ${kernel}`,
      note(board),
      kernel === null ? "" : note(`printed ${printed}`),
    ),
  );
  return h("td", attributes, published.length ? times : MISSING);
}

function nameCell(member, number, page, choose) {
  const name =
    member.kernel === undefined
      ? member.name
      : h("button", { type: "button", class: "link", click: () => choose(member.kernel) }, member.name);
  return [
    number ? h("span", { class: "step-inline quiet", "aria-hidden": "true" }, `${number}. `) : "",
    h("span", { class: "step-name" }, name),
    member.state === MEASURED
      ? ""
      : h("span", { class: member.state === FAILED ? "failed" : "quiet" }, ` ${STATES[member.state]}`),
    h("span", { class: "step-change" }, member.change),
    member.point ? note(`${member.point}${member.binding === undefined ? "" : ` · ${page.bindings[member.binding].bound}`}`) : "",
    member.peer ? note(member.peer) : "",
    member.problem ? note(`another problem: ${member.problem}`) : "",
  ];
}

function table(page, members, { label, ordered, published, choose }) {
  const columns = ordered ? COLUMNS : COLUMNS.filter((_, i) => i === 0 || i > AGAINST);
  const titles = columns.map(([title, meaning]) => h("th", { scope: "col", class: "number", title: meaning }, title));
  const row = (member, i) =>
    h(
      "tr",
      { class: member.state === MEASURED ? null : "absent" },
      ordered ? h("td", { class: "step-number number" }, i + 1) : "",
      h("td", { class: "step" }, nameCell(member, ordered ? i + 1 : 0, page, choose)),
      columns.map(([title, , cell]) =>
        h("td", { class: "number", "data-label": title }, member.state === MEASURED ? cell(member, page) : MISSING),
      ),
      published ? publishedColumn(member.published) : "",
    );
  return h(
    "table",
    { class: "plain family-table", "aria-label": label },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        ordered ? h("th", { scope: "col", class: "number", "aria-label": "Number" }) : "",
        h("th", { scope: "col" }, ordered ? "Step" : "Variant"),
        titles,
        published ? h("th", { scope: "col", class: "number others" }, "Published by others") : "",
      ),
    ),
    h("tbody", {}, members.map(row)),
  );
}

// Whose times these are, once each.
function sources(members) {
  const lines = new Set();
  for (const { source, board, problem, remark } of members.flatMap((m) => m.published)) {
    lines.add(`${source}, ${board}, ${problem}: ${remark}.`);
  }
  if (lines.size === 0) return "";
  return h(
    "section",
    { class: "family-sources" },
    h("h3", {}, "Published by others, on other GPU models"),
    h(
      "p",
      { class: "quiet" },
      "For reference only: other GPU models, other sizes, other clocks. ≈ marks an estimate of the kernel alone, where the printed time holds more.",
    ),
    h("ul", { class: "quiet" }, [...lines].map((line) => h("li", {}, line))),
  );
}

/** @param {(kernel: number) => void} choose opens a kernel's details */
export function familyPage(page, family, choose) {
  const members = [...family.steps, ...family.variants];
  const published = members.some((m) => m.published.length > 0);
  const common = { published, choose };
  return [
    h("h2", { class: "family-title", tabindex: -1 }, family.name),
    h("div", { class: "family-words" }, family.sentences.map((sentence) => h("p", {}, sentence))),
    family.steps.length
      ? [
          h("h3", {}, "Steps, in order"),
          table(page, family.steps, { ...common, label: `Steps of ${family.name}`, ordered: true }),
          h("p", { class: "quiet family-legend" }, "Bold: moved by more than a tenth against the step before."),
        ]
      : "",
    family.variants.length
      ? [
          h("h3", {}, family.steps.length ? "Other variants, by time" : "Variants, by time"),
          table(page, family.variants, { ...common, label: `Variants of ${family.name}`, ordered: false }),
        ]
      : "",
    sources(members),
  ].flat();
}

/** Links to the views: all kernels, and each family. The address carries the choice, so that Back and links work. */
export function viewLinks(families, current) {
  const link = (address, words, on) => h("a", { href: address, class: "view-link", "aria-current": on ? "page" : null }, words);
  return [
    link("#", "All kernels", current === null),
    h("span", { class: "quiet views-title" }, "Families"),
    ...families.map(({ name }) => link(`#family/${encodeURIComponent(name)}`, name, name === current)),
  ];
}

/** The family that the address names, or null. */
export function familyOfAddress(families) {
  const name = /^#family\/(.+)$/.exec(location.hash)?.[1];
  try {
    return (name && families.find((family) => family.name === decodeURIComponent(name))) || null;
  } catch {
    return null; // an address that nobody here wrote
  }
}
