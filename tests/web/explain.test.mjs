// What the page explains: the gap as a waterfall, advice, the instruction roofline with its walls, and the command that
// measures a kernel again.
import assert from "node:assert/strict";
import { test } from "node:test";
import { count, overlap, pages, settled, shapes } from "./browser.mjs";

const { on, visit } = pages();
const WIDTHS = [1440, 1024, 390];
const select = async (page, kernel) => {
  await page.locator(`.kernels tr[data-kernel="${kernel}"]`).click();
  await page.waitForSelector(".side.detail h3");
};
const instructions = async (page) => {
  await page.getByRole("button", { name: "Instruction roofline", exact: true }).click();
  await page.waitForSelector('.instructions [data-role="mark"]');
};

// Runs inside the page: the bars of the waterfall as [kind, left, right] in parts of the track.
function bars() {
  return [...document.querySelectorAll(".stairs .factor")].map((row) => {
    const track = row.querySelector(".stairs-track").getBoundingClientRect();
    const bar = row.querySelector(".stairs-bar");
    const box = bar.getBoundingClientRect();
    return {
      kind: bar.className.replace("stairs-bar ", ""),
      number: row.querySelector(".number").textContent,
      left: (box.left - track.left) / track.width,
      right: (box.right - track.left) / track.width,
    };
  });
}

