// The hierarchical roofline: performance over arithmetic intensity, moved and zoomed.
import { zoom, zoomIdentity } from "d3-zoom";
import { drawAxis, scaleOf } from "./axes.js";
import { levelPoints, rooflinePoints } from "./points.js";
import { bandHeight, ownRoofs, roofsOf, segments } from "./roofs.js";
import { Plot } from "./plot.js";

const ZOOM = [0.6, 16]; // ticks are laid out so far

export class Roofline extends Plot {
  constructor({ page, store, tooltip, onZoom }) {
    super({
      page,
      store,
      tooltip,
      className: "roofline",
      margin: { left: 52, right: 10, top: 26, bottom: 46 },
      label:
        "Roofline: performance over arithmetic intensity. Arrow keys step through kernels, Enter selects, " +
        "plus and minus zoom, 0 resets.",
    });
    this.transform = zoomIdentity;
    this.zoom = zoom()
      .scaleExtent(ZOOM)
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

  compute(width, height) {
    const { state } = this.store;
    const machine = this.page.machines[state.machine];
    const points = rooflinePoints(machine, state, width * height);
    const x = this.transform.rescaleX(scaleOf(machine.chart.x, [0, width]));
    const y = this.transform.rescaleY(scaleOf(machine.chart.y, [height, 0]));
    for (const point of points) {
      point.px = x(point.x);
      point.py = y(point.y);
    }
    const drawn = new Set(points.filter((p) => !p.hidden).map((p) => p.kernel.index));
    const chain = (kernel) =>
      drawn.has(kernel.index)
        ? levelPoints(kernel, state, (at) => ({ px: x(kernel.flops / at.rate), py: y(kernel.flops) }))
        : [];
    const lines = segments([...ownRoofs(this.page, state, drawn), ...roofsOf(machine, state)]).map(({ roof, x1, y1, x2, y2 }) => ({
      roof,
      x1: x(x1),
      y1: y(y1),
      x2: x(x2),
      y2: y(y2),
      band: bandHeight(roof, y),
    }));
    drawAxis(this, "x", machine.chart.x, x, [width, height]);
    drawAxis(this, "y", machine.chart.y, y, [width, height]);
    return { points, lines, chain, names: width < 420 ? 6 : width < 640 ? 9 : 12 };
  }
}
