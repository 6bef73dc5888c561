// The hierarchical roofline: performance over arithmetic intensity.
import { scaleLog } from "d3-scale";
import { extent, LogPlot } from "./log_plot.js";
import { levelPoints, rooflinePoints } from "./points.js";
import { unitFor } from "./ticks.js";
import { bandHeight, integerRoof, latencyRoof, mixRoofs, roofsOf, segments } from "./roofs.js";

const SLOPES = 0.3; // of the width at least, left of the last ridge

export class Roofline extends LogPlot {
  constructor({ page, store, tooltip, onZoom }) {
    super({
      page,
      store,
      tooltip,
      onZoom,
      className: "roofline",
      titles: { x: "Arithmetic intensity (FLOP/B)", y: "Performance" },
      label:
        "Roofline: performance over arithmetic intensity. Arrow keys step through kernels, Enter selects, " +
        "plus and minus zoom, 0 resets.",
    });
  }

  // Points far to the right leave the slopes of memory their part of the width, and no room is lost above the roofs.
  // Everything that matters is inside: points, and the ridges of the DRAM roof with every compute roof.
  domain(points, roofs, width, height) {
    const memory = roofs.filter((r) => r.kind === "memory").map((r) => r.rate);
    const compute = roofs.filter((r) => r.kind === "compute").map((r) => r.rate);
    const ridges = memory.length && compute.length ? [Math.max(...compute) / Math.min(...memory)] : [];
    const x = extent([...points.map((p) => p.x), ...ridges], 3, 6, Math.min(5, width / 110), [0.01, 1000]);
    const y = extent([...points.map((p) => p.y), ...compute], 3, 2.6, 0, [1e9, 1e14]);
    for (const ridge of ridges) x[0] = Math.min(x[0], ridge / (x[1] / ridge) ** (SLOPES / (1 - SLOPES)));
    return { x, y: [Math.min(y[0], y[1] / 10 ** Math.min(3, height / 110)), y[1]] };
  }

  compute(width, height) {
    const { state } = this.store;
    const machine = this.page.machines[state.machine];
    const points = rooflinePoints(machine, state, width * height);
    const roofs = roofsOf(machine, this.page, state);
    const domain = this.domain(points, roofs, width, height);
    const x = this.transform.rescaleX(scaleLog(domain.x, [0, width]));
    const y = this.transform.rescaleY(scaleLog(domain.y, [height, 0]));
    for (const point of points) {
      point.px = x(point.x);
      point.py = y(point.y);
    }
    const drawn = new Set(points.filter((p) => !p.hidden).map((p) => p.kernel.index));
    const chain = (kernel) =>
      drawn.has(kernel.index)
        ? levelPoints(kernel, state, (at) => ({ px: x(kernel.flops / at.rate), py: y(kernel.flops) }))
        : [];
    const isDrawn = (kernel) => drawn.has(kernel.index);
    const own = [latencyRoof, integerRoof, mixRoofs].flatMap((roof) => roof(machine, state, isDrawn, this.page));
    const lines = segments([...own, ...roofs]).map(({ roof, x1, y1, x2, y2 }) => ({
      roof,
      x1: x(x1),
      y1: y(y1),
      x2: x(x2),
      y2: y(y2),
      band: bandHeight(roof, y),
    }));
    this.drawAxes(x, y, width, height, unitFor(domain.y[1], "FLOP/s"));
    return { points, lines, chain, names: width < 420 ? 6 : width < 640 ? 9 : 12 };
  }
}
