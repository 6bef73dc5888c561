// The page as it looks, against pictures kept in screenshots/: at three widths, light as it opens and dark with a kernel
// selected. ROOFLENS_UPDATE_GOLDEN=1 writes them anew. Squares of pixels are compared by their mean colour, so that edges
// of letters may differ from one browser to the next, and a panel that moved may not.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { launch, settled, withPage } from "./browser.mjs";

const KEPT = path.join(path.dirname(fileURLToPath(import.meta.url)), "screenshots");
const MADE = path.join(process.env.ROOFLENS_WEB_DIRECTORY, "screenshots");
const UPDATE = process.env.ROOFLENS_UPDATE_GOLDEN === "1";
const LIMITS = {
  square: 8, // pixels
  colour: 20, // of 255, between the means of two squares
  share: 0.004, // of all squares that may differ
};

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

// Runs inside a page: how two pictures differ.
async function difference([a, b, { square, colour }]) {
  const pixels = async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const { naturalWidth: width, naturalHeight: height } = image;
    const context = new OffscreenCanvas(width, height).getContext("2d");
    context.drawImage(image, 0, 0);
    return { width, height, data: context.getImageData(0, 0, width, height).data };
  };
  const [x, y] = [await pixels(a), await pixels(b)];
  const size = [x, y].map(({ width, height }) => `${width} x ${height}`);
  const [width, height] = [Math.min(x.width, y.width), Math.min(x.height, y.height)];
  const mean = ({ width: stride, data }, left, top) => {
    const sum = [0, 0, 0];
    for (let row = top; row < top + square; ++row) {
      for (let column = left; column < left + square; ++column) {
        for (let channel = 0; channel < 3; ++channel) sum[channel] += data[4 * (row * stride + column) + channel];
      }
    }
    return sum.map((value) => value / square ** 2);
  };
  let [squares, different] = [0, 0];
  let first = null;
  for (let top = 0; top + square <= height; top += square) {
    for (let left = 0; left + square <= width; left += square) {
      const [p, q] = [mean(x, left, top), mean(y, left, top)];
      squares += 1;
      if (!p.some((value, channel) => Math.abs(value - q[channel]) > colour)) continue;
      different += 1;
      first ??= { left, top };
    }
  }
  return { size, share: different / squares, first, lower: Math.abs(x.height - y.height) };
}

async function compare(page, name, picture) {
  const kept = path.join(KEPT, name);
  if (UPDATE) {
    await mkdir(KEPT, { recursive: true });
    return writeFile(kept, picture);
  }
  await mkdir(MADE, { recursive: true });
  await writeFile(path.join(MADE, name), picture);
  const hint = `see ${path.join(MADE, name)}; if that is meant, ROOFLENS_UPDATE_GOLDEN=1 keeps it`;
  assert.ok(existsSync(kept), `${name} is not kept: ${hint}`);
  const before = (await readFile(kept)).toString("base64");
  const found = await page.evaluate(difference, [before, picture.toString("base64"), LIMITS]);
  const { share, first, size, lower } = found;
  assert.ok(lower <= LIMITS.square, `${name} is ${size[1]}, was ${size[0]}: ${hint}`);
  const words = `${(100 * share).toFixed(2)} % of ${name} differ, first at ${first?.left}, ${first?.top}: ${hint}`;
  assert.ok(share <= LIMITS.share, words);
  return found;
}

async function shoot(page, width) {
  await page.setViewportSize({ width, height: width < 500 ? 844 : 900 });
  await page.mouse.move(0, 0);
  await page.evaluate(() => scrollTo(0, 0));
  await settled(page);
  await settled(page);
  return page.screenshot({ fullPage: true, animations: "disabled" });
}

for (const dark of [false, true]) {
  for (const width of [1440, 1024, 390]) {
    const name = `${dark ? "dark" : "light"}-${width}.png`;
    test(`${name} looks as it did`, async () => {
      await withPage(browser, "measured", { dark }, async (page) => {
        if (dark) {
          await page.locator('.kernels tr[data-kernel="0"]').click();
          await page.waitForSelector(".side.detail h3");
        }
        await compare(page, name, await shoot(page, width));
      });
    });
  }
}

test("a panel that moved by a few pixels does not pass, other edges of letters do", { skip: UPDATE }, async () => {
  await withPage(browser, "measured", {}, async (page) => {
    const style = (text) => page.evaluate((css) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      document.adoptedStyleSheets = [sheet];
    }, text);
    await style(".number, p, dd, h1, h2 { transform: translate(0.3px, 0.3px); }");
    await compare(page, "light-1440.png", await shoot(page, 1440));
    await style(".side { transform: translateX(6px); }");
    const moved = await shoot(page, 1440);
    await assert.rejects(compare(page, "light-1440.png", moved), /differ, first at/);
  });
});
