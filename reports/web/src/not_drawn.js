// Kernels without a point, or with one in another place, by reason and by name: nothing disappears without a word.
import { h, shorten } from "./dom.js";

const SHOWN = 6;

function reason(kernel) {
  if (kernel.failed) return "Failed verification";
  if (kernel.time === null) return "No duration recorded";
  if (!kernel.levels.some(Boolean)) return "Traffic unknown";
  return null;
}

// Drawn, but not where it belongs.
function misplaced(kernel) {
  return kernel.uncounted ? "FLOPs not counted, shown by bandwidth" : null;
}

/** @returns {Node[]} */
export function notDrawn(machine, store) {
  if (machine.count === 0) return [h("p", { class: "quiet" }, "This session holds roofs and no kernels.")];
  const groups = new Map();
  for (const kernel of machine.list) {
    const unseen = reason(kernel);
    const why = unseen ? `Not drawn. ${unseen}` : misplaced(kernel);
    if (why) groups.set(why, [...(groups.get(why) ?? []), kernel]);
  }
  const empty = machine.list.some((k) => k.flops !== null && reason(k) === null)
    ? []
    : [h("p", { class: "quiet" }, "No kernel did floating-point work that can be placed on the roofline.")];
  return empty.concat(
    [...groups].map(([why, kernels]) =>
      h(
        "p",
        {},
        h("span", { class: why.endsWith("Failed verification") ? "failed" : "quiet" }, `${why}: `),
        kernels
          .slice(0, SHOWN)
          .map((kernel, i) => [
            i > 0 ? ", " : "",
            h(
              "button",
              { type: "button", class: "link", click: () => store.set({ selected: kernel.index }) },
              shorten(kernel.name, 40),
            ),
          ]),
        kernels.length > SHOWN ? ` and ${kernels.length - SHOWN} more` : "",
      ),
    ),
  );
}
