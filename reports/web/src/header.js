// The first words of the page: where the numbers come from, which GPU, and one sentence of verdict.
import { h } from "./dom.js";

export class Header {
  constructor({ page, store, onTheme }) {
    Object.assign(this, { page, store });
    this.theme = h("button", { type: "button", class: "quiet-button", click: onTheme });
    this.root = h("header", { class: "head" });
  }

  // Several machines: the name is a selector.
  name() {
    const { page, store } = this;
    if (page.machines.length < 2) return h("h1", {}, page.machines[0]?.name ?? "No GPU");
    const options = page.machines.map((machine, index) =>
      h(
        "option",
        { value: index, selected: index === store.state.machine },
        `${machine.name} (${machine.id}): ${machine.count} kernel${machine.count === 1 ? "" : "s"}`,
      ),
    );
    const choose = (event) => store.set({ machine: Number(event.target.value) });
    return h("h1", {}, h("select", { "aria-label": "GPU", change: choose }, options));
  }

  render() {
    const machine = this.page.machines[this.store.state.machine];
    this.root.replaceChildren(
      this.page.simulated
        ? h(
            "p",
            { class: "banner", role: "note" },
            h("strong", {}, "SIMULATED DATA"),
            " These numbers were made up for a test or an example. No GPU ran them.",
          )
        : "",
      this.page.altered
        ? h(
            "p",
            { class: "banner", role: "note" },
            h("strong", {}, "ALTERED DATA"),
            " This session was altered since it was recorded.",
          )
        : "",
      h("div", { class: "head-row" }, h("p", { class: "document" }, this.page.title), this.theme),
      h(
        "div",
        { class: "machine" },
        this.name(),
        h(
          "p",
          { class: "line" },
          (machine?.line ?? []).map((part) => h("span", {}, part)),
        ),
      ),
      h("p", { class: "verdict" }, machine?.verdict ?? "This session holds no GPU."),
      machine?.runTime ? h("p", { class: "line run-time" }, machine.runTime) : "",
    );
  }
}

/** Light and dark: follows the system until the reader chooses. */
export function themeSwitch(button, onChange) {
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");
  const dark = () => (root.dataset.theme ? root.dataset.theme === "dark" : system.matches);
  const label = () => (button.textContent = dark() ? "Light theme" : "Dark theme");
  system.addEventListener("change", () => {
    label();
    onChange();
  });
  label();
  return () => {
    root.dataset.theme = dark() ? "light" : "dark";
    label();
    onChange();
  };
}
