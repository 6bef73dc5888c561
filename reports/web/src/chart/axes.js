// Axes as the program chose them: their ranges, their ticks with words, and how long a decade has to be for each.
import { axisBottom, axisLeft } from "d3-axis";
import { scaleLog } from "d3-scale";

const LINES = 70; // pixels of a decade from which on lines are drawn between its ends

/** @typedef {{from: number, to: number, title: string, ticks: [number, string, number][], lines: number[]}} Axis */

/** @param {Axis} axis */
export function scaleOf(axis, range) {
  return scaleLog([axis.from, axis.to], range);
}

/** What of the axis is drawn while `scale` shows it. */
function shown(axis, scale) {
  const [low, high] = scale.domain();
  const decade = Math.abs(scale(10) - scale(1));
  const inside = (value) => value >= low * (1 - 1e-9) && value <= high * (1 + 1e-9);
  return {
    ticks: axis.ticks.filter(([value, , least]) => inside(value) && least <= decade + 0.5),
    lines: decade < LINES ? [] : axis.lines.filter(inside),
  };
}

/** Grid lines, ticks and title into the layers of a plot. @param {"x"|"y"} name */
export function drawAxis(plot, name, axis, scale, [width, height]) {
  const { ticks, lines } = shown(axis, scale);
  const place = name === "x" ? (v) => [scale(v), scale(v), 0, height] : (v) => [0, width, scale(v), scale(v)];
  for (const [kind, values] of [
    [`minor-${name}`, lines],
    [`major-${name}`, ticks.map(([value]) => value)],
  ]) {
    plot.layers.grid
      .selectAll(`line.${kind}`)
      .data(values)
      .join("line")
      .attr("class", kind)
      .attr("x1", (v) => place(v)[0])
      .attr("x2", (v) => place(v)[1])
      .attr("y1", (v) => place(v)[2])
      .attr("y2", (v) => place(v)[3]);
  }
  const words = new Map(ticks.map(([value, text]) => [value, text]));
  const generator = (name === "x" ? axisBottom : axisLeft)(scale).tickValues([...words.keys()]).tickFormat((v) => words.get(v));
  const group = plot.axes.selectAll(`g.${name}`).data([null]).join("g").attr("class", `axis ${name}`);
  group.attr("transform", `translate(0,${name === "x" ? height : 0})`).call(generator.tickSize(0).tickPadding(9));
  group.attr("font-family", null).attr("font-size", null);
  title(plot, name, axis.title, name === "x" ? [width, height + 40] : [-plot.margin.left + 2, -12]);
}

/** The words at an axis: below the plot at its right end, above it at its left. */
export function title(plot, name, text, [x, y]) {
  plot.axes
    .selectAll(`text.title.${name}`)
    .data([text])
    .join("text")
    .attr("class", `title ${name}`)
    .attr("x", x)
    .attr("y", y)
    .attr("text-anchor", name === "x" ? "end" : "start")
    .text((words) => words);
}
