#!/usr/bin/env python3
"""The words of what rooflens prints: string literals of more than one word hold none of retired_words.txt.

usage: messages.py ROOT. Quoted code (`rooflens ceilings`), expressions of JavaScript (${kernel.machine}) and SQL are
not looked at. ALLOWED holds what stays, with its reason.
"""

import pathlib
import re
import sys

ALLOWED = {
    "profiler/cli/ceilings_command.cpp": ["ceilings"],  # its own name
    "profiler/cli/commands.cpp": ["ceilings"],
    "profiler/actions/ceilings/": ["ceilings"],
    "reports/web/src/overview.js": ["ceilings"],
    "profiler/cli/list_command.cpp": ["chip"],  # what CUPTI calls it, and --chip
    "profiler/cupti": ["chip", "chips"],
    "models/find/findings.cpp": ["chip"],  # of `rooflens list counters`
    "reports/web/src": ["binding", "picture"],  # names of classes and fields
    "profiler/session/point_rows.cpp": ["binding"],  # a column
}
SUFFIXES = {".cpp", ".hpp", ".cu", ".cuh", ".js", ".py"}
LITERAL = {
    ".js": re.compile(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\\n]|\\.)*)`'),
    "": re.compile(r'"((?:[^"\\\n]|\\.)*)"'),
}
SQL = re.compile(r"\b(SELECT|CREATE|INSERT|ALTER|PRAGMA|UPDATE|DELETE|REFERENCES)\b|NOT NULL|ORDER BY")


def retired(table):
    for line in table.read_text().splitlines():
        if line and not line.startswith("#"):
            word, instead = line.split("\t", 1)
            yield re.compile(rf"(?<![\w-])({word})(?![\w-])", re.IGNORECASE), instead


def literals(path):
    """(line number, text) of every literal that holds more than one word."""
    pattern = LITERAL.get(path.suffix, LITERAL[""])
    for number, line in enumerate(path.read_text(errors="replace").splitlines(), 1):
        code = line.strip()
        if code.startswith(("//", "*", "/*", "#include", "import ", '"""')):
            continue
        for match in pattern.finditer(line):
            text = next(group for group in (*match.groups(), "") if group is not None)
            text = re.sub(r"\$\{[^}]*\}|`[^`]*`", "", text)
            if " " in text and not SQL.search(text):
                yield number, text


def allowed(name, word):
    return any(name.startswith(path) and word.lower() in words for path, words in ALLOWED.items())


def main(root):
    words = list(retired(pathlib.Path(__file__).with_name("retired_words.txt")))
    looked_at = failures = 0
    for folder in ("models", "reports", "profiler", "kernels"):
        for path in sorted((root / folder).rglob("*")):
            name = str(path.relative_to(root))
            if path.suffix not in SUFFIXES or "node_modules" in name or "/bundle/" in name:
                continue
            for number, text in literals(path):
                looked_at += 1
                for pattern, instead in words:
                    for match in pattern.finditer(text):
                        if not allowed(name, match.group(1)):
                            failures += 1
                            print(f"{name}:{number}: `{match.group(1)}` in {text!r}: use instead: {instead}")
    print(f"{looked_at} literals, {failures} failures")
    return 1 if failures or looked_at < 1000 else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
