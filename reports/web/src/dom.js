// Elements from code. Text always becomes a text node, so no name in a recording can turn into markup.

/** Stands where a value is not known, as in reports of other formats. */
export const MISSING = document.getElementById("page").dataset.missing;

/**
 * @param {string} tag
 * @param {Object<string, any>} [properties] attributes; functions become listeners of that event; null is left out
 * @param {...(Node|string|null|undefined|Array)} children
 */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name, value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  append(element, children);
  return element;
}

function append(element, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    if (Array.isArray(child)) append(element, child);
    else element.append(child);
  }
}

/** What stands between backticks, options and commands, as code. */
export function withCode(text) {
  return text.split("`").map((part, i) => (i % 2 === 1 ? h("code", {}, part) : part));
}

/** Rows of label and value as a description list. */
export function facts(rows) {
  return h(
    "dl",
    { class: "facts" },
    rows.map(([label, value]) => [h("dt", {}, label), h("dd", {}, value)]),
  );
}

/** A kernel's name that breaks between its parts, not inside of a word. */
export function breakable(name) {
  const parts = name.split(/(?<=::|[_<,/])(?=[^_])|(?<=[a-z])(?=[A-Z])/);
  return parts.flatMap((part, i) => (i === 0 ? [part] : [document.createElement("wbr"), part]));
}

/** At most `limit` characters: the middle gives way, because kernel names differ at both ends. */
export function shorten(text, limit) {
  const letters = [...text.slice(0, 4 * limit + 8000)];
  if (letters.length <= limit) return text;
  const head = Math.ceil((limit - 1) / 2);
  let tail = letters.length - (limit - 1 - head);
  const digit = (i) => /\d/.test(letters[i] ?? "");
  if (digit(tail - 1)) while (digit(tail)) ++tail; // "(grid 512)" does not become "…12)"
  return letters.slice(0, head).join("") + "…" + letters.slice(tail).join("");
}
