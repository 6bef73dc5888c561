// The page of a comparison: it stands at three widths, light and dark, keeps the policy, and links chart and table.
import assert from "node:assert/strict";
import { test } from "node:test";
import { overlap, pages, settled } from "./browser.mjs";

const { visit } = pages();

const WIDTHS = [1440, 1024, 390];
const PAGES = ["compared", "compared_same", "compared_many", "compared_huge", "compared_troubled", "compared_hostile", "compared_machines"];

// Runs inside the page: corners of every word of the picture, turned ones too; of the page, what is cut off.
function faults() {
  const corners = (element) => {
    const box = element.getBBox();
    const matrix = element.getScreenCTM();
    return [[0, 0], [1, 0], [1, 1], [0, 1]].map(([u, v]) => {
      const point = new DOMPoint(box.x + u * box.width, box.y + v * box.height).matrixTransform(matrix);
      return [point.x, point.y];
    });
  };
  const frame = document.querySelector(".picture").getBoundingClientRect();
  const words = [...document.querySelectorAll(".picture text")].map((e) => ({ text: e.textContent, corners: corners(e) }));
  const outside = words
    .filter(({ corners }) => corners.some(([x, y]) => x < frame.left - 2 || x > frame.right + 2 || y > frame.bottom + 2))
    .map(({ text }) => text);
  const { scrollWidth, clientWidth } = document.documentElement;
  const cut = [...document.querySelectorAll("h1, h2, th, td, dd, .verdict, .key, .top-entry .number")]
    .filter((e) => e.offsetParent && e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== "inline")
    .map((e) => `${e.tagName} ${e.className} ${e.textContent.slice(0, 40)}: ${e.scrollWidth} in ${e.clientWidth}`);
  const sizes = [...document.querySelectorAll(".picture text[font-size]")].map(
    (e) => Number(e.getAttribute("font-size")) * Math.hypot(e.getScreenCTM().a, e.getScreenCTM().b),
  );
  const smallest = Math.min(...sizes);
  return { words, outside, cut, sideways: scrollWidth - clientWidth, smallest };
}

for (const name of PAGES) {
  for (const dark of name === "compared" ? [false, true] : [false]) {
    test(`${name}${dark ? ", dark" : ""}: words cover nothing and nothing is cut at ${WIDTHS.join(", ")} px`, async () => {
      await visit(name, { dark }, async (page, { requests, complaints }) => {
        for (const selected of [false, true]) {
          if (selected) await page.locator("tr[data-pair]").first().click();
          for (const width of WIDTHS) {
            await page.setViewportSize({ width, height: 900 });
            await settled(page);
            const { words, outside, cut, sideways, smallest } = await page.evaluate(faults);
            assert.ok(words.length > 12, "hardly any words");
            if (!selected) {
              const pairs = words.flatMap((a, i) => words.slice(i + 1).map((b) => [a, b]));
              const covered = pairs.filter(([a, b]) => overlap(a.corners, b.corners, 2)).map(([a, b]) => `${a.text} | ${b.text}`);
              assert.deepEqual(covered, [], `at ${width}`);
            }
            assert.deepEqual({ outside: selected ? [] : outside, cut, sideways }, { outside: [], cut: [], sideways: 0 }, `at ${width}`);
            assert.ok(smallest > 9.5, `letters of ${smallest} px at ${width}`);
          }
        }
        assert.deepEqual(requests, []);
        assert.deepEqual(complaints, []);
      });
    });
  }
}

