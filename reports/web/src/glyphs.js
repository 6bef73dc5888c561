// The shape of a memory level: circle DRAM, square L2, triangle L1, diamond shared. All have the area of the circle.

const SQUARE = 0.886; // half side over radius
const DIAMOND = 1.253; // half diagonal over radius
const TRIANGLE = 1.347; // half base over radius

/** The outline around (0, 0), for a path element or Path2D. */
export function outline(level, r) {
  const n = (value) => value.toFixed(2);
  switch (level) {
    case 0:
      return `M0,${n(-DIAMOND * r)}L${n(DIAMOND * r)},0L0,${n(DIAMOND * r)}L${n(-DIAMOND * r)},0Z`;
    case 1: {
      const w = TRIANGLE * r;
      return `M0,${n(-1.155 * w)}L${n(w)},${n(0.577 * w)}L${n(-w)},${n(0.577 * w)}Z`;
    }
    case 2: {
      const s = SQUARE * r;
      return `M${n(-s)},${n(-s)}H${n(s)}V${n(s)}H${n(-s)}Z`;
    }
    default:
      return `M${n(-r)},0A${n(r)},${n(r)} 0 1,1 ${n(r)},0A${n(r)},${n(r)} 0 1,1 ${n(-r)},0Z`;
  }
}

/** Small pictures for legends and lists. */
export function glyph(level, r = 5) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const side = Math.ceil(3.2 * r);
  svg.setAttribute("width", side);
  svg.setAttribute("height", side);
  svg.setAttribute("viewBox", `${-side / 2} ${-side / 2} ${side} ${side}`);
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", "glyph");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", outline(level, r));
  svg.append(path);
  return svg;
}
