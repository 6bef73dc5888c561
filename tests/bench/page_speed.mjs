// How fast a page is drawn, and how long it works on one movement of the pointer over its chart.
// usage: ROOFLENS_CHROMIUM=path ROOFLENS_WEB_DIRECTORY=folder node page_speed.mjs NAME   prints JSON
// A movement is an event whose handlers and layout are run to their end; what the browser then paints is not counted.
import { launch, withPage } from "../web/browser.mjs";

const browser = await launch();
try {
  const figures = await withPage(browser, process.argv[2], {}, (page) =>
    page.evaluate(async () => {
      const ready = Number(document.documentElement.dataset.ready);
      const chart = [...document.querySelectorAll(".roofline svg, .picture svg")].at(-1);
      const box = chart.getBoundingClientRect();
      const times = [];
      for (let i = 0; i < 200; ++i) {
        const place = { clientX: box.x + box.width * ((i * 0.618) % 1), clientY: box.y + box.height * ((i * 0.381) % 1) };
        const began = performance.now();
        chart.dispatchEvent(new PointerEvent("pointermove", { bubbles: true, pointerType: "mouse", ...place }));
        document.body.getBoundingClientRect();
        times.push(performance.now() - began);
        if (i % 20 === 0) await new Promise(requestAnimationFrame);
      }
      times.sort((a, b) => a - b);
      return { ready, hover: times[Math.floor(times.length * 0.95)], tips: document.querySelectorAll(".tooltip").length };
    }),
  );
  console.log(JSON.stringify(figures));
} finally {
  await browser.close();
}
