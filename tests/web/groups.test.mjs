// Groups of the kernel table: by name, rank, range and family, and by GPU through all machines of the session.
import assert from "node:assert/strict";
import { test } from "node:test";
import { count, pages, settled } from "./browser.mjs";

const { on } = pages();
const WIDTHS = [1440, 1024, 390];

test(
  "the table groups by rank and by range, and every kernel stays in it once",
  on("profiled", async (page) => {
    const choice = page.getByLabel("Group by");
    assert.deepEqual(await choice.locator("option").allInnerTexts(), ["None", "Kernel", "NVTX range", "Rank"]);
    await choice.selectOption("Kernel");
    assert.match((await page.locator("tr.group").allInnerTexts()).join("|"), /vectorized_elementwise_kernel.*\s*2 kernels/s);
    await choice.selectOption("Rank");
    assert.match((await page.locator("tr.group").allInnerTexts()).join("|"), /Rank 0\s*5 kernels.*Rank 1\s*2 kernels/s);
    assert.equal(await count(page, ".kernels tbody tr[data-kernel]"), 7);
    await choice.selectOption("NVTX range");
    const groups = (await page.locator("tr.group .group-name").allInnerTexts()).join("|");
    assert.match(groups, /train@step\/forward/);
    assert.match(groups, /in no range/);
    const rows = await page.locator(".kernels tbody tr").allInnerTexts();
    const range = rows.findIndex((text) => text.startsWith("train@step/forward"));
    assert.match(rows.slice(range + 1, range + 3).join("|"), /cutlass.*reduce_kernel/s);
    await choice.selectOption("None");
    assert.equal(await count(page, "tr.group"), 0);
  }),
);

test(
  "groups of families work with keys and with the filter, at every width",
  on("twelve", async (page) => {
    await page.getByLabel("Group by").selectOption("Family");
    const names = await page.locator("tr.group .group-name").allInnerTexts();
    assert.equal(names[0], "sgemm", "most time first");
    assert.equal(names.length, 5);
    await page.locator('tbody tr[tabindex="0"]').focus();
    await page.keyboard.press("End");
    const last = await page.locator(".kernels tbody tr[data-kernel]").last().getAttribute("data-kernel");
    assert.equal(await page.evaluate(() => document.activeElement.dataset.kernel), last);
    await page.getByRole("searchbox").fill("reduction");
    assert.deepEqual(await page.locator("tr.group .group-name").allInnerTexts(), ["reduction"]);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 844 });
      await settled(page);
      const faults = await page.evaluate(() => {
        const cell = document.querySelector("tr.group th");
        const table = cell.closest("table");
        return [cell.getBoundingClientRect().width - table.getBoundingClientRect().width, cell.scrollWidth - cell.clientWidth];
      });
      assert.ok(Math.abs(faults[0]) < 1.5 && faults[1] <= 0, `${faults} at ${width}`);
    }
  }),
);

test(
  "grouped by GPU the table holds the kernels of all, and a row brings its GPU's page",
  on("machines", async (page) => {
    await page.getByLabel("Group by").selectOption("GPU");
    assert.deepEqual(await page.locator("tr.group .group-name").allInnerTexts(), ["NVIDIA H200 (0)", "NVIDIA H200 NVL (1)"]);
    assert.match(await page.locator("tr.group").first().innerText(), /12 kernels, 100.% of its kernel time/);
    assert.equal(await page.locator(".table-head [role=status]").innerText(), "13");
    const last = page.locator(".kernels tbody tr[data-kernel]").last();
    await last.hover();
    assert.doesNotMatch(await page.locator('.kernels tr[data-kernel="0"]').getAttribute("class") ?? "", /hovered/);
    await last.click();
    await page.waitForSelector(".side.detail h3");
    assert.match(await page.locator("h1 option:checked").innerText(), /NVIDIA H200 NVL \(1\)/);
    assert.equal(await page.locator(".side.detail .full-name").innerText(), "vector_add/one-d");
    assert.equal(await page.locator('.kernels tr[aria-selected="true"]').getAttribute("data-kernel"), "12");
    await page.locator('.kernels tr[data-kernel="3"]').click();
    assert.match(await page.locator("h1 option:checked").innerText(), /NVIDIA H200 \(0\)/);
    assert.equal(await page.locator(".side.detail .full-name").innerText(), "transpose/naive-row");
    await page.getByLabel("Group by").selectOption("None");
    assert.equal(await page.locator(".table-head [role=status]").innerText(), "12");
  }),
);
