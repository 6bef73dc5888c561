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
    const faint = () => count(page, ".picture .marks path.mark.faint:not(.secondary)");
    assert.equal(await faint(), 0);
    const middle = await centre(dram(page, 0));
    const before = await ticks(page);
    await page.getByRole("searchbox").fill("sgemm");
    const left = (await names(page)).length;
    assert.ok(left > 1 && left < 12);
    assert.equal(await faint(), 12 - left);
    assert.ok((await page.locator('.picture [data-role="name"]:not([hidden])').allTextContents()).every((name) => name.startsWith("sgemm")));
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
    const main = () => count(page, ".picture .marks path.mark:not(.secondary)");
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

// Runs inside the page: how far each name that is seen stands from a point of its kernel at that level, in pixels.
function distances(level) {
  const names = [...document.querySelectorAll('.roofline [data-role="name"]')].filter((e) => e.checkVisibility({ visibilityProperty: true }));
  return names.map((name) => {
    const [a, b] = [name, document.querySelector(`.roofline .marks path[data-kernel="${name.dataset.kernel}"][data-level="${level}"]`)].map((e) => e.getBoundingClientRect());
    return Math.hypot(Math.max(0, a.left - b.right, b.left - a.right), Math.max(0, a.top - b.bottom, b.top - a.bottom));
  });
}

test(
  "names stand beside the points of the level that stands for their kernel",
  on("twelve", async (page) => {
    const before = await page.evaluate(distances, "dram");
    assert.ok(before.length >= 6 && before.every((away) => away < 60), before.join());
    await page.getByRole("group", { name: "Level" }).getByRole("button", { name: "DRAM" }).click();
    const after = await page.evaluate(distances, "l2");
    assert.ok(after.length >= 5 && after.every((away) => away < 60), after.join());
  }),
);

test(
  "a compute roof begins at the steepest slope that is seen",
  on("many", async (page) => {
    const edges = (selector) => page.locator(`.roofline [data-role="roof"]${selector}:not([hidden])`).evaluateAll((list) => list.map((e) => e.getBoundingClientRect()).map(({ left, right }) => ({ left, right })));
    const ridge = async () => {
      const slopes = await edges("[data-level]");
      const [roof] = await edges(":not([data-level])");
      return roof.left - Math.min(...slopes.map(({ right }) => right));
    };
    assert.equal((await edges("[data-level]")).length, 1, "DRAM alone");
    assert.ok(Math.abs(await ridge()) < 2);
    await page.getByRole("group", { name: "Level" }).getByRole("button", { name: "L1" }).click();
    assert.equal((await edges("[data-level]")).length, 2);
    assert.ok(Math.abs(await ridge()) < 2);
  }),
);

test(
  "a name in the chart selects its kernel; only the keyboard frames the chart",
  on("twelve", async (page) => {
    const name = page.locator('.roofline [data-role="name"]').first();
    const text = await name.textContent();
    await name.click();
    assert.equal(await page.locator(".side.detail .full-name").innerText(), text);
    assert.deepEqual(await page.locator(".picture .chosen").allTextContents(), [text]);
    const frame = () => page.locator(PLOT).evaluate((svg) => getComputedStyle(svg).outlineStyle);
    assert.equal(await frame(), "none");
    await page.keyboard.press("ArrowRight");
    assert.notEqual(await frame(), "none");
    await page.keyboard.press("Escape");
    assert.equal(await count(page, ".picture .chosen"), 0);
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