test(
  "the waterfall leads from the roof to the measured time, without gaps between its steps",
  on("twelve", async (page) => {
    await select(page, 4); // transpose/tiled: 437 us at the DRAM roof, 838 us measured
    const steps = await page.evaluate(bars);
    assert.equal(steps[0].number, "437 µs");
    assert.equal(steps.at(-1).number, "838 µs");
    assert.match(await page.locator(".gap").innerText(), /1\.92× the time at the DRAM roof = 1\.36\s\(bank conflicts\) × 1\.17\s\(unexplained\) × 1\.15\s\(units that wait/);
    const factors = steps.slice(1, -1);
    assert.ok(factors.length >= 2);
    let at = 0;
    let product = 1;
    for (const step of factors) {
      assert.ok(Math.abs(step.left - at) < 0.015, `${step.number} begins at ${step.left}, not ${at}`);
      at = step.right;
      product *= Number.parseFloat(step.number);
      const length = Math.log(Number.parseFloat(step.number)) / Math.log(1.92);
      assert.ok(Math.abs(step.right - step.left - length) < 0.02, `${step.number} is ${step.right - step.left} long`);
    }
    assert.ok(Math.abs(product / 1.92 - 1) < 0.02, `the factors multiply to ${product}`);
    assert.deepEqual(new Set(factors.map((step) => step.kind)), new Set(["counted", "latency", "unexplained"]));
  }),
);

test(
  "a factor opens to its bounds, its counters and their pass, by keyboard too",
  on("twelve", async (page) => {
    await select(page, 4);
    const conflicts = page.locator('.factor[data-factor="bank-conflicts"]');
    assert.equal(await conflicts.locator("dl").isVisible(), false);
    await conflicts.locator("summary").focus();
    await page.keyboard.press("Enter");
    const words = await conflicts.innerText();
    assert.match(words, /If fixed first\s+speed-up of 1\.\d+×; then \w+ is busiest/);
    assert.match(words, /If fixed last\s+speed-up of 1\.\d+×/);
    assert.match(words, /smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared\.sum \(pass 1\)/);
  }),
);

test(
  "factors that are not known are listed with what is missing and where their part is",
  on("twelve", async (page) => {
    await select(page, 4);
    await page.locator(".factors-more summary", { hasText: "Unknown" }).click();
    const words = await page.locator(".missing").innerText();
    assert.match(words, /start-up and drain\s+Not collected\. Its part is in: unexplained\.\s*sm__cycles_elapsed\.max/);
  }),
);

test(
  "a factor below one is flagged and explained",
  on("less", async (page) => {
    await select(page, 0);
    assert.ok((await count(page, ".factor.flagged")) > 0);
    assert.match(await page.locator(".factor.flagged").first().innerText(), /below 1\s+0\.\d+×/);
    assert.match(await page.locator(".gap .findings").innerText(), /Less was measured than the task needs/);
    const said = await page.locator(".gap > p").first().innerText();
    assert.match(said, / = 0\.\d+\s\(.*; below 1: less work was counted than the formula or the roof assumes\.$/);
  }),
);

test(
  "counters and time that contradict each other are said, without a share, a limit or a gap",
  on("troubled", async (page) => {
    const row = await page.locator('.kernels tr[data-kernel="2"]').innerText(); // copy/impossible: 146 % of DRAM
    assert.match(row, /Contradictory/);
    assert.doesNotMatch(row, /146/);
    await select(page, 2);
    assert.match(await page.locator(".side .story").first().innerText(), /Counters and time contradict each other: DRAM/);
    assert.equal(await count(page, ".gap"), 0);
  }),
);

test(
  "advice is ranked, with cause, change, interval and what it rests on; without any there is silence",
  on("twelve", async (page) => {
    await select(page, 4);
    const advice = page.locator(".advice");
    assert.match(
      await advice.locator("li").first().innerText(),
      /Predicted speed-up 1\.\d+× to 1\.\d+×.*bank conflicts.*Pad the array by one column.*Evidence: 16\.5 wavefronts.*Assumes: /s,
    );
    await page.locator('.kernels tr[data-kernel="1"]').click(); // vector_add/float4 is at its roof
    await page.waitForSelector(".side.detail .full-name:text('vector_add/float4')");
    assert.equal(await count(page, '.advice li[data-advice="bank-conflicts"]'), 0);
  }),
);

test(
  "kernels without a gap say nothing about one",
  on("troubled", async (page) => {
    await select(page, 3); // no duration
    assert.equal(await count(page, ".gap"), 0);
    assert.equal(await count(page, ".advice"), 0);
  }),
);

test(
  "the instruction roofline: switched beside the title, by keyboard, and kept while the page is open",
  on("machines", async (page) => {
    await page.getByRole("button", { name: "Instruction roofline", exact: true }).focus();
    await page.keyboard.press("Enter");
    await page.waitForSelector('.instructions [data-role="mark"]');
    assert.equal(await page.locator(".roofline").isVisible(), false);
    assert.match((await page.locator('.instructions [data-role="roof_words"]').allTextContents()).join("|"), /Warp issue 1050 warp GIPS/);
    await page.getByRole("combobox", { name: "GPU" }).selectOption("1");
    await settled(page);
    assert.equal(await page.locator(".instructions").isVisible(), true);
    await page.getByRole("button", { name: "Roofline", exact: true }).click();
    assert.equal(await page.locator(".roofline").isVisible(), true);
  }),
);

test(
  "walls tell access patterns apart; stems lead to active lanes",
  on("twelve", async (page) => {
    await instructions(page);
    assert.equal(await count(page, '.instructions [data-role="wall"]:not(.reach)'), 0);
    assert.ok((await count(page, '.instructions [data-role="stem"]:not([hidden])')) >= 2, "the divergent reductions");
    await page.getByRole("group", { name: "Instructions" }).getByRole("button", { name: "Global memory" }).click();
    assert.equal(
      await page.evaluate(() => document.activeElement.textContent),
      "Global memory",
      "the focus stays with the choice",
    );
    assert.equal(await count(page, '.instructions [data-role="wall"]:not(.reach)'), 5);
    const labels = await page.locator('.instructions [data-role="roof_words"]').allTextContents();
    assert.match(labels.join("|"), /unit stride, 4 bytes/);
    assert.match(labels.join("|"), /one sector per lane/);
    assert.equal(await count(page, '.instructions [data-role="stem"]:not([hidden])'), 0);
    await page.getByRole("group", { name: "Instructions" }).getByRole("button", { name: "Shared memory" }).click();
    assert.equal(await count(page, '.instructions [data-role="wall"]:not(.reach)'), 6);
    // transpose/tiled has 16.5 wavefronts per access: its point lies left of the wall of 16-way conflicts.
    const at = async (selector) => (await page.locator(selector).boundingBox()).x;
    const wall = await at('.instructions [data-role="wall"][data-tip^="16-way"]:not(.reach)');
    const point = await at('.instructions [data-role="mark"][data-kernel="4"]');
    assert.ok(Math.abs(point - wall) < 16, `point at ${point}, wall at ${wall}`);
  }),
);

test(
  "a point of the instruction roofline says its three heights; selecting works there as well",
  on("twelve", async (page) => {
    await instructions(page);
    await page.locator(".instructions").focus();
    await page.keyboard.press("ArrowRight");
    const tip = await page.locator(".tooltip").innerText();
    for (const part of [/Warp instructions\s+[\d.]+ [GM]\/s, [\d.]+\s% of issue/, /By active lanes/, /Predicate on/, /transactions/]) {
      assert.match(tip, part);
    }
    const name = await page.locator(".tooltip .tip-name").innerText();
    await page.keyboard.press("Enter");
    assert.equal(await page.locator(".side.detail .full-name").innerText(), name);
    assert.equal(await count(page, ".instructions .ring.selected"), 1);
  }),
);

test(
  "a session whose instructions were not counted has the roofline alone",
  on("uncounted", async (page) => {
    assert.equal(await count(page, ".chart-switch"), 0);
    assert.equal(await page.locator(".figure-roofline h2").innerText(), "Roofline");
  }),
);

for (const name of ["twelve", "many", "profiled"]) {
  for (const dark of name === "twelve" ? [false, true] : [false]) {
    test(`${name}${dark ? ", dark" : ""}: labels of the instruction roofline cover nothing at ${WIDTHS.join(", ")} px`, async () => {
      await visit(name, { dark }, async (page) => {
        await instructions(page);
        for (const choice of ["All, by level", "Global memory", "Shared memory"]) {
          await page.getByRole("group", { name: "Instructions" }).getByRole("button", { name: choice }).click();
          for (const width of WIDTHS) {
            await page.setViewportSize({ width, height: 900 });
            await settled(page);
            const { roofs, names, marks } = await page.evaluate(shapes);
            const here = (shape) => shape.chart.includes("instructions");
            const labels = [...roofs, ...names].filter(here);
            assert.ok(labels.length > 0, `${choice} at ${width}: no labels`);
            const found = [];
            labels.forEach((label, i) => {
              for (const other of [...labels.slice(i + 1), ...marks.filter(here)]) {
                if (overlap(label.corners, other.corners, 2)) found.push(`${label.text} | ${other.text}`);
              }
            });
            assert.deepEqual(found, [], `${choice} at ${width}`);
            const sideways = await page.evaluate(
              () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
            );
            assert.equal(sideways, 0, `${choice} at ${width}`);
          }
        }
      });
    });
  }
}

// Runs inside the page: words of the waterfall and the advice that cover each other or leave the column.
function explanationFaults() {
  const side = document.querySelector(".side").getBoundingClientRect();
  const faults = [];
  const words = [...document.querySelectorAll(".stairs-tick, .factor-name, .factor .number, .advice p, .missing dt, .missing dd")]
    .filter((e) => e.checkVisibility())
    .map((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return { text: element.textContent.slice(0, 30), box: range.getBoundingClientRect() };
    });
  if (words.length < 8) faults.push("hardly any words");
  words.forEach(({ text, box }, i) => {
    if (box.left < side.left - 1 || box.right > side.right + 1) faults.push(`${text} leaves the column`);
    for (const { text: other, box: b } of words.slice(i + 1)) {
      const apart = box.right <= b.left + 1 || b.right <= box.left + 1 || box.bottom <= b.top + 2 || b.bottom <= box.top + 2;
      if (!apart) faults.push(`${text} | ${other}`);
    }
  });
  return faults;
}

for (const dark of [false, true]) {
  test(`waterfall and advice fit ${WIDTHS.join(", ")} px${dark ? ", dark" : ""}`, async () => {
    await visit("twelve", { dark }, async (page) => {
      for (const kernel of [4, 9, 6]) {
        await select(page, kernel);
        for (const summary of await page.locator(".gap summary").all()) await summary.click();
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 844 });
          await settled(page);
          assert.deepEqual(await page.evaluate(explanationFaults), [], `kernel ${kernel} at ${width}`);
        }
        await page.setViewportSize({ width: 1440, height: 900 });
      }
    });
  });
}

