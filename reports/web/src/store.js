// What the reader has chosen: one object, and the parts of the page that listen to it.

/**
 * @typedef {{machine: number, selected: number|null, hovered: number|null, levels: Set<number>, bindings: Set<number>,
 *            precision: number|null, matched: Set<number>|null, chart: "roofline"|"instructions", accesses: string}} State
 *            `precision` null shows all; `matched` are the rows that the table's filter leaves, null without one;
 *            `accesses` is an id of ACCESSES
 */
export class Store {
  /** @param {State} state */
  constructor(state) {
    this.state = state;
    this.listeners = [];
  }
  /** @param {(state: State, changed: Set<string>) => void} listener */
  subscribe(listener) {
    this.listeners.push(listener);
  }
  /** Listeners hear only of what changed. */
  set(patch) {
    const changed = new Set(Object.keys(patch).filter((name) => patch[name] !== this.state[name]));
    if (changed.size === 0) return;
    Object.assign(this.state, patch);
    for (const listener of this.listeners) listener(this.state, changed);
  }
  /** Adds to or takes from a set. */
  toggle(name, value) {
    const next = new Set(this.state[name]);
    if (!next.delete(value)) next.add(value);
    this.set({ [name]: next });
  }
}
/** More kernels than this start with their DRAM points alone. */
const HIERARCHY_LIMIT = 16;

/** The chart that the page opens with; it stays as it is chosen, also for other machines. */
export const INITIAL_CHART = { chart: "roofline", accesses: "levels" };

/** The view that a machine opens with. */
export function initialView(page, index) {
  const machine = page.machines[index];
  const every = new Set(page.levels.keys());
  return {
    machine: index,
    selected: null,
    hovered: null,
    levels: machine.count > HIERARCHY_LIMIT ? new Set([page.levels.length - 1]) : every,
    bindings: new Set(page.bindings.keys()),
    precision: null,
    matched: null,
  };
}
