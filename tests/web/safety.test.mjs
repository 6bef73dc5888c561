// What the page must never do: fetch, run what a recording says, or give up on a large session.
import assert from "node:assert/strict";
import { test } from "node:test";
import { pages } from "./browser.mjs";

const { visit } = pages();

for (const name of ["twelve", "troubled", "hostile", "huge"]) {
  test(`${name}: nothing is fetched, the policy holds, the console is silent`, async () => {
    await visit(name, {}, async (page, { requests, complaints }) => {
      await page.locator(".kernels tbody tr[data-kernel]").first().click();
      await page.waitForSelector(".side.detail h3");
      await page.mouse.move(500, 500);
      await page.mouse.wheel(0, -200);
      await page.getByRole("button", { name: "Dark theme" }).click();
      assert.deepEqual(requests, []);
      assert.deepEqual(complaints, []);
    });
  });
}

test("the policy would stop a script that found its way in", async () => {
  await visit("one", {}, async (page, { complaints }) => {
    await page.evaluate(() => {
      const script = document.createElement("script");
      script.textContent = "window.hacked = 1";
      document.body.append(script);
    });
    assert.equal(await page.evaluate(() => window.hacked), undefined);
    assert.match(complaints.join(), /Content Security Policy/);
  });
});

test("hostile names are text and nothing else", async () => {
  await visit("hostile", {}, async (page) => {
    const run = page.locator("section", { has: page.getByRole("heading", { name: "About this run" }) });
    const note = await run.locator("li").first().locator("p").allInnerTexts();
    assert.deepEqual(note, ["Warning", "<img src=x onerror=window.hacked=1>."]);
    for (const index of [0, 1, 2, 3, 4]) {
      await page.locator(`tr[data-kernel="${index}"]`).click();
      await page.waitForSelector(".side.detail h3");
    }
    assert.equal(await page.evaluate(() => window.hacked), undefined);
    assert.equal(await page.title(), "<script>window.hacked=1</script>");
    assert.equal(await page.locator("h1").innerText(), "<b>GPU</b>");
    assert.equal(await page.locator("#page img, #page script").count(), 0);
    assert.match(await page.locator('tr[data-kernel="0"]').innerText(), /<\/script><script>window/);
    assert.match(await page.locator('tr[data-kernel="4"]').innerText(), /\{\{script\}\}/);
  });
});

test("a name of four thousand characters is whole in the details and short elsewhere", async () => {
  await visit("troubled", {}, async (page) => {
    await page.locator('tr[data-kernel="5"]').click();
    await page.waitForSelector(".side.detail h3");
    assert.ok((await page.locator(".full-name").innerText()).length > 3990);
    assert.ok((await page.locator('tr[data-kernel="5"] .kernel-name').innerText()).length <= 90);
    assert.ok((await page.locator(".full-name").boundingBox()).height < 250);
  });
});

test("ten thousand kernels open, scroll, sort, filter and select", async () => {
  await visit("huge", {}, async (page) => {
    const ready = Number(await page.evaluate(() => document.documentElement.dataset.ready));
    assert.ok(ready < 3000, `drawn after ${ready} ms`);
    assert.equal(
      (await page.locator(".kernels tbody tr[data-kernel]").count()) < 60,
      true,
      "rows exist only where they are seen",
    );
    const painted = await page.evaluate(() => {
      const canvas = document.querySelector(".roofline canvas");
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      let count = 0;
      for (let i = 3; i < data.length; i += 4) count += data[i] > 0;
      return count;
    });
    assert.ok(painted > 20_000, `${painted} painted pixels`);
    await page.getByRole("searchbox").fill("kernel-777");
    assert.equal(await page.locator(".table-head [role=status]").innerText(), "shown 11 of 10,000");
    await page.getByRole("searchbox").fill("");
    await page.locator(".kernels tbody tr[data-kernel]").first().focus();
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await page.waitForSelector("text=writes them");
    const box = await page.locator(".roofline").boundingBox();
    await page.mouse.click(box.x + box.width * 0.6, box.y + box.height * 0.3);
    await page.waitForSelector(".side.detail .full-name");
  });
});
