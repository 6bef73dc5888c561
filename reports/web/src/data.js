// Reads the data blocks of the page and turns the columns of the overview into one object per kernel.

export async function readBlock(id) {
  const block = document.getElementById(id);
  if (block.type === "application/json") return JSON.parse(block.textContent);
  const packed = Uint8Array.from(atob(block.textContent), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
}

export const VERIFICATION = ["not checked", "verified", "failed"];

/**
 * @typedef {{level: number, rate: number, rateText: string, bytes: string, intensity: string|null,
 *            fraction: string|null, analytic: boolean}} LevelPoint
 * @typedef {{index: number, name: string, time: number|null, share: number, flops: number|null, binding: number,
 *            precision: number|null, roof: number|null, failed: boolean, levels: (LevelPoint|null)[],
 *            rank: number, leftText: string|null, leftTime: string|null, pipe: string|null,
 *            uncounted?: 1|null, contradiction?: string|null}} Kernel
 */

/** @returns {Kernel[]} */
function kernels(machine) {
  const { levels, ...columns } = machine.kernels;
  const names = Object.keys(columns);
  return Array.from({ length: machine.count }, (_, index) => {
    const kernel = { index };
    for (const name of names) kernel[name] = columns[name][index];
    kernel.failed = kernel.verified === 2;
    kernel.levels = levels.map((column) =>
      column.rate[index] === null
        ? null
        : {
            level: column.level,
            rate: column.rate[index],
            rateText: column.rateText[index],
            bytes: column.bytes[index],
            intensity: column.intensity[index],
            fraction: column.fraction[index],
            analytic: column.analytic[index] === 1,
          },
    );
    return kernel;
  });
}

/**
 * The overview, with `list` (kernels) and `byTime` (those with a share, largest first) in every machine. `row` of a kernel
 * counts through all machines.
 */
export async function loadOverview() {
  const [page, charts] = await Promise.all([readBlock("overview"), readBlock("charts")]);
  let row = 0;
  for (const machine of page.machines) {
    machine.list = kernels(machine);
    for (const kernel of machine.list) Object.assign(kernel, { machine, row: row++ });
    machine.charts = charts.shift();
    machine.charts.columns = new Map((machine.charts.columns ?? []).map((index, column) => [index, column]));
    for (const picture of machine.charts.roofline) {
      for (const choice of Object.values(picture.choices)) Object.assign(choice, { ...picture, ...choice });
    }
    machine.byTime = machine.list.filter((k) => k.shareText !== null).sort((a, b) => b.share - a.share || a.index - b.index);
  }
  return page;
}

let details = null;
/** The details block, unpacked when the first kernel is selected. */
export function loadDetails() {
  details ??= readBlock("details");
  return details;
}

let instructions = null;
/** The block of the instruction roofline, unpacked when that chart is first shown. */
export function loadInstructions() {
  instructions ??= readBlock("instructions");
  return instructions;
}

/** Level indices in the order in which people read a roofline: DRAM first. */
export const LEVELS = [3, 2, 1, 0];
export const DRAM = 3;