test("a click in the chart selects the row, a click in the table marks the chart", async () => {
  await visit("compared", {}, async (page) => {
    const rings = () => page.locator(".picture .shade").count();
    assert.equal(await rings(), 0);
    await page.locator('tr[data-pair="2"]').click();
    assert.equal(await rings(), 2);
    assert.equal(await page.locator(".picture .shade-name").textContent(), "copy/float4");
    assert.match(await page.locator(".side.detail").innerText(), /copy\/float4.*1\.60×/s);
    await page.keyboard.press("Escape");
    await page.mouse.move(1, 1);
    assert.equal(await rings(), 0);
    assert.equal(await page.locator(".side.detail").count(), 0);
    // Where pair 8 lies: its mark's place on the page, after the selection is gone.
    await page.locator('tr[data-pair="8"]').click();
    const place = await page.evaluate(() => {
      const box = [...document.querySelectorAll(".picture circle.shade")].at(-1).getBoundingClientRect();
      return { x: box.x + box.width / 2 + scrollX, y: box.y + box.height / 2 + scrollY };
    });
    await page.keyboard.press("Escape");
    await page.evaluate(() => scrollTo(0, 0));
    await settled(page); // the pointer is told of the scrolling before it moves
    await page.mouse.move(place.x + 1, place.y);
    await page.mouse.move(place.x, place.y);
    await page.waitForSelector(".tooltip:not([hidden])");
    assert.match(await page.locator(".tooltip").innerText(), /reduction\/grid-stride.*1\.60×/s);
    assert.match(await page.locator('tr[data-pair="8"]').getAttribute("class"), /hovered/);
    await page.mouse.click(place.x, place.y);
    assert.equal(await page.locator('tr[aria-selected="true"]').getAttribute("data-pair"), "8");
  });
});

test("sorts by the speed-up, filters by trend and by name", async () => {
  await visit("compared", {}, async (page) => {
    const names = () => page.locator(".kernels .compared .kernel-name").allInnerTexts();
    const all = await names();
    assert.equal(all.length, 11);
    await page.getByRole("button", { name: "B vs A" }).click();
    assert.equal((await names())[0], "copy/float4");
    await page.getByRole("button", { name: "B vs A" }).click();
    assert.match((await page.locator("tr[data-pair]").first().innerText()), /0\.800×/);
    await page.getByRole("button", { name: /^Slower/ }).click();
    assert.equal((await names()).length, 3);
    await page.getByRole("button", { name: /^All/ }).click();
    await page.getByRole("searchbox").fill("transpose no roof");
    assert.deepEqual(await names(), []);
    await page.getByRole("searchbox").fill("transpose");
    assert.equal((await names()).length, 3);
    assert.equal(await page.locator(".table-head [role=status]").innerText(), "shown 3 of 11 pairs");
  });
});

test("says what data these are, who is alone and what differs", async () => {
  await visit("compared", {}, async (page) => {
    assert.match(await page.locator(".banner").innerText(), /SIMULATED DATA/);
    assert.equal(await page.locator("h1").innerText(), "NVIDIA H100 → NVIDIA H200");
    assert.match(await page.locator(".lonely").innerText(), /Only in B: 1 kernel.*sgemm\/tensor-core-bf16/s);
    assert.match(await page.locator(".devices tr.differs").first().innerText(), /NVIDIA H100.*NVIDIA H200/s);
  });
});

test("hostile names are text and nothing else", async () => {
  await visit("compared_hostile", {}, async (page) => {
    await page.locator('tr[data-pair="0"]').click();
    assert.equal(await page.evaluate(() => window.hacked), undefined);
    assert.equal(await page.locator("#page img, #page script, .picture img").count(), 0);
    assert.match(await page.locator('tr[data-pair="0"]').innerText(), /<\/script><script>window/);
  });
});

test("several pairs of GPUs have a picture each", async () => {
  await visit("compared_machines", {}, async (page) => {
    const buttons = page.locator(".machine-pairs button");
    assert.equal(await buttons.count(), 2);
    const before = await page.locator(".picture svg").innerHTML();
    await buttons.nth(1).click();
    assert.equal(await buttons.nth(1).getAttribute("aria-pressed"), "true");
    assert.notEqual(await page.locator(".picture svg").innerHTML(), before);
  });
});

test("ten thousand pairs open, scroll and select", async () => {
  await visit("compared_huge", {}, async (page) => {
    const ready = Number(await page.evaluate(() => document.documentElement.dataset.ready));
    assert.ok(ready < 3000, `drawn after ${ready} ms`);
    assert.ok((await page.locator("tr[data-pair]").count()) < 60, "rows exist only where they are seen");
    await page.locator("tr[data-pair]").first().focus();
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    assert.match(await page.locator(".side.detail").innerText(), /generated\/kernel-9998/);
  });
});
