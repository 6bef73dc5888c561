"""What this package says on stderr. A program may have closed it, or put something of its own there: that is no reason to end."""

from __future__ import annotations

import sys
import warnings
from contextlib import suppress

from ._errors import WARNING


class RooflensWarning(UserWarning):
    """Why `rooflens.profile()` records nothing, or not all, while the program runs on."""

    __module__ = "rooflens"


def say(text: str) -> None:
    """On stderr, where there is one."""
    with suppress(Exception):
        sys.stderr.write(text)
        sys.stderr.flush()


def warn(text: str, level: int) -> None:
    """As a warning of the caller that many frames up, or on stderr where the program turns warnings into errors."""
    try:
        warnings.warn(text, RooflensWarning, stacklevel=level + 1)
    except Exception:
        say(f"{WARNING}{text}\n")
