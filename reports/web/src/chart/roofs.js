// Which roofs are drawn: for each visible level and precision the one that kernels are judged by (solid if it was measured,
// in wide dashes if not) and the others (fine dashes). Roofs of the same height become one line with both names.

import { DRAM } from "../data.js";

const SAME = 0.005; // relative difference below which two roofs are one line

/**
 * `solid`: kernels are judged by it; `own`: it is the selected kernel's alone, and `thin` too; `about` and `labels` stand in for the usual words.
 * @typedef {{kind: "memory"|"compute"|"wall", rate: number, solid: boolean, calculated: boolean, names: string[], text: string, note: string,
 *            detail: string, tone: string, spread: number|null, own?: boolean, thin?: boolean, about?: string, labels?: string[]}} Roof
 */

export function merge(roofs) {
  const lines = [];
  for (const roof of roofs) {
    const twin = lines.find((line) => line.kind === roof.kind && Math.abs(line.rate / roof.rate - 1) < SAME);
    if (!twin) lines.push(roof);
    else if (!twin.names.includes(roof.names[0])) twin.names.push(roof.names[0]);
  }
  return lines;
}

export function line(kind, tone) {
  return (roof) => ({
    kind,
    tone: tone(roof),
    rate: roof.rate,
    solid: roof.best,
    calculated: roof.source !== "measured",
    names: [roof.name],
    text: roof.text,
    note: roof.note,
    detail: roof.detail,
    spread: roof.spread ?? null,
  });
}

const byNumber = (a, b) => a - b;

/** The precisions that the machine's kernels compute in; FP32 where none does. Without kernels all that have a roof. */
export function precisionsOf(machine, page) {
  if (machine.count === 0) {
    const roofs = machine.roofs.compute.filter((roof) => page.precisions[roof.precision].unit === "FLOP");
    return [...new Set(roofs.map((roof) => roof.precision))].sort(byNumber);
  }
  const found = [...new Set(machine.list.map((k) => k.precision).filter((p) => p !== null))].sort(byNumber);
  if (found.length > 0) return found;
  return machine.roofs.compute.some((roof) => roof.precision === 1) ? [1] : [];
}

/** @returns {Roof[]} solid ones first, so that the dashed never hide them */
export function roofsOf(machine, page, state) {
  const precisions = state.precision === null ? precisionsOf(machine, page) : [state.precision];
  const best = (a, b) => Number(b.best) - Number(a.best);
  const memory = machine.roofs.memory
    .filter((roof) => state.levels.has(roof.level))
    .sort((a, b) => best(a, b) || b.level - a.level);
  const compute = machine.roofs.compute.filter((roof) => precisions.includes(roof.precision)).sort(best);
  const lines = [
    ...merge(memory.map(line("memory", (roof) => page.levels[roof.level].id))),
    ...merge(compute.map(line("compute", () => "compute"))),
  ];
  return lines.sort((a, b) => Number(b.solid) - Number(a.solid));
}

/** Bandwidth roofs alone, for the panel of kernels without floating-point work. */
export function bandwidthRoofs(machine, page, state) {
  return roofsOf(machine, page, state).filter((roof) => roof.kind === "memory");
}

/** A roof of the selected kernel alone, as `of` describes it; none where that is null or the kernel is not drawn. */
function ownRoof(machine, state, drawn, of) {
  const kernel = state.selected === null ? null : machine.list[state.selected];
  const roof = kernel && drawn(kernel) ? of(kernel) : null;
  return roof ? [{ solid: false, calculated: false, own: true, spread: null, ...roof }] : [];
}

/** The roof of what the selected kernel's loads in flight draw from DRAM; nothing where that is not known. */
export function latencyRoof(machine, state, drawn) {
  return ownRoof(machine, state, drawn, (kernel) => {
    if (!kernel.latency || !state.levels.has(DRAM)) return null;
    const [rate, text, inFlight] = kernel.latency;
    const words = `${inFlight} in flight per SM`;
    return {
      kind: "memory",
      tone: "no_roof",
      rate,
      names: ["Latency roof"],
      text,
      note: words,
      detail: `Of ${kernel.name}, at its occupancy.`,
      about: "What the loads that it has in flight can draw from DRAM.",
      labels: [`Latency roof ${text} · ${words}`, `Latency roof ${text} · ${inFlight}`, `Latency ${text}`, text],
    };
  });
}

