#!/usr/bin/env python3
"""Runs the code of a notebook, which comes on stdin, and prints the notebook with what the cells show now: text and images.
Cells that import pandas keep what they show where it is not installed. Says on stderr how many cells were run.

usage: notebook.py <NOTEBOOK
"""

import ast
import contextlib
import importlib.util
import io
import json
import sys


def lines(text):
    return text.splitlines(keepends=True)


def shown(value):
    """What a notebook shows of the value of a cell's last line."""
    data = {"text/plain": lines(repr(value))}
    if hasattr(value, "_repr_svg_"):
        data["image/svg+xml"] = lines(value._repr_svg_())
    elif type(value).__module__.startswith("rooflens"):  # a data frame's HTML depends on the version of pandas
        data["text/html"] = lines(value._repr_html_())
    return data


def run(source, names):
    """The outputs of a cell."""
    body = ast.parse(source).body
    last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
    outputs = []
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(compile(ast.Module(body, []), "cell", "exec"), names)
        value = eval(compile(ast.Expression(last.value), "cell", "eval"), names) if last else None
    if printed.getvalue():
        outputs.append({"name": "stdout", "output_type": "stream", "text": lines(printed.getvalue())})
    if value is not None:
        outputs.append({"data": shown(value), "metadata": {}, "output_type": "execute_result"})
    return outputs


def main():
    has_pandas = importlib.util.find_spec("pandas") is not None
    notebook = json.load(sys.stdin)
    names, ran = {}, 0
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "code" and (has_pandas or "import pandas" not in source):
            ran += 1
            cell["outputs"] = run(source, names)
    count = 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            count += 1
            cell["execution_count"] = count
            for output in cell["outputs"]:
                if output["output_type"] == "execute_result":
                    output["execution_count"] = count
    print(json.dumps(notebook, indent=1, ensure_ascii=False, sort_keys=True))
    print(ran, file=sys.stderr)


if __name__ == "__main__":
    main()
