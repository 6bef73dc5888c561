// Findings as sentences: what was seen, why it matters, what to change; the severe ones first.
import { h, withCode } from "./dom.js";

const SEVERITY = ["Note", "Warning", "Failure"];

/** @param {[number, string, string, string, string][]} findings severity, topic, cause, consequence, remedy */
export function findingList(findings) {
  return h(
    "ul",
    { class: "findings" },
    findings.map(([severity, topic, cause, consequence, remedy]) =>
      h(
        "li",
        { class: `severity-${severity}`, "data-topic": topic },
        h("p", { class: "severity" }, SEVERITY[severity]),
        h("p", { class: "cause" }, withCode(cause)),
        consequence ? h("p", {}, withCode(consequence)) : "",
        remedy ? h("p", {}, withCode(remedy)) : "",
      ),
    ),
  );
}
