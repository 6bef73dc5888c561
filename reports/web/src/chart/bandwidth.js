// Kernels without floating-point work have no intensity: their achieved bandwidth against the memory roofs, in slots by
// falling time.
import { axisLeft } from "d3-axis";
import { scaleLinear, scaleLog } from "d3-scale";
import { logTicks, plain, unitFor } from "./ticks.js";
import { bandwidthPoints, levelPoints } from "./points.js";
import { bandHeight, bandwidthRoofs, latencyRoof } from "./roofs.js";
import { Plot } from "./plot.js";

const MARGIN = { left: 46, right: 6, top: 26, bottom: 46 };

export class Bandwidth extends Plot {
  constructor({ page, store, tooltip }) {
    super({
      page,
      store,
      tooltip,
      className: "bandwidth",
      margin: MARGIN,
      label:
        "Achieved bandwidth of kernels without floating-point work. Arrow keys step through kernels, Enter selects.",
    });
  }

  compute(width, height) {
    const { state } = this.store;
    const machine = this.page.machines[state.machine];
    const points = bandwidthPoints(machine, state, 3 * width * height);
    const roofs = bandwidthRoofs(machine, this.page, state);
    let [low, high] = [Infinity, -Infinity];
    for (const value of [...points.map((p) => p.y), ...roofs.map((r) => r.rate)]) {
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
    if (low > high) [low, high] = [1e10, 1e13];
    const y = scaleLog([Math.min(low / 3, high / 20), high * 2], [height, 0]);
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
    const own = latencyRoof(machine, state, (kernel) => slot.has(kernel.index));
    const lines = [...own, ...roofs].map((roof) => ({ roof, x1: 0, x2: width, y1: y(roof.rate), y2: y(roof.rate), band: bandHeight(roof, y) }));
    this.drawAxis(y, width, height);
    return { points, lines, chain, names: width < 300 ? 4 : 8 };
  }

  drawAxis(y, width, height) {
    const ticks = logTicks(y, 40);
    const unit = unitFor(y.domain()[1], "B/s");
    for (const [kind, values] of [
      ["minor-y", ticks.minor],
      ["major-y", ticks.major],
    ]) {
      this.layers.grid
        .selectAll(`line.${kind}`)
        .data(values)
        .join("line")
        .attr("class", kind)
        .attr("x2", width)
        .attr("y1", (v) => y(v))
        .attr("y2", (v) => y(v));
    }
    let axis = this.axes.select("g.y");
    if (axis.empty()) axis = this.axes.append("g").attr("class", "axis y");
    axis.call(axisLeft(y).tickValues(ticks.major).tickFormat((value) => plain(value / unit.size)).tickSize(0).tickPadding(9));
    axis.attr("font-family", null).attr("font-size", null);
    this.axes
      .selectAll("text.title")
      .data([
        { text: `Bandwidth (${unit.name})`, x: -MARGIN.left + 2, y: -12, anchor: "start" },
        { text: "Kernels, longest first", x: width, y: height + 20, anchor: "end" },
      ])
      .join("text")
      .attr("class", "title")
      .attr("x", (d) => d.x)
      .attr("y", (d) => d.y)
      .attr("text-anchor", (d) => d.anchor)
      .text((d) => d.text);
  }
}
