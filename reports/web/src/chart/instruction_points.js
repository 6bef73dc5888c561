// Points of the instruction roofline: for each kernel one a memory level, or its accesses of one kind against walls.
import { LEVELS } from "../data.js";
import { isDrawable, radius, stacked, standing } from "./points.js";

/** What points stand for: all instructions at each level, or accesses of one memory. */
export const ACCESSES = [
  { id: "levels", label: "All, by level", unit: "transaction", x: "Warp instructions per transaction at each level" },
  { id: "global", label: "Global memory", level: 1, unit: "sectors", x: "Global loads and stores per sector of 32 B" },
  { id: "shared", label: "Shared memory", level: 0, unit: "wavefronts", x: "Shared loads and stores per wavefront" },
];

export function accessesOf(state) {
  return ACCESSES.find((entry) => entry.id === state.accesses);
}

/** Kernels with what was counted of them. @returns {{kernel: any, heights: object, levels: (number|null)[]}[]} */
export function instructionRows(machine, data) {
  const at = (column, i) => column[i] ?? null;
  return data.kernel.map((index, i) => ({
    kernel: machine.list[index],
    issued: data.issued[i],
    active: at(data.active, i),
    on: at(data.on, i),
    peak: at(data.peak, i),
    levels: data.levels.map((column) => at(column, i)),
    global: at(data.global.x, i) && { x: data.global.x[i], rate: data.global.rate[i] },
    shared: at(data.shared.x, i) && { x: data.shared.x[i], rate: data.shared.rate[i] },
  }));
}

/** Every point of one kernel; of those levels that `levels` holds. */
export function pointsOf(row, state, levels, room) {
  const { kernel } = row;
  const accesses = accessesOf(state);
  if (accesses.id !== "levels") {
    const at = row[accesses.id];
    if (!at) return [];
    const r = radius(kernel, room, true);
    const point = { kernel, row, level: accesses.level, x: at.x, y: at.rate, r, primary: true, hollow: false };
    return [{ ...point, ...standing(kernel, state) }];
  }
  const shown = LEVELS.filter((level) => row.levels[level] !== null && levels.has(level));
  const main = shown.find((level) => state.levels.has(level)) ?? null;
  return shown.map((level) => {
    const primary = level === main;
    const point = { kernel, row, level, x: row.levels[level], y: row.issued, r: radius(kernel, room, primary), primary };
    return { ...point, hollow: false, ...standing(kernel, state) };
  });
}

/** @returns {any[]} in the order of drawing */
export function instructionPoints(rows, state, area) {
  const room = area / Math.max(1, rows.length);
  const drawn = rows.filter(({ kernel }) => isDrawable(kernel));
  return stacked(drawn.flatMap((row) => pointsOf(row, state, state.levels, room)));
}
