"""Why one kernel takes longer than its roof allows."""

from __future__ import annotations

from functools import cached_property
from typing import Any, Callable

from ._rows import Factor
from ._shown import Chart
from ._table import Table, row, table


class Gap:
    """The gap between a kernel's time and the shortest that its roof allows; notebooks show its chart.

    `measured_s` over `roof_s` is `total`, the product of `factors`. `unexplained_share` is the part of its logarithm for
    which no counter has an explanation, None where there is no gap of 2 %. `data` is the JSON object, which
    reports/json_schema.md describes.
    """

    def __init__(self, kernel: str, data: dict[str, Any], draw: Callable[[], Chart]) -> None:
        self.kernel = kernel
        self.data = data
        self.measured_s: float = data["measured_s"]
        self.roof_s: float = data["roof_s"]
        self.roof: str = data["roof"]
        self.total: float = data["total"]
        self.unexplained_share = data.get("unexplained_share")
        self._draw = draw

    @cached_property
    def factors(self) -> Table[Factor]:
        """What the gap is made of, in the order of the report."""
        return table(Factor, [row(Factor, entry) for entry in self.data["factors"]])

    @cached_property
    def chart(self) -> Chart:
        """The factors as a waterfall from the roof to the measured time."""
        return self._draw()

    def __repr__(self) -> str:
        return f"<gap of {self.kernel}: {self.total:.3g} times the time at the {self.roof} roof>"

    def _repr_svg_(self) -> str:
        return self.chart.svg
