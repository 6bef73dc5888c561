// Ticks of logarithmic axes: decades from far, 1-2-5 nearer, round steps when a decade fills the axis.
import { scaleLinear } from "d3-scale";

/** @returns {{major: number[], minor: number[]}} `major` carry numbers, at most one per `room` pixels */
export function logTicks(scale, room) {
  const [low, high] = scale.domain();
  const pixels = Math.abs(scale.range()[1] - scale.range()[0]);
  const decades = Math.log10(high / low);
  const most = Math.max(2, Math.floor(pixels / room));
  if (decades < 0.7) return { major: scaleLinear([low, high], [0, 1]).ticks(Math.min(most, 6)), minor: [] };
  const stride = Math.ceil(decades / most);
  const steps = decades * 3 < most ? [1, 2, 5] : [1];
  const major = [];
  const minor = [];
  for (let exponent = Math.floor(Math.log10(low)); exponent <= Math.ceil(Math.log10(high)); ++exponent) {
    for (let digit = 1; digit < 10; ++digit) {
      const value = digit * 10 ** exponent;
      if (value < low || value > high) continue;
      const round = steps.includes(digit) && ((exponent % stride) + stride) % stride === 0;
      (round ? major : minor).push(value);
    }
  }
  return { major, minor };
}

const PREFIXES = ["", "k", "M", "G", "T", "P", "E"];

/** What an axis of rates that ends at `highest` counts in: TFLOP/s, or GFLOP/s below one of them. */
export function unitFor(highest, unit) {
  return highest >= 1e12 ? { size: 1e12, name: `T${unit}` } : { size: 1e9, name: `G${unit}` };
}

/** A rate in words: "500 G", "1 T". */
export function prefixed(value) {
  const step = Math.max(0, Math.min(PREFIXES.length - 1, Math.floor(Math.log10(value) / 3 + 1e-9)));
  const number = Number((value / 1000 ** step).toPrecision(3));
  return PREFIXES[step] ? `${number} ${PREFIXES[step]}` : String(number);
}

/** A number on an axis: 0.05, 20, "100 k". */
export function plain(value) {
  if (value >= 1e4) return prefixed(value);
  return String(Number(value.toPrecision(3)));
}
