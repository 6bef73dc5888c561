// The hierarchical roofline: performance over arithmetic intensity, both logarithmic, with zoom and pan.
import { axisBottom, axisLeft } from "d3-axis";
import { scaleLog } from "d3-scale";
import { zoom, zoomIdentity } from "d3-zoom";
import { logTicks, plain, prefixed } from "./ticks.js";
import { levelPoints, rooflinePoints } from "./points.js";
import { roofsOf, segments } from "./roofs.js";
import { Plot } from "./plot.js";

const MARGIN = { left: 52, right: 10, top: 26, bottom: 46 };

export class Roofline extends Plot {
  constructor({ page, store, tooltip, onZoom }) {
    super({
      page,
      store,
      tooltip,
      className: "roofline",
      margin: MARGIN,
      label:
        "Roofline: performance over arithmetic intensity. Arrow keys step through kernels, Enter selects, " +
        "plus and minus zoom, 0 resets.",
    });
    this.transform = zoomIdentity;
    this.zoom = zoom()
      .scaleExtent([0.6, 60])
      .filter(
        (event) =>
          !event.button && !(event.type === "touchstart" && event.touches.length < 2 && this.transform.k === 1),
      )
      .on("zoom", (event) => {
        this.transform = event.transform;
        this.tooltip.hide();
        onZoom(event.transform.k !== 1 || event.transform.x !== 0 || event.transform.y !== 0);
        this.renderSoon();
      });
    this.svg.call(this.zoom).on("dblclick.zoom", null);
  }

  // However many wheel events a frame brings, it is drawn once.
  renderSoon() {
    this.frameRequest ??= requestAnimationFrame(() => {
      this.frameRequest = null;
      this.render();
    });
  }
  resetZoom() {
    this.svg.call(this.zoom.transform, zoomIdentity);
  }
  zoomBy(factor) {
    this.svg.call(this.zoom.scaleBy, factor);
  }
  key(event) {
    if (event.key === "+" || event.key === "=") this.zoomBy(1.5);
    else if (event.key === "-") this.zoomBy(1 / 1.5);
    else if (event.key === "0") this.resetZoom();
    else return super.key(event);
    event.preventDefault();
  }

  // Everything that matters is inside: points, and the ridges of the DRAM roof with every compute roof.
  domain(points, roofs, width, height) {
    const memory = roofs.filter((r) => r.kind === "memory").map((r) => r.rate);
    const compute = roofs.filter((r) => r.kind === "compute").map((r) => r.rate);
    const ridges = memory.length && compute.length ? [Math.max(...compute) / Math.min(...memory)] : [];
    const extent = (values, below, above, least, fallback) => {
      if (values.length === 0) return fallback;
      let low = Infinity;
      let high = -Infinity;
      for (const value of values) {
        low = Math.min(low, value);
        high = Math.max(high, value);
      }
      low /= below;
      high *= above;
      const missing = Math.sqrt(Math.max(1, 10 ** least / (high / low)));
      return [low / missing, high * missing];
    };
    return {
      x: extent([...points.map((p) => p.x), ...ridges], 3, 6, Math.min(5, width / 110), [0.01, 1000]),
      y: extent([...points.map((p) => p.y), ...compute], 3, 2.6, Math.min(3, height / 110), [1e9, 1e14]),
    };
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
    const drawn = new Set(points.map((p) => p.kernel.index));
    const chain = (kernel) =>
      drawn.has(kernel.index)
        ? levelPoints(kernel, state, (at) => ({ px: x(kernel.flops / at.rate), py: y(kernel.flops) }))
        : [];
    const lines = segments(roofs).map(({ roof, x1, y1, x2, y2 }) => ({
      roof,
      x1: x(x1),
      y1: y(y1),
      x2: x(x2),
      y2: y(y2),
      band: roof.spread ? Math.abs(y(1 + roof.spread) - y(1 - roof.spread)) : 0,
    }));
    this.drawAxes(x, y, width, height);
    return { points, lines, chain, names: width < 420 ? 6 : width < 640 ? 9 : 12 };
  }

  drawAxes(x, y, width, height) {
    const [tx, ty] = [logTicks(x, 46), logTicks(y, 40)];
    const grid = (values, kind, place) =>
      this.layers.grid
        .selectAll(`line.${kind}`)
        .data(values)
        .join("line")
        .attr("class", kind)
        .each(function (value) {
          for (const [name, v] of Object.entries(place(value))) this.setAttribute(name, v);
        });
    const vertical = (v) => ({ x1: x(v), x2: x(v), y1: 0, y2: height });
    const horizontal = (v) => ({ y1: y(v), y2: y(v), x1: 0, x2: width });
    grid(tx.minor, "minor-x", vertical);
    grid(ty.minor, "minor-y", horizontal);
    grid(tx.major, "major-x", vertical);
    grid(ty.major, "major-y", horizontal);
    const axis = (name, generator, shift) => {
      let group = this.axes.select(`g.${name}`);
      if (group.empty()) group = this.axes.append("g").attr("class", `axis ${name}`);
      group.attr("transform", `translate(0,${shift})`).call(generator.tickSizeOuter(0).tickSizeInner(0).tickPadding(9));
      group.attr("font-family", null).attr("font-size", null);
    };
    axis("x", axisBottom(x).tickValues(tx.major).tickFormat(plain), height);
    axis("y", axisLeft(y).tickValues(ty.major).tickFormat(prefixed), 0);
    this.axes
      .selectAll("text.title")
      .data([
        { text: "FLOP/s", x: -MARGIN.left + 2, y: -12, anchor: "start" },
        { text: "Arithmetic intensity at each level, FLOP/B", x: width, y: height + 40, anchor: "end" },
      ])
      .join("text")
      .attr("class", "title")
      .attr("x", (d) => d.x)
      .attr("y", (d) => d.y)
      .attr("text-anchor", (d) => d.anchor)
      .text((d) => d.text);
  }
}
