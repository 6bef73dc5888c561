"""rooflens from Python: open sessions, see kernels on their roofs, compare. It imports neither CUDA nor PyTorch.

    s = rooflens.open("train.rlens")
    s.kernels, s.roofs, s.devices      data frames (lists of data classes without pandas), units in the names
    s.explain(), s.roofline(), s.gap("gemm"), rooflens.compare(a, b)
    s = rooflens.profile(["python3", "train.py"], output="train.rlens")
    with rooflens.profile() as p: ...  a block of this process; p.kernels, ...
    @rooflens.bench(...)               a kernel over many sizes, as a data frame

The work is done by the executable of this package, or by the one that $ROOFLENS names.
"""

import sys

if sys.version_info < (3, 9):
    raise ImportError("rooflens needs Python 3.9 or later; this is " + ".".join(map(str, sys.version_info[:3])))

from typing import TYPE_CHECKING  # noqa: E402

from ._bench import Bench, bench  # noqa: E402
from ._block import Profile  # noqa: E402
from ._comparison import Comparison, compare  # noqa: E402
from ._errors import RooflensError  # noqa: E402
from ._executable import version as _version  # noqa: E402
from ._gap import Gap  # noqa: E402
from ._profile import profile  # noqa: E402
from ._rows import Device, Factor, Kernel, Pair, Roof  # noqa: E402
from ._said import RooflensWarning  # noqa: E402
from ._session import Session  # noqa: E402
from ._session import open as open  # noqa: E402
from ._shown import Chart, Text  # noqa: E402

if TYPE_CHECKING:
    __version__ = ""  # the executable's, asked for below
else:

    def __getattr__(name):
        if name == "__version__":
            return _version()
        raise AttributeError("module 'rooflens' has no attribute " + repr(name))


# Without `open`, which would take the place of Python's own in `from rooflens import *`.
__all__ = [
    "Bench", "Chart", "Comparison", "Device", "Factor", "Gap", "Kernel", "Pair", "Profile", "Roof", "RooflensError",
    "RooflensWarning", "Session", "Text", "bench", "compare", "profile",
]  # fmt: skip
