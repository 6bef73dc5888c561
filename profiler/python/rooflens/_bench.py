"""`@rooflens.bench`: a kernel over many sizes, each counted and timed in one profiled block of this process."""

from __future__ import annotations

import inspect
import itertools
from dataclasses import replace
from typing import Any, Callable, Iterable, Mapping, Optional, Sequence, Union

from ._block import Profile
from ._cold import ColdL2
from ._driver import wait_for_gpus
from ._errors import RooflensError
from ._executable import as_options
from ._rows import Kernel
from ._session import Session
from ._shown import PathLike
from ._table import Table, fields, table

Launch = Callable[[], Any]
Sizes = Union[Iterable[Any], Mapping[str, Iterable[Any]]]
WAIT_S = 60.0


def first_argument(function: Callable[..., Any]) -> str:
    if not callable(function):
        raise TypeError(f"{function!r} is no function")
    try:
        return next(iter(inspect.signature(function).parameters), "size")
    except (TypeError, ValueError):  # of a builtin
        return "size"


class Bench:
    """What `@rooflens.bench` makes of a function. Calling it calls the function; `run()` measures."""

    def __init__(
        self,
        prepare: Callable[..., Launch],
        sizes: Sizes,
        warmup: int,
        repetitions: int,
        l2: str,
        options: Sequence[str],
    ) -> None:
        if l2 not in ("cold", "warm"):
            raise TypeError(f'l2 is "cold" or "warm", not {l2!r}')
        if repetitions < 1 or warmup < 0:
            raise TypeError("repetitions is at least 1, warmup at least 0")
        if not isinstance(sizes, Mapping):
            sizes = {first_argument(prepare): sizes}
        self.cases = [dict(zip(sizes, values)) for values in itertools.product(*map(list, sizes.values()))]
        if not self.cases:
            raise TypeError("sizes holds none")
        if any(set(" =\n") & set(name) for name in sizes):
            raise TypeError("names of sizes are words")
        for name in {field.name for field in fields(Kernel)} & set(sizes):
            raise TypeError(f"`{name}` is a column of the table: give that size another name")
        self.session: Optional[Session] = None  #: of the last run
        self._prepare, self._warmup, self._repetitions, self._l2 = prepare, warmup, repetitions, l2
        self._options = ["--max-overhead", "none", *as_options(options)]
        self.__doc__ = prepare.__doc__
        self.__name__ = getattr(prepare, "__name__", "bench")

    def __call__(self, *arguments: Any, **named: Any) -> Launch:
        return self._prepare(*arguments, **named)

    def run(self, output: Optional[PathLike] = None, *, force: bool = False) -> Table[Kernel]:
        """Measures every size: a row per size and kernel, with its time, its roof and the share that it reaches. The
        columns of `Session.kernels`, in a data frame behind one per size. `output` keeps the session.

        Raises RooflensError where nothing could be recorded, and whatever the function raises.
        """
        with Profile(output, self._options, force) as profile:
            profile.check()
            cold = self._measure(profile)
        if cold is not None:
            cold.close()
        self.session = profile.session
        return self._table(self.session)

    def _measure(self, profile: Profile) -> Optional[ColdL2]:
        cold: Optional[ColdL2] = None
        for case in self.cases:
            profile.begin_case("")
            launch = self._prepare(**case)
            if not callable(launch):
                raise TypeError("the function returns what launches the kernel, such as `lambda: kernel[grid](x)`")
            for _ in range(self._warmup):
                launch()
            wait_for_gpus(WAIT_S)
            if cold is None and self._l2 == "cold":
                cold = ColdL2()
            half = self._repetitions // 2
            for launches in (half, self._repetitions - half):  # most counting comes first, most timing after it
                profile.begin_case(self._text(case))
                for _ in range(launches):
                    if cold is not None:
                        cold.evict()
                    launch()
                wait_for_gpus(WAIT_S)
        profile.begin_case("")
        return cold

    def _text(self, case: Mapping[str, Any]) -> str:
        """What the session keeps of a case: whole numbers as they are, of others their place in the list."""
        parts = []
        for name, value in case.items():
            plain = isinstance(value, int) and not isinstance(value, bool)
            parts.append(f"{name}={value if plain else self._values(name).index(value)}")
        return " ".join(parts)

    def _values(self, name: str) -> list[Any]:
        found: list[Any] = []
        for case in self.cases:
            if case[name] not in found:
                found.append(case[name])
        return found

    def _table(self, session: Session) -> Table[Kernel]:
        by_text = {";".join(sorted(self._text(case).split())): case for case in self.cases}
        found = [(by_text[row.parameters], row) for row in session.kernel_rows() if row.parameters in by_text]
        if not found:
            raise RooflensError("no kernel was seen in any size", "the function has to return what launches the kernel")
        found.sort(key=lambda entry: self.cases.index(entry[0]))
        rows = [replace(row, parameters=";".join(f"{n}={v}" for n, v in case.items())) for case, row in found]
        frame = table(Kernel, rows)
        if not isinstance(frame, list):
            for place, name in enumerate(self.cases[0]):
                frame.insert(place, name, [case[name] for case, _ in found])
        return frame


def bench(
    sizes: Sizes,
    *,
    warmup: int = 3,
    repetitions: int = 100,
    l2: str = "cold",
    options: Sequence[str] = (),
) -> Callable[[Callable[..., Launch]], Bench]:
    """For kernels of Triton, CuPy, Numba, PyTorch or whatever launches in this process:

        @rooflens.bench([2**20, 2**22, 2**24])
        def scale(n):
            x = torch.rand(n, device="cuda")
            return lambda: x.mul_(2)

        table = scale.run()

    The function prepares one size and returns what launches the kernel. `sizes` are values of its argument, or lists by
    name: {"n": [...], "block": [...]} measures all combinations. `l2` is cold (emptied before every launch) or warm (as
    the launch before left it). Some of the `repetitions` are counted, the others timed. `options` are those of
    `rooflens profile`.
    """

    def decorate(prepare: Callable[..., Launch]) -> Bench:
        return Bench(prepare, sizes, warmup, repetitions, l2, options)

    return decorate
