// Which roofs are drawn: for each visible level and precision the one that kernels are judged by (solid) and the others
// (dashed). Roofs of the same height become one line with both names.

const SAME = 0.005; // relative difference below which two roofs are one line

/**
 * `about` and `labels` stand in for the usual words.
 * @typedef {{kind: "memory"|"compute"|"wall", rate: number, solid: boolean, names: string[], text: string, note: string,
 *            detail: string, tone: string, spread: number|null, about?: string, labels?: string[]}} Roof
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
    names: [roof.name],
    text: roof.text,
    note: roof.note,
    detail: roof.detail,
    spread: roof.spread ?? null,
  });
}

/** The precisions that the machine's kernels compute in; FP32 where none does. */
export function precisionsOf(machine) {
  const found = [...new Set(machine.list.map((k) => k.precision).filter((p) => p !== null))].sort((a, b) => a - b);
  if (found.length > 0) return found;
  return machine.roofs.compute.some((roof) => roof.precision === 1) ? [1] : [];
}

/** @returns {Roof[]} solid ones first, so that the dashed never hide them */
export function roofsOf(machine, page, state) {
  const precisions = state.precision === null ? precisionsOf(machine) : [state.precision];
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
