// A button that copies a text and says whether it worked.
import { h } from "./dom.js";

/** @param {() => string} text what to copy, made when it is asked for */
export function copyButton(label, text) {
  const button = h("button", { type: "button", class: "quiet-button", "aria-live": "polite" }, label);
  const say = (word) => {
    button.textContent = word;
    setTimeout(() => (button.textContent = label), 1600);
  };
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text());
      say("Copied");
    } catch {
      const area = h("textarea", { class: "offscreen", "aria-hidden": "true" });
      area.value = text();
      document.body.append(area);
      area.select();
      say(document.execCommand("copy") ? "Copied" : "The browser refused");
      area.remove();
      button.focus();
    }
  });
  return button;
}
