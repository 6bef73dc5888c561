// The instruction roofline (Ding, Williams 2019): warp instructions per second over warp instructions per transaction.
import { facts, h, shorten } from "../dom.js";
import { KernelView } from "./kernel_view.js";
import { limitText } from "./tooltip.js";

export class Instructions extends KernelView {
  constructor(parts) {
    super({
      ...parts,
      className: "instructions",
      label:
        "Instruction roofline: warp instructions per second over warp instructions per memory transaction. Plus and " +
        "minus zoom, 0 resets.",
    });
    this.data = null;
  }

  get choice() {
    const { machine, accesses } = this.store.state;
    return this.data?.[machine]?.[accesses];
  }
  choose() {
    return this.choice?.pictures;
  }
  get levels() {
    const { accesses, levels } = this.store.state;
    return accesses === "levels" ? levels : new Set(this.page.levels.keys());
  }

  drawn() {
    const ids = this.page.levels.map(({ id }) => id);
    for (const point of this.points) point.level = ids.indexOf(point.level);
    super.drawn();
  }
  // They are in the picture, which is filtered already.
  place() {
    for (const point of this.points) point.faint = point.element.classList.contains("faint");
    return this.points.filter(({ element }) => !element.hasAttribute("hidden"));
  }
  chain(index) {
    return this.points.filter(({ kernel }) => kernel === index);
  }

  tip({ kernel: index, level }) {
    const kernel = this.kernels[index];
    const tips = this.choice.tips[index];
    const rows = [["Time", `${kernel.timeText} ${kernel.spread ?? ""}`], ...tips[""], ...(tips[this.page.levels[level].id] ?? [])];
    return [
      h("p", { class: "tip-name" }, shorten(kernel.name, 120)),
      facts(rows),
      h("p", { class: `tip-bound tone-${this.page.bindings[kernel.binding].id}` }, limitText(kernel, this.page)),
    ];
  }
}