test("the numbers of a waterfall over six decades stand apart", async () => {
  await visit("far", {}, async (page) => {
    await select(page, 0);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 844 });
      await settled(page);
      const ticks = (await page.locator(".stairs-tick").allInnerTexts()).map((text) => text.replace(/\s/, " "));
      assert.deepEqual(new Set(ticks), new Set(["1×", "10×", "100×", "1000×", "10 k×", "100 k×"]), `at ${width}`);
      assert.deepEqual(await page.evaluate(explanationFaults), [], `at ${width}`);
    }
  });
});

test(
  "the command that measures a kernel again can be copied",
  on("twelve", async (page, { context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]).catch(() => {});
    await select(page, 4);
    assert.equal(await page.locator(".repeat code").innerText(), "rooflens run transpose/tiled --set n=134217728");
    await page.getByRole("button", { name: "Copy command" }).click();
    await page.waitForSelector(".repeat button:text('Copied')");
  }),
);

test(
  "a kernel of an application is measured again by its exact name",
  on("profiled", async (page) => {
    await select(page, 0);
    assert.equal(
      await page.locator(".repeat code").innerText(),
      "rooflens profile --kernel '^rooflens::kernels::vector_add/float4$' -- python train.py",
    );
    await page.locator('.kernels tr[data-kernel="6"]').click(); // a graph
    await page.waitForSelector(".side.detail .full-name:text('graph 7')");
    assert.equal(await count(page, ".repeat"), 0);
  }),
);
