// Words that no picture has in their place, because they come and go: of the roofs of the selected kernel alone, which
// are drawn here too, and of all roofs while the picture is magnified. They stand along their line where they cover
// nothing.
import { isInside, lineBox, overlap } from "./covered.js";
import { shape } from "./scene.js";

// Pixels between a line and the middle of its words, above it or below.
const APART = [10, -10, 16, -16, 22, -22];
const STEP = 8;
const HEIGHT = 15; // of words

/** @typedef {{line?: string, tone: string, words: string[], tip?: string, ends: {x: number, y: number}[], from: number[],
 *            to: number[]}} Roof `words` come longest first; `ends` in the picture before it is zoomed, `from` and `to`
 *            where they are seen */

/** @param {Roof[]} roofs */
export function drawOwnLines(layer, roofs) {
  const lines = roofs.flatMap(({ line, tone, tip, ends: [from, to] }) =>
    [`roof ${line} tone-${tone}`, "reach"].map((name) => {
      const path = shape("path", { class: name, d: `M${from.x} ${from.y}L${to.x} ${to.y}` });
      path.dataset.tip = tip;
      return path;
    }),
  );
  layer.replaceChildren(...lines);
}

/** @param {Roof[]} roofs @param {number[][][]} taken corners of what is there */
export function drawWords(layer, roofs, taken, plot) {
  layer.replaceChildren();
  const covered = [...taken, ...roofs.map(({ from, to }) => lineBox(from, to))];
  for (const roof of roofs) {
    const box = placeWords(layer, roof, covered, plot);
    if (box) covered.push(box);
  }
}

// The longest words that find a place along the line, from its end on; their corners, or null.
function placeWords(layer, { words, tone, from, to }, taken, plot) {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy);
  const [c, s] = [dx / length, dy / length];
  const place = (along, apart) => [from[0] + along * c + apart * s, from[1] + along * s - apart * c];
  const far = Math.max(...APART) + HEIGHT;
  const near = taken.filter(([a, , b]) => {
    const across = ((a[0] + b[0]) / 2 - from[0]) * s - ((a[1] + b[1]) / 2 - from[1]) * c;
    return Math.abs(across) < far + Math.hypot(a[0] - b[0], a[1] - b[1]) / 2;
  });
  const label = shape("text", { class: `roof-label minor tone-${tone}` });
  layer.append(label);
  for (const text of words) {
    label.textContent = text;
    const half = label.getComputedTextLength() / 2;
    for (const apart of APART) {
      for (let along = length - half - STEP; along > half + STEP; along -= STEP) {
        const corner = (x, y) => place(along + x * half, apart + (y * HEIGHT) / 2);
        const box = [corner(-1, 1), corner(1, 1), corner(1, -1), corner(-1, -1)];
        if (!isInside(box, plot) || near.some((other) => overlap(box, other))) continue;
        const [x, y] = place(along, apart);
        label.setAttribute("transform", `translate(${x},${y}) rotate(${(Math.atan2(dy, dx) * 180) / Math.PI})`);
        return box;
      }
    }
  }
  label.remove();
  return null;
}
