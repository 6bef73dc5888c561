// Roofs as the program chose them: which of them the legend leaves, those of the selected kernel alone, and where they lie.
import { DRAM } from "../data.js";

/**
 * @typedef {{rate: number, line: string, words: string[], tip: string, level?: number, also?: number, format?: number|null, spread?: number,
 *            tone?: string}} Roof `line` are the classes of its line, `words` come longest first; a roof of memory has a
 *            level, another one the format that the legend chooses, null for all
 */

export const isSolid = (roof) => roof.line.startsWith("solid");

/** @returns {Roof[]} solid ones first, so that the dashed never hide them */
export function roofsOf(machine, state) {
  const shown = ({ level, also, format }) =>
    level === undefined ? format === state.precision : state.levels.has(level) || state.levels.has(also);
  return machine.chart.roofs.filter(shown).sort((a, b) => isSolid(b) - isSolid(a));
}

/** Roofs of the selected kernel alone, where it is drawn. @returns {Roof[]} */
export function ownRoofs(page, state, drawn) {
  if (state.selected === null || !drawn.has(state.selected)) return [];
  const roofs = page.details?.machines[state.machine][state.selected]?.own ?? [];
  return roofs.filter((roof) => roof.level === undefined || state.levels.has(DRAM));
}

export function toneOf(roof, page) {
  return roof.tone ?? (roof.level === undefined ? "compute" : page.levels[roof.level].id);
}

/** Height in pixels of a roof's band: from the lowest to the highest of its measurements; 0 where it has none. */
export function bandHeight(roof, y) {
  return roof.spread > 0 && roof.spread < 1 ? Math.abs(y(1 + roof.spread) - y(1 - roof.spread)) : 0;
}

/**
 * Every roof as a segment in data space: slopes end at the highest roof that kernels are judged by, level roofs begin at the
 * steepest such slope. Ends that are open reach beyond every zoom.
 */
export function segments(roofs) {
  const judged = roofs.some(isSolid) ? roofs.filter(isSolid) : roofs;
  const most = (list) => Math.max(...list.map((r) => r.rate), -Infinity);
  const top = most(judged.filter((r) => r.level === undefined));
  const steep = most(judged.filter((r) => r.level !== undefined));
  return roofs.map((roof) => {
    if (roof.level === undefined) {
      const from = steep > 0 ? roof.rate / steep : 1e-12;
      return { roof, x1: from, y1: roof.rate, x2: 1e12, y2: roof.rate };
    }
    const to = top > 0 ? top / roof.rate : 1e12;
    return { roof, x1: 1e-9, y1: roof.rate * 1e-9, x2: to, y2: roof.rate * to };
  });
}
