// The instruction roofline (Ding, Williams 2019): warp instructions per second over warp instructions per transaction. A
// stem under a point leads to the same work counted by active lanes, and by lanes whose predicate is on.
import { scaleLog } from "d3-scale";
import { extent, LogPlot } from "./log_plot.js";
import { accessesOf, instructionPoints, instructionRows, pointsOf } from "./instruction_points.js";
import { instructionTip } from "./tooltip.js";
import { bandHeight, segments } from "./roofs.js";
import { attainable, instructionRoofs, wallRoofs } from "./walls.js";

const STEMS = 400; // from so many points on only the kernel under the pointer has one
const VISIBLE = 1.03; // a shorter stem would hide under its point

export class Instructions extends LogPlot {
  constructor({ page, store, tooltip, onZoom }) {
    super({
      page,
      store,
      tooltip,
      onZoom,
      className: "instructions",
      titles: { x: "", y: "Warp instructions" },
      label:
        "Instruction roofline: warp instructions per second over warp instructions per memory transaction. Arrow keys " +
        "step through kernels, Enter selects, plus and minus zoom, 0 resets.",
    });
    this.data = null;
    this.layers.stems = this.frame.insert("g", ".marks").attr("class", "stems");
    this.layers.stems.attr("clip-path", this.layers.marks.attr("clip-path"));
  }

  tip(point) {
    const { roofs } = this.page.machines[this.store.state.machine];
    return instructionTip(point, this.page, roofs, this.data.transactionBytes, this.accesses);
  }

  // Points, walls and where the lowest slope meets the top; walls need room on both sides.
  domain(points, roofs, walls, width, height) {
    const flat = roofs.filter((r) => r.kind === "compute").map((r) => r.rate);
    const slopes = roofs.filter((r) => r.kind === "memory").map((r) => r.rate);
    const ridges = flat.length && slopes.length ? [flat[0] / Math.min(...slopes)] : [];
    const stems = points.filter((p) => p.primary).map((p) => p.row.on ?? p.row.active ?? p.y);
    const low = this.accesses.id === "levels" ? stems : [];
    return {
      x: extent([...points.map((p) => p.x), ...ridges, ...walls.map((w) => w.intensity)], 2.5, 3, Math.min(2, width / 110), [0.01, 10]),
      y: extent([...points.map((p) => p.y), ...low, ...flat], 2.5, 2, Math.min(3, height / 110), [1e9, 1e13]),
    };
  }

  compute(width, height) {
    const { state } = this.store;
    const machine = this.page.machines[state.machine];
    const accesses = accessesOf(state);
    this.titles.x = accesses.x;
    const data = this.data?.machines[state.machine];
    const rows = data ? instructionRows(machine, data) : [];
    const points = instructionPoints(rows, state, width * height);
    const levels = accesses.id === "levels" ? [...state.levels] : [accesses.level];
    const roofs = data
      ? instructionRoofs(machine, this.page, levels, this.data.transactionBytes, data.peak, data.issue)
      : [];
    const walls = data && accesses.id !== "levels" ? wallRoofs(this.data.walls[accesses.id], accesses.unit) : [];
    this.accesses = accesses;
    const domain = this.domain(points, roofs, walls, width, height);
    const x = this.transform.rescaleX(scaleLog(domain.x, [0, width]));
    const y = this.transform.rescaleY(scaleLog(domain.y, [height, 0]));
    const place = (point) => Object.assign(point, { px: x(point.x), py: y(point.y) });
    points.forEach(place);
    const byKernel = new Map(rows.map((row) => [row.kernel.index, row]));
    const drawn = new Set(points.filter((p) => !p.hidden).map((p) => p.kernel.index));
    const every = new Set(this.page.levels.keys());
    const chain = (kernel) =>
      drawn.has(kernel.index) ? pointsOf(byKernel.get(kernel.index), state, every, Infinity).map(place) : [];
    const lines = segments(roofs).map(({ roof, x1, y1, x2, y2 }) => ({
      roof,
      x1: x(x1),
      y1: y(y1),
      x2: x(x2),
      y2: y(y2),
      band: bandHeight(roof, y),
    }));
    for (const roof of walls) {
      const at = x(roof.intensity);
      lines.push({ roof, x1: at, y1: height, x2: at, y2: y(attainable(roofs, roof.intensity)), band: 0 });
    }
    this.drawAxes(x, y, width, height, { size: 1e9, name: "warp GIPS" });
    const stems = accesses.id === "levels" && points.length <= STEMS ? this.stemsOf(points, y) : [];
    this.drawStems(stems);
    const spokes = stems.map((s) => [s.x, s.top, s.x, s.foot]);
    return { points, lines, chain, spokes, names: width < 420 ? 6 : width < 640 ? 9 : 12 };
  }

  stemsOf(points, y) {
    return points
      .filter((p) => p.primary && !p.hidden && !p.faint && (p.row.active !== null || p.row.on !== null))
      .map((p) => {
        const lowest = p.row.on ?? p.row.active;
        const tick = p.row.on !== null && p.row.active !== null && p.row.active / p.row.on > VISIBLE;
        return { point: p, x: p.px, top: p.py, foot: y(lowest), tick: tick ? y(p.row.active) : null, long: p.y / lowest > VISIBLE };
      })
      .filter((stem) => stem.long);
  }

  drawStems(stems) {
    this.layers.stems
      .selectAll("path")
      .data(stems)
      .join("path")
      .attr("class", (s) => `stem tone-${this.page.bindings[s.point.kernel.binding].id}`)
      .attr("d", ({ x, top, foot, tick }) => {
        const bar = (at, half) => `M${(x - half).toFixed(1)},${at.toFixed(1)}h${2 * half}`;
        return `M${x.toFixed(1)},${top.toFixed(1)}V${foot.toFixed(1)}${bar(foot, 5)}${tick === null ? "" : bar(tick, 3)}`;
      });
  }
}
