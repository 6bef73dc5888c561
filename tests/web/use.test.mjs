// What a reader does: look, switch, zoom, hover, select, sort, filter, and all of it by keyboard.
import assert from "node:assert/strict";
import { test } from "node:test";
import { centre, count, dram, names, pages, PLOT, roofWords, settled, ticks } from "./browser.mjs";

const { on } = pages();

test(
  "the first screen has GPU, verdict, banner, chart and five kernels",
  on("twelve", async (page) => {
    assert.equal(await page.locator("h1").innerText(), "NVIDIA H200");
    assert.match(await page.locator(".line").innerText(), /132 SMs.*1\.98 GHz.*580\.159\.04/s);
    assert.match(await page.locator(".verdict").innerText(), /^\d+ % of GPU time is in one kernel at \d+ % of the FP32 roof/);
    assert.match(await page.locator(".banner").innerText(), /SIMULATED DATA/);
    assert.equal(await count(page, ".top-entry"), 5);
    assert.equal(
      await count(page, ".roofline .marks path.mark:not(.secondary)"),
      8,
      "one main point per kernel with FLOPs",
    );
    assert.ok((await count(page, '.roofline [data-role="roof"]')) >= 4);
    assert.ok((await count(page, '.bandwidth [data-role="roof_at_maximum"]')) >= 1);
    assert.match((await roofWords(page)).join("|"), /DRAM 4\.92 TB\/s · theoretical/);
  }),
);

test(
  "kernels without floating-point work stand in their own panel",
  on("twelve", async (page) => {
    assert.equal(await count(page, ".bandwidth .marks path.mark:not(.secondary)"), 4);
  }),
);

test(
  "an application names its ranks, says how it was counted, and lists ranges apart",
  on("profiled", async (page) => {
    assert.equal(await count(page, ".kernels .kernel-name"), 7);
    assert.ok((await names(page)).includes("graph 7 · rank 0"));
    assert.match(await page.locator(".kernels thead").first().innerText(), /Counted/);
    assert.match(await page.locator('.kernels tr[data-kernel="0"]').innerText(), /9\s+of 1,000/);
    assert.match(await page.locator(".ranges").innerText(), /train@step\/forward · rank 0\s+21\.8 ms\s+2,000/);
    await page.locator('.kernels tr[data-kernel="2"]').click();
    await page.locator(".side h3", { hasText: "About these numbers" }).waitFor();
    assert.match(await page.locator(".side").innerText(), /2 amounts of work at one geometry\./);
    assert.match(await page.locator(".side").innerText(), /pass rotation: each counted launch ran once/);
    await page.locator('.kernels tr[data-kernel="6"]').click();
    await page.locator(".side h3", { hasText: "About these numbers" }).waitFor();
    assert.doesNotMatch(await page.locator(".side").innerText(), /of all kernel time/);
  }),
);

test(
  "a page without ranges says nothing of them",
  on("twelve", async (page) => assert.equal(await count(page, ".ranges"), 0)),
);

test(
  "a failed kernel is listed and never drawn; analytic points are hollow",
  on("troubled", async (page) => {
    assert.equal(await count(page, '.marks path[data-kernel="0"]'), 0);
    assert.match(await page.locator(".not-drawn").innerText(), /Failed verification: vector_add\/one-d/);
    assert.equal(await page.locator('tr[data-kernel="0"] .failed').innerText(), "failed");
    assert.ok((await count(page, '.marks path.hollow[data-kernel="6"]')) > 0);
  }),
);

test(
  "legend switches levels, limits and compute roofs",
  on("twelve", async (page) => {
    const all = await count(page, ".roofline .marks path");
    const l2 = page.getByRole("group", { name: "Level" }).getByRole("button", { name: "L2" });
    await l2.click();
    assert.equal(await l2.getAttribute("aria-pressed"), "false");
    assert.equal(await count(page, '.roofline .marks path[data-level="l2"]'), 0);
    assert.ok((await count(page, ".roofline .marks path")) < all);
    await l2.click();
    assert.equal(await count(page, ".roofline .marks path"), all);
    await page.getByRole("group", { name: "Bound by" }).getByRole("button", { name: "No roof" }).click();
    assert.equal(await count(page, ".roofline .marks path.tone-no_roof"), 0);
    await page.getByRole("button", { name: "BF16 tensor" }).click();
    assert.equal(await count(page, '.roofline [data-role="roof"]:not([data-level])'), 1);
  }),
);

