// A chart with two logarithmic axes that can be zoomed and moved: what the roofline and the instruction roofline share.
// A chart gives its titles and `compute`.
import { axisBottom, axisLeft } from "d3-axis";
import { zoom, zoomIdentity } from "d3-zoom";
import { logTicks, plain } from "./ticks.js";
import { Plot } from "./plot.js";

const MARGIN = { left: 52, right: 10, top: 26, bottom: 46 };

/** The range of `values`, widened by `below` and `above`, and to `least` decades. */
export function extent(values, below, above, least, fallback) {
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
}

export class LogPlot extends Plot {
  /** @param {{x: string, y: string}} titles of the axes */
  constructor({ titles, onZoom, ...parts }) {
    super({ ...parts, margin: MARGIN });
    this.titles = titles;
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

  /** @param {{size: number, name: string}} unit of the y axis */
  drawAxes(x, y, width, height, unit) {
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
    axis("y", axisLeft(y).tickValues(ty.major).tickFormat((value) => plain(value / unit.size)), 0);
    this.axes
      .selectAll("text.title")
      .data([
        { text: `${this.titles.y} (${unit.name})`, x: -MARGIN.left + 2, y: -12, anchor: "start" },
        { text: this.titles.x, x: width, y: height + 40, anchor: "end" },
      ])
      .join("text")
      .attr("class", "title")
      .attr("x", (d) => d.x)
      .attr("y", (d) => d.y)
      .attr("text-anchor", (d) => d.anchor)
      .text((d) => d.text);
  }
}
