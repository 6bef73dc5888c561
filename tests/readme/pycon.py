#!/usr/bin/env python3
"""Runs the ```pycon blocks of a page, which comes on stdin, and prints the page with what they print now. Blocks that
import pandas stay as they are where it is not installed. Says on stderr how many lines were run.

usage: pycon.py <PAGE
"""

import code
import contextlib
import importlib.util
import io
import sys


class Console(code.InteractiveConsole):
    """Python's own console, whose output goes into the page."""

    def write(self, data):
        print(data, end="")

    def showtraceback(self):
        kind, error = sys.exc_info()[:2]
        print(f"Traceback (most recent call last):\n    ...\n{kind.__module__}.{kind.__name__}: {error}")


def rerun(console, block):
    """The lines of a block with what the console prints after each statement."""
    lines = []
    for line in block:
        if line.startswith((">>>", "...")):
            lines.append(line)
            with contextlib.redirect_stdout(io.StringIO()) as printed:
                console.push(line[4:])
            lines.extend(text.rstrip() for text in printed.getvalue().splitlines())
    return lines


def main():
    has_pandas = importlib.util.find_spec("pandas") is not None
    console = Console()
    block, ran = None, 0
    for line in sys.stdin.read().splitlines():
        if line == "```pycon":
            block = []
        elif block is not None and line == "```":
            if has_pandas or ">>> import pandas" not in block:
                ran += sum(entry.startswith(">>>") for entry in block)
                block = rerun(console, block)
            print("\n".join(["```pycon", *block]))
            block = None
        elif block is not None:
            block.append(line)
            continue
        if block is None:
            print(line)
    print(ran, file=sys.stderr)


if __name__ == "__main__":
    main()