test(
  "the wheel zooms the axes and the button resets them",
  on("twelve", async (page) => {
    const start = await ticks(page);
    await page.mouse.move(...(await centre(page.locator(PLOT))));
    await page.mouse.wheel(0, -600);
    await page.getByRole("button", { name: "Reset zoom" }).waitFor();
    await settled(page);
    assert.notDeepEqual(await ticks(page), start);
    await page.getByRole("button", { name: "Reset zoom" }).click();
    await settled(page);
    assert.deepEqual(await ticks(page), start);
  }),
);

test(
  "hovering a point says time, work, traffic, share and limit",
  on("twelve", async (page) => {
    await page.mouse.move(...(await centre(dram(page, 9))));
    const tip = await page.locator(".tooltip").innerText();
    for (const part of [
      /sgemm\/naive/,
      /21\.8 ms/,
      /6\.30 TFLOP\/s/,
      /DRAM traffic\s+620 MB/,
      /9\.4\s% of compulsory demand/,
      /Not bound by a roof/,
    ]) {
      assert.match(tip, part);
    }
    await page.mouse.move(5, 5);
    assert.ok(await page.locator(".tooltip").isHidden());
  }),
);

test(
  "hovering a roof says where it comes from",
  on("twelve", async (page) => {
    const box = await page.locator('.roofline [data-role="roof"]:not([data-level])').first().boundingBox();
    await page.mouse.move(box.x + box.width * 0.5, box.y + box.height / 2);
    assert.match(await page.locator(".tooltip").innerText(), /FLOP\/s\s+theoretical at 1\.91 GHz, clock of the run/);
  }),
);

test(
  "a click on a point selects its row, shows its story and brings the row into view",
  on("many", async (page) => {
    await page.getByRole("button", { name: "Share", exact: true }).click();
    await page.getByRole("button", { name: "Share", exact: true }).click();
    await dram(page, 139).scrollIntoViewIfNeeded();
    await page.mouse.click(...(await centre(dram(page, 139))));
    const row = page.locator('tr[data-kernel="139"]');
    assert.equal(await row.getAttribute("aria-selected"), "true");
    const box = await row.boundingBox();
    assert.ok(box.y > 0 && box.y + box.height <= 901, `row at ${box.y}`);
    assert.match(await page.locator(".side.detail h2").innerText(), /kernel-139/);
  }),
);

test(
  "a click on a row marks the point and shows advice, levels, metrics and counters",
  on("twelve", async (page) => {
    await page.locator('tr[data-kernel="4"]').click();
    await page.waitForSelector(".side.detail .advice");
    assert.equal(await count(page, ".bandwidth .ring.selected"), 1);
    const side = await page.locator(".side").innerText();
    for (const part of [
      /transpose\/tiled/,
      /838 µs/,
      /16\.5 wavefronts per access instead of 1/,
      /Pad the array by one column/,
      /How busy each resource was/,
      /Measured and from formula/,
      /Registers per thread\s+32/,
      /raw counters/,
      /Before\s+SM 1\.98 GHz/,
    ]) {
      assert.match(side, part);
    }
    await page.locator(".counters summary").click();
    assert.match(await page.locator(".counters").innerText(), /dram__bytes\.sum\s+pass 0, hardware/);
  }),
);

test(
  "raw counters can be copied as they are",
  on("twelve", async (page, { context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]).catch(() => {});
    await page.locator('tr[data-kernel="9"]').click();
    await page.locator(".counters summary").click();
    await page.getByRole("button", { name: "Copy as tab-separated text" }).click();
    await page.waitForSelector("text=Copied");
  }),
);

test(
  "refused counters are named with their reason",
  on("troubled", async (page) => {
    await page.locator('tr[data-kernel="1"]').click();
    await page.waitForSelector(".refused");
    assert.match(await page.locator(".refused").innerText(), /dram__bytes\.sum\s+not available on this chip/);
  }),
);

