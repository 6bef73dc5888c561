// Which points are drawn, where, and how large. A kernel that failed verification is never one of them.
import { LEVELS } from "../data.js";

/** @typedef {{kernel: import("../data.js").Kernel, level: number, x: number, y: number, r: number, primary: boolean,
 *             hollow: boolean, hidden: boolean, faint: boolean}} Point in data space; r in pixels. `hidden` by the legend:
 *             not drawn, but axes keep room for it; `faint`: the table's filter leaves it out */

export const CANVAS = 2000; // from so many points on they are painted instead of being elements

export function isDrawable(kernel) {
  return !kernel.failed && kernel.time !== null && kernel.levels.some(Boolean);
}

/** Area in proportion to the share of time, within what the eye can hit and `room` square pixels a kernel can hold. */
function radius(kernel, room, primary) {
  const least = Math.min(5, Math.max(2.2, Math.sqrt(room / 40)));
  const r = Math.min(17, Math.max(least, 22 * Math.sqrt(kernel.share)));
  return primary ? r : Math.max(least * 0.8, 0.6 * r);
}

/** What the legend and the table's filter say of a kernel's points. */
function standing(kernel, state) {
  return {
    hidden: !state.bindings.has(kernel.binding),
    faint: state.matched !== null && !state.matched.has(kernel.row),
  };
}

/** The level that stands for the kernel: DRAM where it is visible and known. */
export function primaryLevel(kernel, levels) {
  return LEVELS.find((level) => levels.has(level) && kernel.levels[level]) ?? null;
}

// What stands for a kernel lies over its other levels, small over large, and all of it over what the filter leaves out.
function stacked(points) {
  return points.sort(
    (a, b) => Number(b.faint) - Number(a.faint) || Number(a.primary) - Number(b.primary) || b.r - a.r,
  );
}

/** @returns {Point[]} in the order of drawing */
export function rooflinePoints(machine, state, area) {
  const room = area / machine.count;
  const points = [];
  for (const kernel of machine.list) {
    if (kernel.flops === null || !isDrawable(kernel)) continue;
    if (state.precision !== null && kernel.precision !== state.precision) continue;
    const main = primaryLevel(kernel, state.levels);
    for (const level of LEVELS) {
      const point = kernel.levels[level];
      if (!point || !state.levels.has(level)) continue;
      points.push({
        kernel,
        level,
        x: kernel.flops / point.rate,
        y: kernel.flops,
        r: radius(kernel, room, level === main),
        primary: level === main,
        hollow: point.analytic,
        ...standing(kernel, state),
      });
    }
  }
  return stacked(points);
}

/** Kernels without floating-point work, a slot each by falling time. @returns {Point[]} x = slot from 0 to count - 1 */
export function bandwidthPoints(machine, state, area) {
  const room = area / machine.count;
  const points = [];
  let slot = 0;
  for (const kernel of machine.byTime) {
    if (kernel.flops !== null || !isDrawable(kernel)) continue;
    const main = primaryLevel(kernel, state.levels);
    if (main === null) continue;
    for (const level of LEVELS) {
      const point = kernel.levels[level];
      if (!point || !state.levels.has(level)) continue;
      const r = radius(kernel, room, level === main);
      const primary = level === main;
      points.push({ kernel, level, x: slot, y: point.rate, r, primary, hollow: point.analytic, ...standing(kernel, state) });
    }
    slot += 1;
  }
  return stacked(points);
}

/** Every level of one kernel, also those that are switched off: what is under the pointer shows its whole hierarchy. */
export function levelPoints(kernel, state, place) {
  const main = primaryLevel(kernel, state.levels);
  return LEVELS.filter((level) => kernel.levels[level])
    .map((level) => {
      const at = kernel.levels[level];
      const primary = level === main;
      return { kernel, level, r: radius(kernel, Infinity, primary), primary, hollow: at.analytic, ...place(at) };
    })
    .sort((a, b) => Number(a.primary) - Number(b.primary));
}
