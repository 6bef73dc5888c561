"""The command `rooflens`, and `python -m rooflens`: becomes the executable of this package."""

from __future__ import annotations

import os
import signal
import sys
from typing import NoReturn

from ._errors import ERROR, HINT, RooflensError
from ._executable import cannot_start, environment, executable


def without_coerced_locale(variables: dict[str, str]) -> dict[str, str]:
    """Without the LC_CTYPE that Python sets where the locale is C (PEP 538): applications get what the shell said."""
    try:
        with open("/proc/self/environ", "rb") as file:
            original = file.read().split(b"\0")
    except OSError:
        return variables
    if not any(entry.startswith(b"LC_CTYPE=") for entry in original):
        variables.pop("LC_CTYPE", None)
    return variables


def main() -> NoReturn:
    """Replaces this process by the executable, with the same arguments. Exits with 1 and says why if it cannot."""
    try:
        path = executable()
        # Python ignores these, and an application under `rooflens profile` would inherit that.
        for name in ("SIGPIPE", "SIGXFSZ"):
            signal.signal(getattr(signal, name), signal.SIG_DFL)
        try:
            os.execve(path, ["rooflens", *sys.argv[1:]], without_coerced_locale(environment()))
        except OSError as error:
            raise cannot_start(path, error) from None
    except RooflensError as error:
        print(ERROR + error.message, file=sys.stderr)
        if error.remedy:
            print(HINT + error.remedy, file=sys.stderr)
        sys.exit(1)


if __name__ == "__main__":
    main()
