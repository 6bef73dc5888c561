// Page and picture are one chart: they choose the same roofs, the same ticks and the same names.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { pages } from "./browser.mjs";

const { visit } = pages();

// What the picture draws in each role.
async function picture(page, name) {
  const svg = await readFile(path.join(process.env.ROOFLENS_WEB_DIRECTORY, `${name}.svg`), "utf8");
  return page.evaluate((text) => {
    const scene = new DOMParser().parseFromString(text, "image/svg+xml");
    const all = (role) => [...scene.querySelectorAll(`[data-role="${role}"]:not([data-zoom])`)];
    const ticks = (anchor) => all("tick").filter((e) => e.getAttribute("text-anchor") === anchor);
    const texts = (list) => list.map((e) => e.textContent);
    const tips = (role) => [...new Set(all(role).map((e) => e.dataset.tip).filter(Boolean))].sort();
    return {
      judged: tips("roof"),
      dashed: tips("roof_at_maximum"),
      x: texts(ticks("middle")),
      y: texts(ticks("end")),
      names: texts(all("name")),
    };
  }, svg);
}

for (const name of ["twelve", "measured", "many", "roofs"]) {
  test(`${name}: the page draws the roofs, ticks and names of the picture`, async () => {
    await visit(name, { width: 1440, height: 960 }, async (page) => {
      const hidden = page.getByRole("group", { name: "Level" }).locator("button[aria-pressed=false]");
      while ((await hidden.count()) > 0) await hidden.first().click();
      const drawn = await picture(page, name);
      const tips = (selector) => page.locator(selector).evaluateAll((list) => [...new Set(list.map((e) => e.__data__.roof.tip))].sort());
      assert.deepEqual(await tips(".plot .roof.solid"), drawn.judged);
      // A picture leaves out a dashed roof on top of a solid one.
      const dashed = await tips(".plot .roof.dashed");
      assert.deepEqual(drawn.dashed.filter((tip) => !dashed.includes(tip)), []);
      const texts = (selector) => page.locator(selector).allTextContents();
      assert.deepEqual(await texts(".roofline .axis.x .tick text"), drawn.x);
      const rates = await texts(".roofline .axis.y .tick text");
      assert.deepEqual(rates.filter((text) => !drawn.y.includes(text)), []);
      // Both write the most important ones, in their order, as far as they find room.
      const names = await texts(".plot .name");
      const both = names.filter((text) => drawn.names.includes(text));
      assert.deepEqual(both, drawn.names.filter((text) => names.includes(text)));
      assert.ok(both.length >= 0.6 * Math.min(names.length, drawn.names.length), `${names.join("|")}; ${drawn.names.join("|")}`);
    });
  });
}