/** What the selected kernel's integer operations leave to its FLOP/s; nothing where they are not its main work. */
export function integerRoof(machine, state, drawn) {
  return ownRoof(machine, state, drawn, (kernel) => {
    if (!kernel.integer) return null;
    const [rate, text, operations, int32] = kernel.integer;
    const words = `${operations} integer operations per FLOP`;
    return {
      kind: "compute",
      tone: "compute",
      rate,
      names: ["INT32 roof"],
      text,
      note: words,
      detail: `Of ${kernel.name}: ${int32}, at ${words}.`,
      about: "What its integer operations, the most of its work, leave to its FLOP/s.",
      labels: [`INT32 roof ${text} · ${words}`, `INT32 roof ${text} · ${operations} OP/FLOP`, `INT32 ${text}`, text],
    };
  });
}

// What stands behind the rate, longest first, and what the roof is. `share` is text.
const OWN = {
  fma_mix: {
    name: "FMA mix",
    words: (share) => [`${share} of its arithmetic is fused`, `${share} fused`],
    about: "What additions and products that are not fused leave of its compute roof.",
  },
  issue: {
    name: "Issue slots",
    words: (share, format) => [`${share} of its instructions are ${format} arithmetic`, `${share} arithmetic`],
    about: "What its other instructions leave of the warp schedulers' slots, if every lane takes part.",
  },
  one_pipe: {
    name: "Mixed formats",
    words: () => ["its formats on one pipe", "one pipe"],
    about: "If its number formats share one pipe.",
  },
  separate_pipes: {
    name: "Mixed formats",
    words: () => ["its formats on separate pipes", "separate pipes"],
    about: "If its number formats run side by side.",
  },
};

/** What the selected kernel's own mix of instructions and formats leaves of its compute roof; none above that. */
export function mixRoofs(machine, state, drawn, page) {
  const kernel = state.selected === null ? null : machine.list[state.selected];
  if (!kernel?.own || !drawn(kernel)) return [];
  return kernel.own.map(([id, rate, text, share]) => {
    const { name, words, about } = OWN[id];
    const [long, short] = words(share, page.precisions[kernel.precision].label);
    return {
      kind: "compute",
      tone: "compute",
      rate,
      solid: false,
      calculated: false,
      thin: true,
      spread: null,
      names: [name],
      text,
      note: long,
      detail: `Of ${kernel.name}.`,
      about,
      labels: [`${name} ${text} · ${long}`, `${name} ${text} · ${short}`, `${name} ${text}`, text],
    };
  });
}

/** Height in pixels of a roof's band: from the lowest to the highest of its measurements; 0 where it has none. */
export function bandHeight(roof, y) {
  return roof.spread > 0 && roof.spread < 1 ? Math.abs(y(1 + roof.spread) - y(1 - roof.spread)) : 0;
}

/**
 * Every roof as a segment in data space: slopes end at the highest compute roof, compute roofs begin at the steepest
 * slope. Ends that are open reach beyond every zoom.
 */
export function segments(roofs) {
  const top = Math.max(...roofs.filter((r) => r.kind === "compute").map((r) => r.rate), -Infinity);
  const steep = Math.max(...roofs.filter((r) => r.kind === "memory").map((r) => r.rate), -Infinity);
  return roofs.map((roof) => {
    if (roof.kind === "compute") {
      const from = steep > 0 ? roof.rate / steep : 1e-12;
      return { roof, x1: from, y1: roof.rate, x2: 1e12, y2: roof.rate };
    }
    const to = top > 0 ? top / roof.rate : 1e12;
    return { roof, x1: 1e-9, y1: roof.rate * 1e-9, x2: to, y2: roof.rate * to };
  });
}
