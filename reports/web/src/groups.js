// What the kernels of the table can be grouped by, as far as it tells them apart, and the rows that result: a line for
// each group, the one with most time first, and its kernels under it.
import { h, shorten } from "./dom.js";

/**
 * `everywhere`: it groups the kernels of all machines.
 * @typedef {{title: string, of: (kernel: any) => string, everywhere?: boolean}} Grouping
 */

const familyOf = (kernel) => (kernel.name.includes("/") ? kernel.name.split("/")[0] : "no family");

/** @returns {Grouping[]} */
export function groupings(machine, machines) {
  const found = (machine.groups ?? []).map(({ title, names, of }) => ({ title, of: (kernel) => names[of[kernel.index]] }));
  const catalogue = !machine.kernels.counted; // an application's kernels have no families
  if (catalogue && new Set(machine.list.map(familyOf)).size > 1) found.push({ title: "Family", of: familyOf });
  if (machines.length > 1) {
    found.push({ title: "GPU", of: (kernel) => `${kernel.machine.name} (${kernel.machine.id})`, everywhere: true });
  }
  return found;
}

/**
 * @param {any[]} kernels in the order of the table
 * @param {Grouping|null} grouping null: every kernel for itself
 * @returns {({item: any}|{group: string, kernels: any[], share: number, whole: string})[]}
 */
export function linesOf(kernels, grouping) {
  const line = (kernel) => ({ item: kernel });
  if (!grouping) return kernels.map(line);
  const groups = new Map();
  for (const kernel of kernels) {
    const name = grouping.of(kernel);
    if (!groups.has(name)) groups.set(name, []);
    groups.get(name).push(kernel);
  }
  const share = (list) => list.reduce((sum, kernel) => sum + kernel.share, 0);
  return [...groups]
    .map(([group, list]) => ({ group, kernels: list, share: share(list) }))
    .sort((a, b) => b.share - a.share || (a.group < b.group ? -1 : 1))
    .flatMap((entry) => [{ ...entry, whole: grouping.everywhere ? "its kernel time" : "kernel time" }, ...entry.kernels.map(line)]);
}

/** The line above a group's kernels. */
export function groupRow({ group, kernels, share, whole }, at, columns) {
  const count = `${kernels.length.toLocaleString("en")} kernel${kernels.length === 1 ? "" : "s"}`;
  const part = share > 0 ? `, ${Number((100 * share).toPrecision(3))}\u00a0% of ${whole}` : "";
  return h(
    "tr",
    { class: "group", "aria-rowindex": at + 2 },
    h(
      "th",
      { scope: "rowgroup", colspan: columns },
      h("span", { class: "group-name" }, shorten(group, 120)),
      h("span", { class: "note" }, count + part),
    ),
  );
}

/** The choice beside the filter; nothing where kernels differ in none of these. */
export function groupChoice(list, chosen, onChoose) {
  if (list.length === 0) return "";
  const option = (title) => h("option", { value: title, selected: title === chosen }, title);
  return h(
    "label",
    { class: "grouping" },
    "Group by ",
    h("select", { change: (event) => onChoose(event.target.value) }, option("None"), list.map(({ title }) => option(title))),
  );
}
