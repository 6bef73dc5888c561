"""What notebooks show: charts and texts that the executable made."""

from __future__ import annotations

import html
import os
import re
from typing import Union

PathLike = Union[str, "os.PathLike[str]"]


def number_of(count: int, what: str) -> str:
    """1 kernel, 2 kernels."""
    return f"{count} {what}" + ("" if count == 1 else "s")


class Chart:
    """A chart as SVG. Notebooks show it; `save` writes it."""

    def __init__(self, svg: str) -> None:
        self.svg = svg

    def __repr__(self) -> str:
        title = re.search("<title>(.*?)</title>", self.svg)
        return f"<chart: {html.unescape(title[1]) if title else 'SVG'}>"

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: PathLike) -> None:
        """Writes the SVG into a file. Raises OSError if that fails, ValueError for the name of another format."""
        if os.path.splitext(os.fsdecode(path))[1].lower() not in ("", ".svg"):
            raise ValueError(f"a chart is saved as SVG, not as {os.fsdecode(path)}; `rooflens plot` also draws PNG")
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.svg)


class Text(str):
    """A text as the terminal shows it, in notebooks too."""

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return f'<pre style="line-height:1.2">{html.escape(self)}</pre>'


def both(chart: Chart, text: str) -> str:
    """HTML for notebooks: the chart, as wide as the page at most, and the text below it without the chart in letters."""
    size = re.search(r' width="(\d+)" height="\d+"', chart.svg)
    svg = chart.svg.replace(size[0], ' width="100%"', 1) if size else chart.svg
    words = "\n\n".join(part for part in text.split("\n\n") if not part.startswith("FLOP/s\n"))
    return f'<div style="max-width:{size[1] if size else 1200}px">{svg}</div>{Text(words)._repr_html_()}'
