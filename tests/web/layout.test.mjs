// How the page stands: nothing covers anything else, nothing is cut off, at three widths, light and dark.
import assert from "node:assert/strict";
import { test } from "node:test";
import { overlap, pages, settled, shapes } from "./browser.mjs";

const { visit } = pages();

const WIDTHS = [1440, 1024, 390];

function collisions({ roofs, names, marks }) {
  const labels = [...roofs, ...names];
  const found = [];
  labels.forEach((label, i) => {
    const others = [...labels.slice(i + 1), ...marks].filter((other) => other.chart === label.chart);
    for (const other of others) if (overlap(label.corners, other.corners)) found.push(`${label.text} | ${other.text}`);
  });
  return found;
}

for (const name of ["one", "twelve", "many", "troubled", "measured", "profiled"]) {
  for (const dark of name === "twelve" ? [false, true] : [false]) {
    test(`${name}${dark ? ", dark" : ""}: labels cover nothing at ${WIDTHS.join(", ")} px`, async () => {
      await visit(name, { dark }, async (page) => {
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 900 });
          await settled(page);
          const found = await page.evaluate(shapes);
          assert.ok(found.marks.length > 0, "no markers");
          assert.ok(found.roofs.length > 0, "no roof labels");
          assert.ok(found.names.length > 0, "no names");
          assert.deepEqual(collisions(found), [], `at ${width}`);
        }
      });
    });
  }
}

for (const [kernel, chart] of [
  [7, "roofline"],
  [2, "bandwidth"],
]) {
  test(`labels cover nothing beside the latency roof of kernel ${kernel} at ${WIDTHS.join(", ")} px`, async () => {
    await visit("measured", {}, async (page) => {
      await page.locator(`.kernels tr[data-kernel="${kernel}"]`).click();
      await page.waitForSelector(".side.detail h3");
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        await settled(page);
        const found = await page.evaluate(shapes);
        assert.ok(found.roofs.some(({ text, chart: at }) => /^Latency|^2\.34/.test(text) && at.includes(chart)), `no label at ${width}`);
        assert.deepEqual(collisions(found), [], `at ${width}`);
      }
    });
  });
}

test("labels still cover nothing after zooming", async () => {
  await visit("many", {}, async (page) => {
    await page.locator(".roofline").focus();
    for (let i = 0; i < 3; ++i) {
      await page.keyboard.press("+");
      await settled(page);
      const found = await page.evaluate(shapes);
      assert.deepEqual(collisions(found), []);
      if (i === 0) assert.ok(found.roofs.some(({ text }) => text.startsWith("DRAM 4.92")), "roofs keep their names");
    }
  });
});

// Runs inside the page: pixels that it can be scrolled sideways, and elements whose text does not fit.
function overflow() {
  const { scrollWidth, clientWidth } = document.documentElement;
  const cut = [...document.querySelectorAll("h1, h2, h3, th, td.number, dd, .verdict, .key, .line")]
    .filter((e) => e.offsetParent && getComputedStyle(e).display !== "inline" && e.scrollWidth > e.clientWidth + 1)
    .map((e) => `${e.tagName} ${e.className} ${e.textContent.slice(0, 40)}: ${e.scrollWidth} in ${e.clientWidth}`);
  const high = [...document.querySelectorAll(".kernels tbody tr[data-kernel]")].filter((row) => row.offsetHeight > 42);
  return { page: scrollWidth - clientWidth, cut, high: high.map((row) => `${row.offsetHeight} px: ${row.textContent}`) };
}

for (const name of ["twelve", "troubled", "hostile", "machines", "huge", "profiled", "families"]) {
  test(`${name}: no width scrolls sideways, no text is wider than its place, rows have one height`, async () => {
    await visit(name, {}, async (page) => {
      for (const selected of [false, true]) {
        if (selected) {
          await page.locator(".kernels tbody tr[data-kernel]").first().click();
          await page.waitForSelector(".side.detail h3");
        }
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 844 });
          await settled(page);
          assert.deepEqual(
            await page.evaluate(overflow),
            { page: 0, cut: [], high: [] },
            `${selected ? "details" : "overview"} at ${width}`,
          );
        }
      }
    });
  });
}

// Runs inside the page: cells of a family's tables whose words leave them or cover others.
function cellFaults(least) {
  const faults = [];
  const cells = [...document.querySelectorAll(".family-table td, .family-table th")].filter((e) => e.offsetParent && e.textContent);
  if (cells.length < least) faults.push("hardly any cells");
  const words = cells.map((cell) => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    return { cell, box: range.getBoundingClientRect() };
  });
  for (const [i, { cell, box }] of words.entries()) {
    const frame = cell.getBoundingClientRect();
    const name = cell.textContent.slice(0, 40);
    if (box.left < frame.left - 1 || box.right > frame.right + 1) faults.push(`${name} leaves its cell`);
    for (const other of words.slice(i + 1)) {
      const [a, b] = [box, other.box];
      if (a.width === 0 || b.width === 0) continue;
      const apart = a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top + 2 || b.bottom <= a.top + 2;
      if (!apart) faults.push(`${name} | ${other.cell.textContent.slice(0, 40)}`);
    }
  }
  return faults;
}

for (const dark of [false, true]) {
  test(`a family's page fits ${WIDTHS.join(", ")} px${dark ? ", dark" : ""}`, async () => {
    await visit("families", { dark }, async (page) => {
      for (const [family, least] of [["reduction", 60], ["read_only", 12]]) {
        await page.evaluate((name) => (location.hash = `family/${name}`), family);
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 844 });
          await settled(page);
          assert.deepEqual(await page.evaluate(cellFaults, least), [], `${family} at ${width}`);
          assert.deepEqual(await page.evaluate(overflow), { page: 0, cut: [], high: [] }, `${family} at ${width}`);
        }
      }
    });
  });
}

test("dark is dark: the background follows the system and the switch", async () => {
  const luminance = () =>
    getComputedStyle(document.body)
      .backgroundColor.match(/\d+/g)
      .map(Number)
      .reduce((a, b) => a + b);
  await visit("twelve", { dark: true }, async (page) => {
    assert.ok((await page.evaluate(luminance)) < 150);
    await page.getByRole("button", { name: "Light theme" }).click();
    assert.ok((await page.evaluate(luminance)) > 700);
  });
});

test("a page without machines says so", async () => {
  await visit("empty", {}, async (page, { complaints }) => {
    assert.match(await page.locator(".verdict").innerText(), /no GPU/);
    assert.deepEqual(complaints, []);
  });
});
