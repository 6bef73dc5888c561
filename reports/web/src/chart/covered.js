// The program placed words where they cover nothing. Magnified, or with other levels, some would: those are hidden.

// How far the shape of a level reaches from its centre, in radii: a diamond, a triangle, a square, a circle.
const REACH = [1.25, 1.56, 1.25, 1];

/** @typedef {[number, number][]} Corners of a rectangle, in pixels of the picture */

/** @returns {Corners} */
export function markBox([x, y], { r, level }) {
  return rectangle({ x, y, width: 0, height: 0 }, r * REACH[level]);
}

/** @returns {Corners} of a thin line */
export function lineBox([x1, y1], [x2, y2]) {
  return [[x1, y1], [x2, y2], [x2 + 1, y2 + 1], [x1 + 1, y1 + 1]];
}

const AIR = 0.18; // of a line, above its highest letters

/** @returns {Corners} of words as they are drawn, turned ones too */
export function wordBox(text, svg) {
  const matrix = svg.getScreenCTM().inverse().multiply(text.getScreenCTM());
  const { x: left, y: top, width, height } = text.getBBox();
  return rectangle({ x: left, y: top + AIR * height, width, height: (1 - AIR) * height }, 0).map(([x, y]) => {
    const point = new DOMPoint(x, y).matrixTransform(matrix);
    return [point.x, point.y];
  });
}

function rectangle({ x, y, width, height }, by) {
  const [left, top, right, bottom] = [x - by, y - by, x + width + by, y + height + by];
  return [[left, top], [right, top], [right, bottom], [left, bottom]];
}

// Of most pairs that is all there is to see.
function areFarApart([a, , b], [c, , d]) {
  const apart = Math.hypot(a[0] + b[0] - c[0] - d[0], a[1] + b[1] - c[1] - d[1]);
  return apart > Math.hypot(a[0] - b[0], a[1] - b[1]) + Math.hypot(c[0] - d[0], c[1] - d[1]);
}

/** Whether two shapes of four corners overlap by more than a pixel: separating axes. */
export function overlap(a, b) {
  if (areFarApart(a, b)) return false;
  for (const shape of [a, b]) {
    for (let i = 0; i < shape.length; ++i) {
      const [[x1, y1], [x2, y2]] = [shape[i], shape[(i + 1) % shape.length]];
      const length = Math.hypot(x2 - x1, y2 - y1) || 1;
      const along = ([x, y]) => (x * (y1 - y2) + y * (x2 - x1)) / length;
      const [p, q] = [a.map(along), b.map(along)];
      if (Math.min(...p) > Math.max(...q) - 1 || Math.min(...q) > Math.max(...p) - 1) return false;
    }
  }
  return true;
}

export const isInside = (box, [x, y, width, height]) =>
  box.every(([px, py]) => px >= x - 1 && py >= y - 1 && px <= x + width + 1 && py <= y + height + 1);

/** Of `words`, the most important first, hides what leaves the plot or covers others or `taken`; leaders go with names. */
export function hideCovered(svg, words, taken, plot) {
  const all = [...taken];
  for (const text of words) {
    if (text.hasAttribute("hidden")) continue;
    const box = wordBox(text, svg);
    const covers = !isInside(box, plot) || all.some((other) => overlap(box, other));
    text.classList.toggle("covered", covers);
    if (!covers) all.push(box);
    const { role, kernel } = text.dataset;
    const leader = role === "name" && svg.querySelector(`[data-role="leader"][data-kernel="${kernel}"]`);
    if (leader) leader.classList.toggle("covered", covers);
  }
}
