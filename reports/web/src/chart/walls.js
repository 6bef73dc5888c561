// Roofs and walls of the instruction roofline. Slopes are the memory roofs in transactions a second, the horizontal is
// what the schedulers can issue (measured where the session has it), and a wall is a vertical line on which accesses of one pattern lie.
import { prefixed } from "./ticks.js";
import { line, merge } from "./roofs.js";

const TRANSACTION = { 32: "sectors of 32 bytes", 128: "wavefronts of 128 bytes" };

function issueRoof(peaks, known) {
  if (known) {
    const [rate, text, note, detail, spread, measured] = known;
    return [{ kind: "compute", tone: "compute", rate, solid: true, calculated: !measured, names: ["Warp issue"], text, note, detail, spread }];
  }
  const rate = Math.max(...peaks.filter((peak) => peak !== null), -Infinity);
  if (!(rate > 0)) return [];
  return [
    {
      kind: "compute",
      tone: "compute",
      rate,
      solid: true,
      calculated: true,
      names: ["Warp issue"],
      text: `${Number((rate / 1e9).toPrecision(3))} warp GIPS`,
      note: "four schedulers per SM, one warp instruction per clock",
      detail: "At the highest clock that a kernel of this session ran at.",
      about: "A kernel is judged by its own clock.",
      spread: null,
    },
  ];
}

/** @returns {import("./roofs.js").Roof[]} of these levels, in transactions, and of the warp schedulers: `issue` where known */
export function instructionRoofs(machine, page, levels, bytes, peaks, issue) {
  const memory = machine.roofs.memory
    .filter((roof) => levels.includes(roof.level))
    .sort((a, b) => Number(b.best) - Number(a.best) || b.level - a.level)
    .map((roof) => {
      const rate = roof.rate / bytes[roof.level];
      const made = line("memory", () => page.levels[roof.level].id)({ ...roof, rate });
      const unit = TRANSACTION[bytes[roof.level]];
      return { ...made, text: `${prefixed(rate)}TXN/s`, note: roof.note, detail: `${roof.text} in ${unit}. ${roof.detail}` };
    });
  const roofs = [...merge(memory), ...issueRoof(peaks, issue)];
  return roofs.sort((a, b) => Number(b.solid) - Number(a.solid));
}

/** The height of the roofs that kernels are judged by, at an intensity. */
export function attainable(roofs, intensity) {
  const heights = roofs.filter((roof) => roof.solid).map((r) => (r.kind === "memory" ? r.rate * intensity : r.rate));
  return Math.min(...heights, 1e15);
}

/** @param {[string, number][]} walls label and warp instructions per transaction */
export function wallRoofs(walls, unit) {
  return walls.map(([label, intensity]) => ({
    kind: "wall",
    tone: "wall",
    solid: false,
    names: [label],
    text: "",
    labels: [label],
    note: `${Number((1 / intensity).toPrecision(3))} ${unit} for each warp instruction`,
    detail: "",
    about: "Accesses of this pattern lie on this line, whatever their rate.",
    spread: null,
    intensity,
  }));
}
