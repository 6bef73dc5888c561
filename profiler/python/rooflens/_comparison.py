"""Two sessions, kernel by kernel."""

from __future__ import annotations

import json
import os
from functools import cached_property
from typing import Any, Union

from ._executable import as_argument, from_here, run
from ._rows import Pair
from ._session import Session
from ._shown import Chart, PathLike, Text, both, number_of
from ._table import Table, row, table


class Comparison:
    """Session B against session A; notebooks show both on one roofline.

    `data` is the JSON of `rooflens compare`, which reports/json_schema.md describes. `only_a` and `only_b` are the names
    of kernels without a counterpart, `differences` what differs between the runs: condition -> (in A, in B).
    """

    def __init__(self, a: str, b: str, data: dict[str, Any]) -> None:
        self.a = a
        self.b = b
        self.data = data
        self.only_a: list[str] = [kernel["name"] for kernel in data["only_a"]]
        self.only_b: list[str] = [kernel["name"] for kernel in data["only_b"]]
        self.differences = {entry["condition"]: (entry["a"], entry["b"]) for entry in data["differences"]}

    @cached_property
    def pairs(self) -> Table[Pair]:
        """The kernels that are in both, in A's order: a data frame, or a list of `Pair` without pandas."""
        return table(Pair, [row(Pair, entry) for entry in self.data["pairs"]])

    @cached_property
    def text(self) -> Text:
        """What `rooflens compare` prints."""
        return Text(run(["compare", from_here(self.a), from_here(self.b)]))

    @cached_property
    def chart(self) -> Chart:
        """Both sessions on one roofline, with an arrow for each kernel. Raises RooflensError if the GPUs share no roof."""
        return Chart(run(["compare", from_here(self.a), from_here(self.b), "--format", "svg"]))

    def __repr__(self) -> str:
        return f"<{number_of(len(self.data['pairs']), 'pair')} of {os.path.basename(self.a)} and {os.path.basename(self.b)}>"

    def _repr_html_(self) -> str:
        return both(self.chart, self.text)


def compare(a: Union[Session, PathLike], b: Union[Session, PathLike]) -> Comparison:
    """Compares two sessions, or the files of two. Raises RooflensError if one cannot be read."""
    paths = [from_here(side.path) if isinstance(side, Session) else as_argument(side) for side in (a, b)]
    data = json.loads(run(["compare", *paths, "--format", "json"]))
    return Comparison(os.path.abspath(paths[0]), os.path.abspath(paths[1]), data)
