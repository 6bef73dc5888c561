// The columns of the kernel table: what a cell shows, and what it is sorted by. A missing value sorts last in both
// directions.
import { breakable, h, MISSING, shorten } from "./dom.js";
import { DRAM, VERIFICATION } from "./data.js";

const note = (text) => h("span", { class: "note" }, text);

/** @type {import("./virtual_table.js").Column[]} */
const COLUMNS = [
  {
    id: "kernel",
    title: "Kernel",
    numeric: false,
    key: (k) => k.name.slice(0, 200).toLowerCase(),
    cell: (k) => [
      h("span", { class: k.peer ? "kernel-name one-line" : "kernel-name" }, breakable(shorten(k.name, 90))),
      k.peer ? note(`${k.peer[0]} ${k.peer[1]}`) : "",
    ],
  },
  {
    id: "time",
    title: "Time",
    numeric: true,
    key: (k) => k.time,
    cell: (k) => (k.timeText ? [k.timeText, note(k.spread)] : [MISSING]),
  },
  {
    id: "share",
    title: "Share",
    numeric: true,
    key: (k) => (k.shareText === null ? null : k.share),
    cell: (k) => [k.shareText ?? MISSING],
  },
  {
    id: "left",
    title: "Recoverable",
    numeric: true,
    key: (k) => -k.rank,
    cell: (k) => (k.leftText ? [k.leftText, note(`${k.leftTime} in all`)] : [MISSING]),
  },
  { id: "flops", title: "FLOP/s", numeric: true, key: (k) => k.flops, cell: (k) => [k.flopsText ?? MISSING] },
  {
    id: "dram",
    title: "DRAM",
    numeric: true,
    key: (k) => k.levels[DRAM]?.rate ?? null,
    cell: (k) => dramCell(k.levels[DRAM]),
  },
  { id: "roof", title: "Of roof", numeric: true, key: (k) => k.roof, cell: (k) => roofCell(k) },
  {
    id: "bound",
    title: "Bound by",
    numeric: false,
    key: (k) => k.binding,
    cell: (k, page) => [...boundCell(page.bindings[k.binding], k.pipe, k.contradiction), wasteNote(k)],
  },
  { id: "occupancy", title: "Occupancy", numeric: true, key: (k) => k.occupancy, cell: (k) => occupancyCell(k) },
  {
    id: "verified",
    title: "Verified",
    numeric: false,
    key: (k) => -k.verified,
    cell: (k) => [h("span", { class: k.failed ? "failed" : "quiet" }, VERIFICATION[k.verified])],
  },
];

const COUNTED = {
  id: "verified",
  title: "Counted",
  numeric: true,
  key: (k) => k.counted[0],
  cell: (k) => [String(k.counted[0]), note(`of ${k.counted[1].toLocaleString("en")}`)],
};

/** Nothing was verified in an application; instead, not every launch was counted. @returns {import("./virtual_table.js").Column[]} */
export function columnsOf(page) {
  const verified = page.machines.some((machine) => machine.list.some((k) => k.verified !== 0));
  const application = page.machines.some((machine) => machine.kernels.counted);
  return application && !verified ? [...COLUMNS.slice(0, -1), COUNTED] : COLUMNS;
}

function dramCell(point) {
  return point ? [point.rateText, point.analytic ? note("from formula") : ""] : [MISSING];
}
function roofCell(kernel) {
  if (kernel.roofText === null) return [MISSING];
  return [kernel.roofText, kernel.compulsory === 1 ? "" : note("measured work")];
}
function boundCell(binding, pipe, contradiction) {
  const dot = h("span", { class: `dot tone-${binding.id}`, "aria-hidden": "true" });
  return [
    h("span", { class: pipe && !contradiction ? "bound pipe" : "bound", title: contradiction ?? null }, dot, contradiction ? "Contradictory" : (pipe ?? binding.label)),
  ];
}
function wasteNote({ waste }) {
  return waste ? h("span", { class: "note", title: waste }, waste) : "";
}
function occupancyCell(kernel) {
  if (kernel.occupancyText === null && kernel.occupancyLimit === null) return [MISSING];
  return [kernel.occupancyText ?? MISSING, note(`of ${kernel.occupancyLimit ?? MISSING}`)];
}
