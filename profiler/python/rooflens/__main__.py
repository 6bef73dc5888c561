"""The command `rooflens`, and `python -m rooflens`: becomes the executable of this package."""

from __future__ import annotations

import os
import signal
import sys
from importlib.util import find_spec
from typing import NoReturn

from ._errors import ERROR, HINT, RooflensError
from ._executable import cannot_start, environment, executable
from ._said import say


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


def with_duckdb(variables: dict[str, str], arguments: list[str]) -> dict[str, str]:
    """Stores are read and written by the package duckdb, in an interpreter like this one, unless the user says by what."""
    stores = arguments[:1] in (["export"], ["query"]) and "ROOFLENS_DUCKDB" not in variables
    if stores and os.path.basename(sys.executable).startswith("python") and find_spec("duckdb"):
        variables["ROOFLENS_DUCKDB"] = sys.executable
    return variables


def main() -> NoReturn:
    """Replaces this process by the executable, with the same arguments. Exits with 1 and says why if it cannot."""
    try:
        path = executable()
        # Python ignores these, and an application under `rooflens profile` would inherit that.
        for name in ("SIGPIPE", "SIGXFSZ"):
            signal.signal(getattr(signal, name), signal.SIG_DFL)
        try:
            os.execve(path, ["rooflens", *sys.argv[1:]], with_duckdb(without_coerced_locale(environment()), sys.argv[1:]))
        except OSError as error:
            raise cannot_start(path, error) from None
    except RooflensError as error:
        say(f"{ERROR}{error.message}\n" + (f"{HINT}{error.remedy}\n" if error.remedy else ""))
        sys.exit(1)


if __name__ == "__main__":
    main()
