// Draws points where a view has placed them (`at`, in pixels): as elements while they are few, painted on a canvas when
// they are thousands.
import { outline } from "../glyphs.js";
import { shape } from "./scene.js";

const CHAINED = 400; // from so many points on lines between levels would be all there is to see

function mark(point, tone, kind = "") {
  const kinds = [point.hollow && "hollow", !point.primary && "secondary", point.faint && "faint", kind].filter(Boolean);
  const [x, y] = point.at;
  return shape("path", {
    class: ["mark", tone, ...kinds].join(" "),
    d: outline(point.level, point.r),
    transform: `translate(${x.toFixed(2)},${y.toFixed(2)})`,
  });
}

function line(className, points) {
  const [from, to] = [points[0].at, points.at(-1).at];
  return shape("line", { class: className, x1: from[0], y1: from[1], x2: to[0], y2: to[1] });
}

// From the end at the left or above to the other.
const ends = (points) => [...points].sort((a, b) => a.at[0] + a.at[1] - b.at[0] - b.at[1]);

/** As elements, below them a faint line through the levels of each kernel. */
export function drawElements(layer, points, page, toneOf) {
  const chains = new Map();
  for (const point of points.length > CHAINED ? [] : points) {
    if (!point.faint) chains.set(point.kernel, [...(chains.get(point.kernel) ?? []), point]);
  }
  const lines = [...chains].filter(([, chain]) => chain.length > 1);
  const marks = points.map((point) => {
    const element = mark(point, toneOf(point.kernel));
    Object.assign(element.dataset, { kernel: point.kernel, level: page.levels[point.level].id });
    return element;
  });
  layer.replaceChildren(...lines.map(([kernel, chain]) => line(`levels ${toneOf(kernel)}`, ends(chain))), ...marks);
}

/** The chain of a kernel's levels and a ring around the point that stands for it. */
export function drawFocus(layer, points, tone, kind) {
  if (points.length > 1) layer.append(line(`chain ${kind}`, ends(points)));
  const main = points.find((point) => point.primary);
  for (const point of [...points.filter((p) => p !== main), main]) layer.append(mark({ ...point, faint: false, primary: true }, tone, "focus"));
  layer.append(shape("circle", { class: `ring ${kind}`, r: main.r + 5, cx: main.at[0], cy: main.at[1] }));
}

/** On a canvas that covers the picture; colours are read from the page's variables. */
export function paint(canvas, { width, height, plots }, points, page, bindingOf) {
  const scale = ((window.devicePixelRatio || 1) * canvas.clientWidth) / width;
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const context = canvas.getContext("2d");
  context.scale(scale, scale);
  context.beginPath();
  context.rect(...plots[0]);
  context.clip();
  const style = getComputedStyle(document.documentElement);
  const fills = page.bindings.map((binding) => style.getPropertyValue(`--${binding.id}-fill`));
  const surface = style.getPropertyValue("--surface");
  const shapes = new Map();
  for (const point of points) {
    const [x, y] = point.at;
    if (x < -20 || y < -20 || x > width + 20 || y > height + 20) continue;
    const key = `${point.level}:${point.r.toFixed(1)}`;
    if (!shapes.has(key)) shapes.set(key, new Path2D(outline(point.level, point.r)));
    const fill = fills[bindingOf(point.kernel)];
    context.setTransform(scale, 0, 0, scale, x * scale, y * scale);
    context.globalAlpha = point.faint ? 0.1 : 0.75;
    context.fillStyle = point.hollow ? surface : fill;
    context.fill(shapes.get(key));
    context.strokeStyle = point.hollow ? fill : surface;
    context.lineWidth = point.hollow ? 1.2 : 0.5;
    context.stroke(shapes.get(key));
  }
}
