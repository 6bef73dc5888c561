"""Why one kernel takes longer than its roof allows."""

from __future__ import annotations

import re
from functools import cached_property
from typing import Any

from ._executable import from_here, run
from ._rows import Factor
from ._shown import Chart
from ._table import Table, row, table


def only_name(kernel: str) -> str:
    """A regular expression for this name alone, which the executable may show with a size behind it."""
    return "^" + re.sub(r"([][\\^$.|?*+(){}])", r"\\\1", kernel) + "( |$)"


def plot(session: str, kernel: str, gpu: int, options: list[str]) -> Chart:
    """What `rooflens plot` draws. `kernel` is a regular expression as the executable reads it, or empty."""
    chosen = ["--kernel", kernel] if kernel else []
    return Chart(run(["plot", from_here(session), "--format", "svg", "--gpu", str(gpu), *chosen, *options]))


class Gap:
    """The gap between a kernel's time and the shortest that its roof allows; notebooks show its chart.

    `measured_s` over `roof_s` is `total`, the product of `factors`. `unexplained_share` is the part of its logarithm for
    which no counter has an explanation, None where there is no gap of 2 %. `data` is the JSON object, which
    reports/json_schema.md describes.
    """

    def __init__(self, kernel: str, data: dict[str, Any], session: str, gpu: int) -> None:
        self.kernel = kernel
        self.data = data
        self.measured_s: float = data["measured_s"]
        self.roof_s: float = data["roof_s"]
        self.roof: str = data["roof"]
        self.total: float = data["total"]
        self.unexplained_share = data.get("unexplained_share")
        self._session, self._gpu = session, gpu

    @cached_property
    def factors(self) -> Table[Factor]:
        """What the gap is made of, in the order of the report."""
        return table(Factor, [row(Factor, entry) for entry in self.data["factors"]])

    @cached_property
    def chart(self) -> Chart:
        """The factors as a waterfall from the roof to the measured time."""
        return plot(self._session, only_name(self.kernel), self._gpu, ["--chart", "gap"])

    def __repr__(self) -> str:
        return f"<gap of {self.kernel}: {self.total:.3g} times the time at the {self.roof} roof>"

    def _repr_svg_(self) -> str:
        return self.chart.svg
