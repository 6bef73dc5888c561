// Roofs on the page: measured and calculated, of a session without kernels, those of the selected kernel alone, those
// that are missing, and what single probes reached.
import assert from "node:assert/strict";
import { test } from "node:test";
import { count, pages, roofWords } from "./browser.mjs";

const { on } = pages();

test(
  "measured roofs are solid with a band as wide as their spread, calculated ones are not",
  on("measured", async (page) => {
    const roof = '.roofline [data-role="roof"]';
    assert.equal(await count(page, `${roof}:not([stroke-dasharray])`), 3, "DRAM, L2, FP32");
    assert.ok((await count(page, `${roof}[stroke-dasharray]`)) >= 2, "L1 with shared memory, BF16");
    assert.match((await roofWords(page)).join("|"), /DRAM 4\.31 TB\/s ±.2\.0.% · measured at 1\.91.GHz/);
    // From 6.9 - 6 % to 6.9 + 6 % TB/s on the panel's logarithmic axis.
    const [band, decade] = await page.evaluate(() => {
      const y = (text) => [...document.querySelectorAll('.bandwidth [data-role="tick"]')].find((e) => e.textContent === text).getAttribute("y");
      return [document.querySelector('.bandwidth path[data-level="l2"]:not([data-role])').getBBox().height, y("1") - y("10")];
    });
    assert.ok(Math.abs(band - decade * Math.log10(1.06 / 0.94)) < 0.5, `${band} px of ${decade} a decade`);
    assert.deepEqual(await page.getByRole("group", { name: "Roofs", exact: true }).locator(".key").allInnerTexts(), ["measured", "calculated", "for comparison"]);
  }),
);

test(
  "a session of roofs alone shows them all and says so",
  on("roofs", async (page, { complaints }) => {
    assert.equal(await page.locator(".verdict").innerText(), "No kernel was recorded.");
    assert.match(await page.locator(".not-drawn").innerText(), /roofs and no kernels/);
    assert.match((await roofWords(page)).join("|"), /FP64 .*FP32 57\.2.*FP8 tensor|FP8 tensor.*FP32 57\.2/);
    assert.equal(await page.getByRole("group", { name: "Bound by" }).count(), 0);
    assert.deepEqual(complaints, []);
  }),
);

test(
  "the selected kernel's latency roof is drawn and explained; without one there is nothing",
  on("measured", async (page) => {
    assert.equal(await count(page, ".roof.own"), 0);
    await page.locator('.kernels tr[data-kernel="7"]').click(); // reduction/sequential: 8 bytes a thread, 94 % occupancy
    await page.waitForSelector(".side.detail h3");
    assert.equal(await count(page, ".roofline .roof.own"), 1);
    assert.equal(await count(page, ".bandwidth .roof.own"), 0);
    assert.match((await roofWords(page)).join("|"), /Latency roof 2\.34.TB\/s · 15\.4.kB/);
    const words = await page.locator(".side section", { has: page.getByRole("heading", { name: "Loads in flight" }) }).innerText();
    assert.match(words, /2 independent float4 loads per thread at this occupancy, 32.B in all, would raise the latency roof to 4\.\d+.TB\/s/);
    assert.match(words, /In flight per SM\s+15\.4.kB: 8.B a thread, 1925 threads resident/);
    assert.match(words, /Of that roof\s+95\.9.%/);
    assert.match(words, /For the DRAM roof\s+[\d.]+.kB: [\d.]+.B a thread/);
    await page.locator('.kernels tr[data-kernel="2"]').click(); // copy/float4 stands in the other panel
    await page.waitForSelector(".side.detail .full-name:text('copy/float4')");
    assert.equal(await count(page, ".bandwidth .roof.own"), 1);
    assert.equal(await count(page, ".roofline .roof.own"), 0);
    assert.match(await page.locator(".side").innerText(), /Enough is in flight/);
    await page.locator('.kernels tr[data-kernel="9"]').click(); // nothing is known of sgemm/naive
    await page.waitForSelector(".side.detail .full-name:text('sgemm/naive')");
    assert.equal(await count(page, ".roof.own"), 0);
    assert.doesNotMatch(await page.locator(".side").innerText(), /Loads in flight/);
  }),
);

