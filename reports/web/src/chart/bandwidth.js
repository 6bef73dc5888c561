// Kernels without floating-point work have no intensity: their achieved bandwidth against the memory roofs, in slots by
// falling time.
import { scaleLinear } from "d3-scale";
import { drawAxis, scaleOf, title } from "./axes.js";
import { bandwidthPoints, levelPoints } from "./points.js";
import { bandHeight, ownRoofs, roofsOf } from "./roofs.js";
import { Plot } from "./plot.js";

export class Bandwidth extends Plot {
  constructor({ page, store, tooltip }) {
    super({
      page,
      store,
      tooltip,
      className: "bandwidth",
      margin: { left: 46, right: 6, top: 26, bottom: 46 },
      label:
        "Achieved bandwidth of kernels without floating-point work. Arrow keys step through kernels, Enter selects.",
    });
  }

  compute(width, height) {
    const { state } = this.store;
    const machine = this.page.machines[state.machine];
    const points = bandwidthPoints(machine, state, 3 * width * height);
    const y = scaleOf(machine.chart.bandwidth, [height, 0]);
    const slots = points.reduce((most, p) => Math.max(most, p.x), 0) + 1;
    const x = scaleLinear([-0.5, slots - 0.5], [0, width]);
    for (const point of points) {
      point.px = x(point.x);
      point.py = y(point.y);
    }
    const slot = new Map(points.filter((p) => !p.hidden).map((p) => [p.kernel.index, p.px]));
    const chain = (kernel) =>
      slot.has(kernel.index)
        ? levelPoints(kernel, state, (at) => ({ px: slot.get(kernel.index), py: y(at.rate) }))
        : [];
    const roofs = [...ownRoofs(this.page, state, slot), ...roofsOf(machine, state)].filter((roof) => roof.level !== undefined);
    const lines = roofs.map((roof) => ({ roof, x1: 0, x2: width, y1: y(roof.rate), y2: y(roof.rate), band: bandHeight(roof, y) }));
    drawAxis(this, "y", machine.chart.bandwidth, y, [width, height]);
    title(this, "x", "Kernels, longest first", [width, height + 20]);
    return { points, lines, chain, names: width < 300 ? 4 : 8 };
  }
}
