// Page and picture are one chart: they choose the same roofs, ticks and names, and points lie at the same places.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { pages } from "./browser.mjs";

const { visit } = pages();

// Runs inside the page: what charts draw, those of the page or those of a picture's text.
function drawn(picture) {
  const root = picture ? document.querySelector("#page").appendChild(document.createElement("div")) : document;
  if (picture) root.append(document.importNode(new DOMParser().parseFromString(picture, "image/svg+xml").documentElement, true));
  const charts = picture ? [root] : [...root.querySelectorAll(".roofline, .bandwidth")].filter((e) => e.offsetParent);
  const all = (role, chart) => [...chart.querySelectorAll(`[data-role="${role}"]:not([data-zoom])`)];
  const of = (role) => charts.flatMap((chart) => all(role, chart));
  const texts = (list) => list.map((e) => e.textContent);
  const tips = (role) => of(role).map((e) => e.dataset.tip).sort();
  // Where points lie across their plot, from 0 to 1, by kernel and level.
  const plots = of("axis").filter((e) => e.tagName === "path").map((e) => e.getBoundingClientRect());
  const places = {};
  for (const mark of root.querySelectorAll(picture ? "[data-at]" : ".picture .marks path")) {
    const box = mark.getBoundingClientRect();
    const middle = [box.x + box.width / 2, box.y + box.height / 2];
    const plot = plots.find((p) => middle[0] >= p.left && middle[0] <= p.right && middle[1] >= p.top && middle[1] <= p.bottom);
    places[`${mark.dataset.kernel} ${mark.dataset.level}`] = (middle[0] - plot.left) / plot.width;
  }
  const found = {
    roofs: tips("roof"),
    dashed: tips("roof_at_maximum"),
    x: texts(of("tick").filter((e) => e.getAttribute("text-anchor") === "middle")),
    y: texts(of("tick").filter((e) => e.getAttribute("text-anchor") === "end")),
    titles: texts(of("axis").filter((e) => e.tagName === "text")),
    names: texts(of("name")),
    places,
  };
  if (picture) root.remove();
  return found;
}

for (const name of ["one", "twelve", "measured", "many", "roofs", "profiled"]) {
  test(`${name}: the page draws the roofs, ticks, names and points of the picture`, async () => {
    await visit(name, { width: 1440, height: 960 }, async (page) => {
      const hidden = page.getByRole("group", { name: "Level" }).locator("button[aria-pressed=false]");
      while ((await hidden.count()) > 0) await hidden.first().click();
      const svg = await readFile(path.join(process.env.ROOFLENS_WEB_DIRECTORY, `${name}.svg`), "utf8");
      const [here, there] = [await page.evaluate(drawn, null), await page.evaluate(drawn, svg)];
      for (const part of ["roofs", "dashed", "x", "y", "titles"]) assert.deepEqual(here[part], there[part], part);
      assert.ok(here.roofs.length > 2);
      // Both write the most important ones, in their order, as far as they find room.
      const both = here.names.filter((text) => there.names.includes(text));
      assert.deepEqual(both, there.names.filter((text) => here.names.includes(text)));
      assert.ok(both.length >= 0.7 * Math.max(here.names.length, there.names.length), `${here.names.join("|")}; ${there.names.join("|")}`);
      const kernels = Object.keys(there.places);
      assert.equal(kernels.length > 0, name !== "roofs");
      for (const key of kernels) assert.ok(Math.abs(here.places[key] - there.places[key]) < 0.004, `${key}: ${here.places[key]}, ${there.places[key]}`);
    });
  });
}