test(
  "the INT32 roof of a selected kernel whose main work is integer arithmetic is drawn and explained",
  on("integers", async (page, { complaints }) => {
    assert.equal(await count(page, ".roof.own"), 0);
    await page.locator('.kernels tr[data-kernel="6"]').click(); // reduction/interleaved-modulo: 0.2684 GFLOP in 870 µs
    await page.waitForSelector(".side.detail h3");
    assert.equal(await count(page, ".roofline .roof.own"), 1);
    // The kernel draws 0.2684 / 0.87 = 309 GFLOP/s, which is 90 % of the roof.
    assert.match((await roofWords(page)).join("|"), /INT32 roof 343.GFLOP\/s · [\d.]+ (integer operations per FLOP|OP\/FLOP)/);
    await page.locator('.kernels tr[data-kernel="7"]').click(); // the others address little
    await page.waitForSelector(".side.detail .full-name:text('reduction/sequential')");
    assert.equal(await count(page, ".roof.own"), 0);
    assert.deepEqual(complaints, []);
  }),
);

test(
  "the selected kernel's own mix of instructions has thin roofs, and no other kernel's",
  on("twelve", async (page, { complaints }) => {
    assert.equal(await count(page, ".roof.thin"), 0);
    await page.locator('.kernels tr[data-kernel="0"]').click(); // vector_add adds alone: half of the FP32 roof of 64.4
    await page.waitForSelector(".side.detail h3");
    assert.ok((await count(page, ".roofline .roof.thin")) >= 1);
    assert.equal(await count(page, ".bandwidth .roof.thin"), 0);
    assert.match((await roofWords(page)).join("|"), /FMA mix 32\.2.TFLOP\/s · none (of its arithmetic is )?fused/);
    await page.locator('.kernels tr[data-kernel="2"]').click(); // copy/float4 has no FLOPs
    await page.waitForSelector(".side.detail .full-name:text('copy/float4')");
    assert.equal(await count(page, ".roof.thin"), 0);
    assert.deepEqual(complaints, []);
  }),
);

test(
  "the issue roof is the measured one where there is one",
  on("probed", async (page) => {
    await page.getByRole("button", { name: "Instruction roofline", exact: true }).click();
    await page.waitForSelector('.instructions [data-role="mark"]');
    assert.match((await page.locator('.instructions [data-role="roof_words"]').allTextContents()).join("|"), /Warp issue 1020 warp GIPS ±.1\.0.% · measured at 1\.98.GHz/);
    const issue = page.locator('.instructions [data-role="roof"][data-tip^="Warp issue"]:not(.reach)');
    assert.equal(await issue.getAttribute("stroke-dasharray"), null);
  }),
);

test(
  "a roof that is missing is named below the chart",
  on("probed", async (page) => {
    const note = page.locator(".chart-note");
    assert.match(await note.innerText(), /^No roof is known for L2: `rooflens ceilings` measures it\.$/);
    await page.getByRole("button", { name: "Instruction roofline", exact: true }).click();
    await page.waitForSelector('.instructions [data-role="mark"]');
    assert.match(await note.innerText(), /No roof is known for L2/);
  }),
);

test(
  "probes of rooflens ceilings are listed with clock, spread and what won",
  on("probed", async (page, { complaints }) => {
    await page.getByText("All 3 probes of rooflens ceilings").click();
    const rows = await page.locator(".probes tbody tr").allInnerTexts();
    assert.equal(rows.length, 4);
    assert.match(rows[0], /DRAM read\s*± 2\.0.%, SM clock 1905 MHz, counters saw 99\.5.%\s+16 B loads, 8 in flight, 4 blocks of 512 threads per SM\s+4\.31.TB\/s/);
    assert.match(rows[2], /Launch latency\s*± 1\.2.%\s+1 block of 32 threads\s+8\.20.µs/);
    assert.match(rows[3], /FP8 tensor\s*no such instruction/);
    assert.deepEqual(complaints, []);
  }),
);

test(
  "links are listed with kind, bandwidth, latency and the size that reaches half of it",
  on("probed", async (page, { complaints }) => {
    await page.getByText("Links to the host and other GPUs").click();
    const rows = await page.locator(".links tbody tr").allInnerTexts();
    assert.equal(rows.length, 1);
    assert.match(rows[0], /^host\s+this GPU\s+PCIe\s+55\.0.GB\/s\s+0\.1.%\s+2\.00.µs\s+110.kB$/);
    assert.deepEqual(complaints, []);
  }),
);

test(
  "a session without probes says that they were not recorded",
  on("measured", async (page) => {
    assert.equal(await count(page, "details.probes"), 0);
    assert.equal(await count(page, "details.links"), 0);
    await page.getByText(/^All \d+ roofs/).click();
    assert.match(await page.locator("p.probes").innerText(), /^Not recorded apart: .* launch latency and the empty kernel\.$/);
    assert.equal(await page.locator(".chart-note").isHidden(), true);
  }),
);
