"""A session: what the executable's report knows, as tables, charts and text."""

from __future__ import annotations

import json
import os
import re
from functools import cached_property
from typing import Any, Iterator, Optional

from ._errors import RooflensError
from ._executable import as_argument, from_here, run
from ._gap import Gap, plot
from ._rows import Device, Kernel, Roof
from ._shown import Chart, PathLike, Text, both, number_of
from ._table import Table, row, table

FORMAT = ("rooflens-report", 1)


class Session:
    """A recorded session. `rooflens.open` and `rooflens.profile` make one; notebooks show its roofline and its report.

    `data` is the JSON report, which reports/json_schema.md describes. Whatever calls the executable (`explain`,
    `roofline`, the chart of a gap) raises RooflensError if the file is gone meanwhile.
    """

    def __init__(self, path: str, data: dict[str, Any], exit_code: Optional[int] = None) -> None:
        self.path = path
        self.data = data
        self.exit_code = exit_code  #: of the application, where `rooflens.profile` ran it

    def _observed(self, key: str) -> Iterator[tuple[int, dict[str, Any]]]:
        for gpu, machine in enumerate(self.data["gpus"]):
            for observation in machine[key]:
                yield gpu, observation

    def kernel_rows(self, key: str = "kernels") -> list[Kernel]:
        """The rows of `kernels`, with pandas too."""

        def parameters(observation: dict[str, Any]) -> str:
            return ";".join(f"{name}={value}" for name, value in observation.get("parameters", {}).items())

        observed = self._observed(key)
        return [row(Kernel, entry, gpu=gpu, parameters=parameters(entry)) for gpu, entry in observed]

    @cached_property
    def kernels(self) -> Table[Kernel]:
        """The kernels of all GPUs in the report's order: a data frame, or a list of `Kernel` without pandas."""
        return table(Kernel, self.kernel_rows())

    @cached_property
    def ranges(self) -> Table[Kernel]:
        """The NVTX ranges, with the columns of `kernels`. They are sums over kernels that stand there too."""
        return table(Kernel, self.kernel_rows("ranges"))

    @cached_property
    def roofs(self) -> Table[Roof]:
        """The roofs of all GPUs; `judged_by` are those that fractions refer to."""
        rows = []
        for gpu, machine in enumerate(self.data["gpus"]):
            for kind, name in (("memory", "level"), ("compute", "precision"), ("instruction", "pipe")):
                for roof in machine["ceilings"].get(kind, []):
                    rows.append(row(Roof, roof, gpu=gpu, kind=kind, name=roof[name]))
        return table(Roof, rows)

    @cached_property
    def devices(self) -> Table[Device]:
        """The GPUs, in the order that `gpu` counts, from 0."""
        return table(Device, [row(Device, entry["device"], gpu=i) for i, entry in enumerate(self.data["gpus"])])

    @property
    def headline(self) -> str:
        """Which kernels hold the time, how near they are to their roofs, what to try first."""
        return "\n".join(machine["headline"] for machine in self.data["gpus"])

    def explain(self) -> Text:
        """The report with all that would help, and by how much: what `rooflens report --advice` prints."""
        return Text(run(["report", from_here(self.path), "--advice"]))

    def roofline(
        self, *, kernel: str = "", gpu: int = 0, theme: str = "light", size: tuple[int, int] = (1200, 760), top: int = 12
    ) -> Chart:
        """The roofline of a GPU: what `rooflens plot` draws.

        `kernel` is a regular expression: then only the costliest kernel whose name matches. `size` is in pixels, `top`
        the number of kernels with a label, `theme` light or dark.
        """
        options = ["--theme", theme, "--size", f"{size[0]}x{size[1]}", "--top", str(top)]
        return plot(self.path, kernel, gpu, options)

    def gap(self, kernel: str, *, gpu: int = 0) -> Gap:
        """Why a kernel takes longer than its roof allows.

        `kernel` is its name, or a regular expression; of several that match, the one that loses most time. Raises
        RooflensError if none matches, or none of them has a gap that can be explained.
        """
        found = [entry for position, entry in self._observed("kernels") if position == gpu]
        exact = [entry for entry in found if entry["name"] == kernel]
        try:
            matching = exact or [entry for entry in found if re.search(kernel, entry["name"])]
        except re.error as error:
            raise RooflensError(f"`{kernel}` is no regular expression: {error}", "a part of the name is enough") from None
        if not matching:
            raise RooflensError(f"no kernel's name on GPU {gpu} contains `{kernel}`", "`kernels` lists the names")
        explained = [entry for entry in matching if "gap" in entry]
        if not explained:
            why = [entry["contradiction"]["sentence"] for entry in matching if "contradiction" in entry]
            raise RooflensError(
                f"`{matching[0]['name']}` has no gap that can be explained" + "".join(f": {text}" for text in why[:1]),
                "that takes a time, roofs and counted work; `explain()` says what is missing",
            )

        def lost(entry: dict[str, Any]) -> float:
            share: float = entry.get("share_of_time", 0.0)
            return share * (1 - 1 / max(1.0, float(entry["gap"]["total"])))

        chosen = max(explained, key=lost)
        return Gap(chosen["name"], chosen["gap"], self.path, gpu)

    def __repr__(self) -> str:
        names = ", ".join(machine["device"].get("name", "a GPU") for machine in self.data["gpus"])
        marks = "".join(f", {mark}" for mark in ("simulated", "altered") if self.data.get(mark))
        kernels = sum(1 for _ in self._observed("kernels"))
        return f"<rooflens session {os.path.basename(self.path)}: {number_of(kernels, 'kernel')} on {names}{marks}>"

    def _repr_html_(self) -> str:
        return both(self.roofline(), run(["report", from_here(self.path)]))


def load(path: PathLike, exit_code: Optional[int] = None) -> Session:
    name = as_argument(path)
    data = json.loads(run(["report", name, "--format", "json"]))
    if (data.get("format"), data.get("format_version")) != FORMAT:
        raise RooflensError(
            f"the executable writes {data.get('format')} {data.get('format_version')}, this package reads {FORMAT[1]}",
            "let ROOFLENS name the executable of this package's version, or unset it",
        )
    return Session(os.path.abspath(name), data, exit_code)


def open(path: PathLike) -> Session:
    """Opens a session file (*.rlens).

    Raises RooflensError, with the message and the remedy of the executable, if it does not exist, is damaged, is no
    session or is of a later format.
    """
    return load(path)
