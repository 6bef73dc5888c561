// Places labels one after the other, each where it covers nothing: roof labels along their line, kernel names around
// their point with a leader when they had to move away. A name that finds no room is left out.

let context = null;
/** Width of a text in the page's typeface. */
export function textWidth(text, size, weight = 400) {
  context ??= document.createElement("canvas").getContext("2d");
  context.font = `${weight} ${size}px Inter, sans-serif`;
  return context.measureText(text).width;
}

// A text along a slope as a chain of upright boxes that together cover it.
function chain(cx, cy, angle, width, height) {
  const pieces = Math.max(1, Math.ceil((width * Math.abs(Math.sin(angle))) / 5));
  const step = width / pieces;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const w = step * c + height * Math.abs(s);
  const h = step * Math.abs(s) + height * c;
  return Array.from({ length: pieces }, (_, i) => {
    const along = (i + 0.5) * step - width / 2;
    return { x: cx + along * c - w / 2, y: cy + along * s - h / 2, w, h };
  });
}

const ROOF_SIZE = 11;
const ROOF_HEIGHT = 14;
const APART = 10; // pixels between two labels that follow each other along a line
const GAPS = [
  [1, 3],
  [-1, 3],
  [1, 9],
  [-1, 9],
  [1, 15],
]; // preferred side or the other, pixels from the line

/**
 * The label of a roof: the longest of its `texts` that fits along the visible segment, near it if possible.
 * @returns {{text: string, x: number, y: number, angle: number}|null} centre of the text, angle in degrees
 */
export function placeRoofLabel(segment, texts, obstacles, owner, { atEnd, above }) {
  const [dx, dy] = [segment.x2 - segment.x1, segment.y2 - segment.y1];
  const length = Math.hypot(dx, dy);
  const angle = Math.atan2(dy, dx);
  const normal = { x: Math.sin(angle), y: -Math.cos(angle) };
  for (const text of texts) {
    const width = textWidth(text, ROOF_SIZE, 600) + 4;
    if (width + 12 > length) continue;
    const steps = Math.floor((length - width - 12) / 8);
    for (const [side, gap] of GAPS) {
      for (let i = 0; i <= steps; ++i) {
        const along = 6 + width / 2 + 8 * (atEnd ? steps - i : i);
        const away = (above ? side : -side) * (ROOF_HEIGHT / 2 + gap);
        const x = segment.x1 + (dx / length) * along + normal.x * away;
        const y = segment.y1 + (dy / length) * along + normal.y * away;
        const boxes = chain(x, y, angle, width, ROOF_HEIGHT);
        const free = boxes.every(
          (box) =>
            obstacles.inside(box) &&
            obstacles.markers(box) === 0 &&
            !obstacles.hitsBox({ ...box, x: box.x - APART, w: box.w + 2 * APART }) &&
            !obstacles.hitsLine(box, owner),
        );
        if (!free) continue;
        boxes.forEach((box) => obstacles.addBox(box));
        return { text, x, y, angle: (angle * 180) / Math.PI };
      }
    }
  }
  return null;
}

export const NAME_SIZE = 12;
const NAME_HEIGHT = 16;
const DISTANCES = [0, 6, 14, 24, 38, 56, 78];
const DIRECTIONS = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
  [0.7, 0.7],
  [0.7, -0.7],
  [-0.7, 0.7],
  [-0.7, -0.7],
  [0.92, 0.38],
  [0.92, -0.38],
  [-0.92, 0.38],
  [-0.92, -0.38],
  [0.38, 0.92],
  [-0.38, 0.92],
  [0.38, -0.92],
  [-0.38, -0.92],
];

/**
 * A name beside its point: the nearest free place where it is not as near to another point, or the nearest free one.
 * @returns {{x: number, y: number, w: number, leader: number[]|null}|null} left edge and middle of the text
 */
export function placeName(point, text, obstacles) {
  const w = textWidth(text, NAME_SIZE) + 4;
  let doubtful = null;
  for (const distance of DISTANCES) {
    for (const [ux, uy] of DIRECTIONS) {
      const reach = point.r + 5 + distance;
      const x = point.px + ux * reach + (ux > 0.3 ? 0 : ux < -0.3 ? -w : -w / 2);
      const y = point.py + uy * (reach + (Math.abs(uy) > 0.3 ? NAME_HEIGHT / 2 - 1 : 0)) - NAME_HEIGHT / 2;
      const box = { x, y, w, h: NAME_HEIGHT };
      if (!obstacles.inside(box) || obstacles.hitsBox(box) || obstacles.markers(box) > 0 || obstacles.hitsLine(box))
        continue;
      const leader = distance >= 14 ? leaderLine(point, box) : null;
      if (leader && obstacles.hitsLeader(leader)) continue;
      const end = leader ? { x: leader[0], y: leader[1], w: 0, h: 0 } : box;
      if (!obstacles.nearerToAnother(end, point)) return named(box, leader, obstacles);
      doubtful ??= [box, leader];
    }
  }
  return doubtful && named(...doubtful, obstacles);
}

function named(box, leader, obstacles) {
  obstacles.addBox(box);
  if (leader) obstacles.addLine(...leader, "leader");
  return { x: box.x + 2, y: box.y + NAME_HEIGHT / 2, w: box.w, leader };
}

// From the rim of the marker to the nearest place on the box.
function leaderLine(point, box) {
  const tx = Math.max(box.x, Math.min(point.px, box.x + box.w));
  const ty = Math.max(box.y + 3, Math.min(point.py, box.y + box.h - 3));
  const length = Math.hypot(tx - point.px, ty - point.py) || 1;
  const start = (point.r + 1.5) / length;
  return [point.px + (tx - point.px) * start, point.py + (ty - point.py) * start, tx, ty];
}
