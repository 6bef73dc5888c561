// One browser for all tests of a file, pages opened with every request and every complaint of the console on record.
import { createRequire } from "node:module";
import path from "node:path";
import { after, before } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));
const require = createRequire(path.join(here, "../../reports/web/package.json"));
const { chromium } = require("playwright-core");

export async function launch() {
  return chromium.launch({
    executablePath: process.env.ROOFLENS_CHROMIUM,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--disable-background-networking",
      "--disable-component-update",
      "--font-render-hinting=none", // letters stand alike in every browser
    ],
  });
}

/** Opens a page of ROOFLENS_WEB_DIRECTORY; `requests` and `complaints` fill while it lives. */
export async function open(browser, name, { width = 1440, height = 900, dark = false } = {}) {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: dark ? "dark" : "light",
    reducedMotion: "reduce",
  });
  context.setDefaultTimeout(8000);
  const page = await context.newPage();
  const requests = [];
  const complaints = [];
  const address = pathToFileURL(path.join(process.env.ROOFLENS_WEB_DIRECTORY, `${name}.html`)).href;
  await page.route("**/*", (route) => (route.request().url() === address ? route.continue() : route.abort()));
  page.on("request", (request) => {
    const url = request.url();
    if (url !== address && !url.startsWith("data:font/woff2") && !url.startsWith("blob:")) requests.push(url);
  });
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  await page.goto(address);
  await page.waitForFunction(() => document.documentElement.dataset.ready);
  await settled(page);
  return { page, context, requests, complaints };
}

/** Two frames later: sizes were observed and everything is drawn. */
export function settled(page) {
  return page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** Runs `use` with an opened page and closes it. */
export async function withPage(browser, name, options, use) {
  const opened = await open(browser, name, options);
  try {
    return await use(opened.page, opened);
  } finally {
    await opened.context.close();
  }
}

/** One browser for the tests of a file: `visit` runs with a page of that name, `on` makes the body of a test that does. */
export function pages() {
  let browser;
  before(async () => (browser = await launch()));
  after(() => browser.close());
  const visit = (name, options, use) => withPage(browser, name, options, use);
  const on =
    (name, use, options = {}) =>
    () =>
      visit(name, options, use);
  return { on, visit };
}

/** Parts of the page that several files of tests ask about. */
export const PLOT = ".roofline";
export const roofWords = (page) =>
  page.locator('.roofline [data-role="roof_words"]:not([hidden], .covered), .roofline .roof-label:not(.covered)').allTextContents();
export const count = (page, selector) => page.locator(selector).count();
export const names = (page) => page.locator(".kernels .kernel-name").allInnerTexts();
export const ticks = (page) => page.locator('.roofline [data-role="tick"][text-anchor="middle"]:not([hidden])').allTextContents();
export const centre = async (locator) => {
  const box = await locator.boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
};
export const dram = (page, kernel) => page.locator(`.roofline .marks path[data-kernel="${kernel}"][data-level="dram"]`);

/** Corners of every text and marker in the charts, turned ones too, in window pixels. Runs inside the page. */
export function shapes() {
  const corners = (element) => {
    const box = element.getBBox();
    const air = element.tagName === "text" ? 0.18 : 0; // of a line's height, above its highest letters
    const matrix = element.getScreenCTM();
    return [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ].map(([u, v]) => {
      const point = new DOMPoint(box.x + u * box.width, box.y + Math.max(v, air) * box.height).matrixTransform(matrix);
      return [point.x, point.y];
    });
  };
  const list = (selector) =>
    [...document.querySelectorAll(selector)].map((element) => ({
      text: element.textContent || `mark ${element.dataset.kernel} ${element.dataset.level}`,
      corners: corners(element),
      chart: element.closest(".picture").className,
    }));
  return {
    roofs: list('.roof-label:not(.covered), .picture [data-role="roof_words"]:not([hidden], .covered)'),
    names: list('.picture [data-role="name"]:not([hidden], .covered)'),
    marks: list(".marks path, .picture [data-at]:not([hidden])"),
  };
}

/** Whether two convex shapes overlap by more than `slack` pixels: separating axes. */
export function overlap(a, b, slack = 1) {
  for (const shape of [a, b]) {
    for (let i = 0; i < shape.length; ++i) {
      const [[x1, y1], [x2, y2]] = [shape[i], shape[(i + 1) % shape.length]];
      const length = Math.hypot(x2 - x1, y2 - y1);
      if (length === 0) continue;
      const project = ([x, y]) => (x * (y1 - y2) + y * (x2 - x1)) / length;
      const [p, q] = [a.map(project), b.map(project)];
      if (Math.min(...p) > Math.max(...q) - slack || Math.min(...q) > Math.max(...p) - slack) return false;
    }
  }
  return true;
}
