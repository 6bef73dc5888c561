// The timeline of blocks inside a kernel's details: in words, as a small chart, and as large as the window on demand.
import { Timeline, waveTone } from "./chart/timeline.js";
import { h } from "./dom.js";

// Every other wave from `first` up to `last`: "wave 2", "waves 1, 3", "waves 1, 3, …, 9".
function waveWords(first, last) {
  if (first + 2 > last) return `wave ${first}`;
  const more = first + 4 <= last ? `, ${first + 6 <= last ? "…, " : ""}${last - ((last - first) % 2)}` : "";
  return `waves ${first}, ${first + 2}${more}`;
}

function key(tone, words) {
  return h("span", { class: "wave-key" }, h("span", { class: `swatch tone-${tone}`, "aria-hidden": "true" }), words);
}

function keys({ last }) {
  return h(
    "p",
    { class: "wave-keys quiet" },
    key(waveTone(0, last), waveWords(1, last)),
    last > 1 ? key(waveTone(1, last), waveWords(2, last)) : "",
    last > 0 ? key(waveTone(last, last), `last wave, ${last + 1}`) : "",
    key("tail", "tail"),
  );
}

const words = (blocks) => blocks.words.map((sentence) => h("p", {}, sentence));

function enlarged(blocks, name, tooltip) {
  const dialog = h("dialog", { class: "blocks-large", "aria-label": `Blocks over time: ${name}`, close: () => dialog.remove() });
  const close = h("button", { type: "button", class: "quiet-button", click: () => dialog.close() }, "Close");
  dialog.addEventListener("keydown", (event) => event.stopPropagation()); // Escape closes the dialog alone
  dialog.append(
    h("div", { class: "detail-head" }, h("h2", {}, `Blocks over time: ${name}`), close),
    h("div", { class: "blocks-words" }, words(blocks)),
    keys(blocks),
    new Timeline(blocks, tooltip).root,
    h("p", { class: "quiet" }, blocks.note),
  );
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
    h("div", { class: "blocks-words" }, words(blocks)),
    keys(blocks),
    new Timeline(blocks, tooltip).root,
    h("p", { class: "quiet" }, blocks.note),
    h("button", { type: "button", class: "quiet-button", click: () => enlarged(blocks, name, tooltip) }, "Enlarge"),
  );
}
