// What to change, most promising first: cause, what was seen, the change, the predicted speed-up as an interval, and
// what the prediction rests on.
import { h, withCode } from "./dom.js";
import { times } from "./gap.js";

/** "1.23× to 1.45×"; one number where both round to the same. */
export function gainText(low, high) {
  const [a, b] = [times(low), times(high)];
  if (a === b) return b;
  return a === times(1) ? `up to ${b}` : `${a} to ${b}`;
}

// The interval on the scale of all advice for this kernel, from 1 to the largest gain.
function interval(low, high, most) {
  const bar = h("span", { class: "gain-bar" });
  const [a, b] = [Math.log(Math.max(1, low)) / Math.log(most), Math.log(high) / Math.log(most)];
  bar.style.left = `${100 * a}%`;
  bar.style.width = `${Math.max(1, 100 * (b - a))}%`;
  return h("span", { class: "gain-track", "aria-hidden": "true" }, bar);
}

/** Nothing where nothing is known that would help. */
export function adviceSection(list, texts, callers) {
  if (!list || list.length === 0) return "";
  const most = Math.max(...list.map(([, , , , , high]) => high), 1.01);
  return h(
    "section",
    { class: "advice" },
    h("h3", {}, "What would help"),
    callers ? h("p", { class: "note" }, callers) : "",
    h(
      "ol",
      {},
      list.map(([id, cause, change, evidence, low, high, restsOn]) =>
        h(
          "li",
          { "data-advice": texts[id] },
          h("p", { class: "gain" }, "Predicted speed-up ", h("strong", {}, gainText(low, high))),
          interval(low, high, most),
          h("p", { class: "cause" }, texts[cause]),
          h("p", { class: "remedy" }, withCode(texts[change])),
          h("p", { class: "quiet" }, `Evidence: ${texts[evidence]}. Assumes: ${texts[restsOn]}.`),
        ),
      ),
    ),
  );
}
