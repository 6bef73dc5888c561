// What a label may not cover: markers (in a grid with running sums, so that ten thousand cost no more than ten), boxes
// of labels that already stand, and roof lines. Everything in pixels; a box is {x, y, w, h}.

const CELL = 3;

export class Obstacles {
  constructor(width, height) {
    this.columns = Math.ceil(width / CELL) + 1;
    this.rows = Math.ceil(height / CELL) + 1;
    this.bounds = { x: 0, y: 0, w: width, h: height };
    this.cells = new Uint8Array(this.columns * this.rows);
    this.sums = null;
    this.placed = []; // markers
    this.boxes = [];
    this.lines = [];
  }

  addMarker(x, y, r, owner) {
    this.placed.push({ x, y, r, owner });
    const [left, right] = [this.column(x - r), this.column(x + r)];
    const [top, bottom] = [this.row(y - r), this.row(y + r)];
    if (x + r < 0 || y + r < 0 || x - r > this.bounds.w || y - r > this.bounds.h) return;
    for (let row = top; row <= bottom; ++row) {
      this.cells.fill(1, row * this.columns + left, row * this.columns + right + 1);
    }
    this.sums = null;
  }
  addBox(box) {
    this.boxes.push(box);
  }
  addLine(x1, y1, x2, y2, owner) {
    this.lines.push({ x1, y1, x2, y2, owner });
  }

  column(x) {
    return Math.max(0, Math.min(this.columns - 1, Math.floor(x / CELL)));
  }
  row(y) {
    return Math.max(0, Math.min(this.rows - 1, Math.floor(y / CELL)));
  }

  /** Cells under the box that hold a marker. */
  markers({ x, y, w, h }) {
    this.sums ??= runningSums(this.cells, this.columns, this.rows);
    const stride = this.columns + 1;
    const [left, right] = [this.column(x), this.column(x + w) + 1];
    const [top, bottom] = [this.row(y), this.row(y + h) + 1];
    const s = this.sums;
    return s[bottom * stride + right] - s[top * stride + right] - s[bottom * stride + left] + s[top * stride + left];
  }
  /**
   * Whether the box is as near to another kernel's marker as to the point that it belongs to. One that all but covers
   * it is no other: what leads to one leads to both.
   */
  nearerToAnother(box, point) {
    const gap = (x, y, r) => {
      const dx = Math.max(box.x - x, 0, x - box.x - box.w);
      const dy = Math.max(box.y - y, 0, y - box.y - box.h);
      return Math.hypot(dx, dy) - r;
    };
    const own = gap(point.px, point.py, point.r);
    return this.placed.some(
      ({ x, y, r, owner }) =>
        owner !== point.kernel && Math.hypot(x - point.px, y - point.py) > point.r / 2 && gap(x, y, r) < own + 0.5,
    );
  }
  hitsBox(box) {
    return this.boxes.some((b) => b.x < box.x + box.w && box.x < b.x + b.w && b.y < box.y + box.h && box.y < b.y + b.h);
  }
  hitsLine(box, except = null) {
    return this.lines.some((line) => line.owner !== except && crosses(line, box));
  }
  /** Whether a leader runs free: past markers, once it has left its own, and past the labels that stand. */
  hitsLeader([x1, y1, x2, y2]) {
    const length = Math.hypot(x2 - x1, y2 - y1);
    for (let along = 6; along < length; along += CELL) {
      const x = x1 + ((x2 - x1) * along) / length;
      const y = y1 + ((y2 - y1) * along) / length;
      if (this.markers({ x, y, w: 0, h: 0 }) > 0) return true;
    }
    return this.boxes.some((box) => crosses({ x1, y1, x2, y2 }, box));
  }
  inside({ x, y, w, h }) {
    return x >= 0 && y >= 0 && x + w <= this.bounds.w && y + h <= this.bounds.h;
  }
}

function runningSums(cells, columns, rows) {
  const stride = columns + 1;
  const sums = new Int32Array(stride * (rows + 1));
  for (let row = 0; row < rows; ++row) {
    let sum = 0;
    for (let column = 0; column < columns; ++column) {
      sum += cells[row * columns + column];
      sums[(row + 1) * stride + column + 1] = sums[row * stride + column + 1] + sum;
    }
  }
  return sums;
}

/** Whether a segment touches a box: Liang and Barsky's clipping, 1984. */
export function crosses({ x1, y1, x2, y2 }, { x, y, w, h }) {
  return clip({ x1, y1, x2, y2 }, { x, y, w, h }) !== null;
}

/** The part of the segment inside the box, or null. */
export function clip({ x1, y1, x2, y2 }, { x, y, w, h }) {
  const [dx, dy] = [x2 - x1, y2 - y1];
  let [from, to] = [0, 1];
  for (const [p, q] of [
    [-dx, x1 - x],
    [dx, x + w - x1],
    [-dy, y1 - y],
    [dy, y + h - y1],
  ]) {
    if (p === 0) {
      if (q < 0) return null;
    } else if (p < 0) from = Math.max(from, q / p);
    else to = Math.min(to, q / p);
  }
  return from > to ? null : { x1: x1 + from * dx, y1: y1 + from * dy, x2: x1 + to * dx, y2: y1 + to * dy };
}