test(
  "the table sorts by a column, both ways, missing values last",
  on("twelve", async (page) => {
    const head = page.locator("th.col-flops");
    await head.getByRole("button").click();
    assert.equal(await head.getAttribute("aria-sort"), "descending");
    assert.equal((await names(page))[0], "sgemm/tensor-core-bf16");
    await head.getByRole("button").click();
    assert.equal(await head.getAttribute("aria-sort"), "ascending");
    assert.equal((await names(page))[0], "reduction/interleaved-modulo");
    assert.match((await names(page)).at(-1), /transpose|copy/);
  }),
);

test(
  "the keyboard reaches everything: rows, selection, points, escape",
  on("twelve", async (page) => {
    await page.locator('tbody tr[tabindex="0"]').focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    assert.match(await page.locator(".side.detail h2").innerText(), /sgemm\/tiled/);
    await page.keyboard.press("Escape");
    assert.equal(await count(page, ".side.detail"), 0);
    await page.keyboard.press("End");
    assert.equal(
      await page.evaluate(() => document.activeElement.querySelector(".kernel-name").textContent),
      "reduction/grid-stride",
    );
    await page.locator(PLOT).focus();
    await page.keyboard.press("ArrowRight");
    const name = await page.locator(".tooltip .tip-name").innerText();
    await page.keyboard.press("Enter");
    assert.equal(await page.locator(".side.detail .full-name").innerText(), name);
  }),
);

test(
  "several machines: the selector changes everything",
  on("machines", async (page) => {
    await page.getByRole("combobox", { name: "GPU" }).selectOption("1");
    assert.equal(await count(page, "tbody tr[data-kernel]"), 1);
    assert.match(await page.locator(".verdict").innerText(), /^The kernel is/);
  }),
);

test(
  "a family's page tells its steps, and leads to a kernel and back",
  on("families", async (page) => {
    assert.equal(await page.locator(".layout").isVisible(), true);
    await page.getByRole("link", { name: "reduction", exact: true }).click();
    await page.waitForSelector(".family-table");
    assert.equal(await page.locator(".layout").isVisible(), false);
    const steps = page.locator(".family-table").first().locator("tbody tr");
    assert.equal(await steps.count(), 8);
    assert.match(await steps.nth(3).innerText(), /4\s+reduction\/sequential\s+The stride halves.*480 µs\s+1\.81×\s+8\.77×/s);
    assert.match(await steps.nth(2).innerText(), /wrong result/);
    assert.match(await steps.nth(5).innerText(), /not run/);
    assert.match(await steps.nth(1).innerText(), /≈ 450 µs\s+Tesla V100 PCIe\s+printed 624 µs/);
    assert.match(await page.locator(".family-sources").innerText(), /Published by others, on other GPU models/);
    await steps.nth(3).getByRole("button").click();
    await page.waitForSelector(".side.detail");
    assert.match(await page.locator(".side.detail").innerText(), /peer\/cub-reduce does the same task in 228 µs/);
    await page.getByRole("link", { name: "Step 4 of 8 of reduction" }).click();
    await page.waitForSelector(".family-table");
    assert.equal(await page.locator(".family-title").innerText(), "reduction");
    await page.getByRole("link", { name: "read_only" }).click();
    await page.waitForSelector(".family-title:text('read_only')");
    assert.match(await page.locator(".family").innerText(), /no steps of one optimisation.*read_only\/ldg.*read_only\/strided/s);
    await page.goBack();
    await page.waitForSelector(".family-title:text('reduction')");
    await page.getByRole("link", { name: "All kernels" }).click();
    await page.waitForSelector(".kernels");
    assert.equal(await page.locator(".layout").isVisible(), true);
    assert.match(await page.locator('.kernels tr[data-kernel="3"]').innerText(), /2\.11× peer\/cub-reduce/);
  }),
);

test(
  "an address that names no family shows all kernels",
  on("families", async (page, { complaints }) => {
    for (const hash of ["family/nobody", "family/%E0%A4%A"]) {
      await page.evaluate((value) => (location.hash = value), hash);
      await settled(page);
      assert.equal(await page.locator(".layout").isVisible(), true, hash);
    }
    assert.deepEqual(complaints, []);
  }),
);
