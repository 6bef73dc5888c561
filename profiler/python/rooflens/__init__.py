"""rooflens from Python: open sessions, see kernels on their roofs, compare. It never imports CUDA or PyTorch."""

import sys

if sys.version_info < (3, 9):
    raise ImportError("rooflens needs Python 3.9 or later; this is " + ".".join(map(str, sys.version_info[:3])))

from ._errors import RooflensError  # noqa: E402

__all__ = ["RooflensError"]
