// Which points a kernel has and how large they are. A kernel that failed verification has none.
import { LEVELS } from "../data.js";

/** @typedef {import("./kernel_view.js").Point} Point */

function isDrawable(kernel) {
  return !kernel.failed && kernel.time !== null && kernel.levels.some(Boolean);
}

/** The level that stands for the kernel: DRAM where it is visible and known. */
function primaryLevel(kernel, levels) {
  return LEVELS.find((level) => levels.has(level) && kernel.levels[level]);
}

// Area in proportion to the share of time, as in pictures.
function radius(kernel, [most, least], primary) {
  const r = Math.max(least, most * Math.sqrt(kernel.share));
  return primary ? r : Math.max(least * 0.8, 0.5 * r);
}

/** Every level of one kernel, also those that are switched off; `view` knows the place of each. @returns {Point[]} */
export function levelPoints(kernel, levels, view) {
  const main = primaryLevel(kernel, levels);
  return LEVELS.filter((level) => kernel.levels[level]?.rate > 0).map((level) => {
    const primary = level === main;
    const at = kernel.levels[level];
    const r = radius(kernel, view.shown.radius, primary);
    return { kernel: kernel.index, level, primary, r, hollow: at.analytic, ...view.spot(kernel, at) };
  });
}

/** @returns {Point[]} of the kernels at the levels that are seen */
export function points(kernels, levels, view) {
  return kernels.filter(isDrawable).flatMap((kernel) => levelPoints(kernel, levels, view).filter(({ level }) => levels.has(level)));
}
