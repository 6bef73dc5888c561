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

// A path in a box of its own around (0, 0).
function picture(width, height, className, d) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("width", width);
  svg.setAttribute("height", height);
  svg.setAttribute("viewBox", `${-width / 2} ${-height / 2} ${width} ${height}`);
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", "glyph");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("class", className);
  path.setAttribute("d", d);
  svg.append(path);
  return svg;
}

/** Small pictures for legends and lists. */
export function glyph(level, r = 5) {
  const side = Math.ceil(3.2 * r);
  return picture(side, side, "shape", outline(level, r));
}

/** A piece of a line, drawn as lines of these classes are. */
export function lineGlyph(classes) {
  return picture(26, 12, classes, "M-13,0H13");
}
