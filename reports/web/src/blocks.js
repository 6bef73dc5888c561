// The timeline of blocks inside a kernel's details: in words, as a small picture, and as large as the window on demand.
import { SceneView } from "./chart/scene.js";
import { h } from "./dom.js";

function parts(blocks, tooltip) {
  const view = new SceneView({ tooltip, className: "timeline", label: `Blocks by SM over time. ${blocks.words.join(" ")}` });
  view.show(blocks.pictures);
  return [
    h("div", { class: "blocks-words" }, blocks.words.map((sentence) => h("p", {}, sentence))),
    view.root,
    h("p", { class: "quiet" }, blocks.note),
  ];
}

function enlarged(blocks, name, tooltip) {
  const dialog = h("dialog", { class: "blocks-large", "aria-label": `Blocks over time: ${name}`, close: () => dialog.remove() });
  const close = h("button", { type: "button", class: "quiet-button", click: () => dialog.close() }, "Close");
  dialog.addEventListener("keydown", (event) => event.stopPropagation()); // Escape closes the dialog alone
  dialog.append(h("div", { class: "detail-head" }, h("h2", {}, `Blocks over time: ${name}`), close), ...parts(blocks, tooltip));
  document.body.append(dialog);
  dialog.showModal();
  dialog.append(tooltip.element); // above the dialog, which is above everything else
  dialog.addEventListener("close", () => document.body.append(tooltip.element));
}

/** @returns {Node|string} */
export function blocksSection(blocks, name, tooltip) {
  if (!blocks) return "";
  return h(
    "section",
    { class: "blocks" },
    h("h3", {}, "Blocks over time"),
    parts(blocks, tooltip),
    h("button", { type: "button", class: "quiet-button", click: () => enlarged(blocks, name, tooltip) }, "Enlarge"),
  );
}
