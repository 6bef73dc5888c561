// Draws points: as elements while they are few, painted on a canvas when they are thousands.
import { select } from "d3-selection";
import { outline } from "../glyphs.js";

/** As path elements; the binding's class gives the colour. */
export function drawElements(layer, points, page) {
  select(layer)
    .selectAll("path")
    .data(points, (p) => `${p.kernel.index}:${p.level}`)
    .join("path")
    .attr("class", (p) => markClass(p, page))
    .attr("data-kernel", (p) => p.kernel.index)
    .attr("data-level", (p) => page.levels[p.level].id)
    .attr("d", (p) => outline(p.level, p.r))
    .attr("transform", (p) => `translate(${p.px.toFixed(2)},${p.py.toFixed(2)})`)
    .order();
}

const CHAINED = 400; // from so many points on lines between levels would be all there is to see

/** A faint line through the levels of each kernel, from end to end. */
export function drawChains(layer, points, page) {
  const kernels = new Map();
  for (const point of points.length > CHAINED ? [] : points) {
    kernels.set(point.kernel.index, [...(kernels.get(point.kernel.index) ?? []), point]);
  }
  const ends = [...kernels.values()].flatMap((chain) => {
    const sorted = chain.sort((a, b) => a.px + a.py - b.px - b.py);
    return chain.length > 1 ? [[sorted[0], sorted.at(-1)]] : [];
  });
  select(layer)
    .selectAll("line")
    .data(ends)
    .join("line")
    .attr("class", ([{ kernel }]) => `levels tone-${page.bindings[kernel.binding].id}`)
    .attr("x1", ([from]) => from.px.toFixed(1))
    .attr("y1", ([from]) => from.py.toFixed(1))
    .attr("x2", ([, to]) => to.px.toFixed(1))
    .attr("y2", ([, to]) => to.py.toFixed(1));
}

function markClass(point, page) {
  const tone = `tone-${page.bindings[point.kernel.binding].id}`;
  const kinds = [point.hollow && "hollow", !point.primary && "secondary", point.faint && "faint"].filter(Boolean);
  return ["mark", tone, ...kinds].join(" ");
}

/** On the canvas, in device pixels; colours are read from the page's variables. */
export function paint(canvas, width, height, points, page) {
  const scale = window.devicePixelRatio || 1;
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  if (points.length === 0) return;
  const context = canvas.getContext("2d");
  context.scale(scale, scale);
  const style = getComputedStyle(document.documentElement);
  const fills = page.bindings.map((binding) => style.getPropertyValue(`--${binding.id}-fill`));
  const surface = style.getPropertyValue("--surface");
  const shapes = new Map();
  for (const point of points) {
    if (point.px < -20 || point.py < -20 || point.px > width + 20 || point.py > height + 20) continue;
    const key = `${point.level}:${point.r.toFixed(1)}`;
    if (!shapes.has(key)) shapes.set(key, new Path2D(outline(point.level, point.r)));
    context.setTransform(scale, 0, 0, scale, point.px * scale, point.py * scale);
    context.globalAlpha = point.faint ? 0.1 : 0.75;
    context.fillStyle = point.hollow ? surface : fills[point.kernel.binding];
    context.fill(shapes.get(key));
    context.strokeStyle = point.hollow ? fills[point.kernel.binding] : surface;
    context.lineWidth = point.hollow ? 1.2 : 0.5;
    context.stroke(shapes.get(key));
  }
}

/** The chain of a kernel's levels and a ring around the point that stands for it. */
export function drawFocus(layer, points, page, kind) {
  const chain = [...points].sort((a, b) => a.px - b.px);
  const main = points.find((p) => p.primary);
  const group = select(layer);
  group
    .selectAll("line")
    .data(chain.length > 1 ? [chain] : [])
    .join("line")
    .attr("class", `chain ${kind}`)
    .attr("x1", (c) => c[0].px)
    .attr("x2", (c) => c[c.length - 1].px)
    .attr("y1", (c) => Math.min(...c.map((p) => p.py)))
    .attr("y2", (c) => Math.max(...c.map((p) => p.py)));
  group
    .selectAll("path")
    .data(points)
    .join("path")
    .attr("class", (p) => `${markClass({ ...p, primary: true }, page)} focus`)
    .attr("d", (p) => outline(p.level, p.r))
    .attr("transform", (p) => `translate(${p.px},${p.py})`);
  group
    .selectAll("circle")
    .data(main ? [main] : [])
    .join("circle")
    .attr("class", `ring ${kind}`)
    .attr("r", (p) => p.r + 5)
    .attr("cx", (p) => p.px)
    .attr("cy", (p) => p.py);
}
