// What is shown: the table's filter, the legend and the names in charts hold for charts and table alike.
import assert from "node:assert/strict";
import { test } from "node:test";
import { centre, count, dram, names, pages, PLOT, settled, ticks } from "./browser.mjs";

const { on, visit } = pages();

test(
  "the filter keeps what matches, by name and by limit",
  on("twelve", async (page) => {
    await page.getByRole("searchbox").fill("sgemm no roof");
    assert.deepEqual(await names(page), ["sgemm/naive"]);
    assert.equal(await page.locator(".table-head [role=status]").innerText(), "shown 1 of 12");
    await page.getByRole("searchbox").fill("nothing like it");
    assert.match(await page.locator(".kernels tbody").innerText(), /No kernel matches/);
  }),
);

test(
  "the filter leaves in the charts what it leaves in the table; the rest is faint, has no name and is not found",
  on("twelve", async (page) => {
    const faint = () => count(page, ".plot .marks path.mark.faint:not(.secondary)");
    assert.equal(await faint(), 0);
    const middle = await centre(dram(page, 0));
    const before = await ticks(page);
    await page.getByRole("searchbox").fill("sgemm");
    const left = (await names(page)).length;
    assert.ok(left > 1 && left < 12);
    assert.equal(await faint(), 12 - left);
    assert.ok((await page.locator(".plot .name").allTextContents()).every((name) => name.startsWith("sgemm")));
    assert.deepEqual(await ticks(page), before);
    await page.getByRole("searchbox").fill("transpose");
    await page.mouse.click(...middle);
    assert.equal(await count(page, ".side.detail"), 0, "a faint point is not selected");
    await page.getByRole("searchbox").fill("");
    assert.equal(await faint(), 0);
  }),
);

test(
  "hiding a limit in the legend takes its points and its rows, and leaves the axes",
  on("twelve", async (page) => {
    const before = await ticks(page);
    const main = () => count(page, ".plot .marks path.mark:not(.secondary)");
    const all = await main();
    const key = page.getByRole("group", { name: "Bound by" }).getByRole("button", { name: "No roof" });
    await key.click();
    const rows = (await names(page)).length;
    assert.ok(rows < 12);
    assert.equal(await main(), all - (12 - rows));
    assert.equal(await page.locator(".table-head [role=status]").innerText(), `shown ${rows} of 12`);
    assert.deepEqual(await ticks(page), before);
    await key.click();
    assert.equal((await names(page)).length, 12);
  }),
);

test(
  "a name in the chart selects its kernel; only the keyboard frames the chart",
  on("twelve", async (page) => {
    const name = page.locator(".roofline .name").first();
    const text = await name.textContent();
    await name.click();
    assert.equal(await page.locator(".side.detail .full-name").innerText(), text);
    const frame = () => page.locator(PLOT).evaluate((svg) => getComputedStyle(svg).outlineStyle);
    assert.equal(await frame(), "none");
    await page.keyboard.press("ArrowRight");
    assert.notEqual(await frame(), "none");
  }),
);

test(
  "kernels come by the time that their roof leaves",
  async () => {
    const sortedBy = (page) => page.locator(".kernels th[aria-sort=descending]").innerText();
    await visit("profiled", {}, async (page) => assert.match(await sortedBy(page), /Recoverable/));
    await visit("twelve", {}, async (page) => assert.match(await sortedBy(page), /Recoverable/));
  },
);

test(
  "every column has its place beside the overview; ranges are not cut on a phone",
  on("profiled", async (page) => {
    for (const column of ["dram", "occupancy"]) assert.ok(await page.locator(`th.col-${column}`).isVisible(), column);
    await page.setViewportSize({ width: 390, height: 844 });
    await settled(page);
    assert.ok(await page.locator(".ranges").evaluate((e) => e.scrollWidth <= e.clientWidth));
    assert.match(await page.locator(".ranges").innerText(), /21\.8 ms/);
  }),
);
