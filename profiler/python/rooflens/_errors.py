"""The exception of this package: what happened, and what to do about it."""

from __future__ import annotations

import re
from typing import Optional

ERROR = "rooflens: error: "
WARNING = "rooflens: warning: "
HINT = "rooflens: hint: "
REFERS_BACK = "the warning before"


class RooflensError(Exception):
    """Says what happened (`message`) and what to do about it (`remedy`; empty where nothing is known to help).

    `exit_code` is that of the executable, where it was the one to fail: docs/environment.md lists them.
    """

    __module__ = "rooflens"  # where users import it from

    def __init__(self, message: str, remedy: str = "", exit_code: Optional[int] = None) -> None:
        super().__init__(message)
        self.message = message
        self.remedy = remedy
        self.exit_code = exit_code

    def __str__(self) -> str:
        return f"{self.message} ({self.remedy})" if self.remedy else self.message

    def __reduce__(self) -> tuple[type, tuple[str, str, Optional[int]]]:
        return type(self), (self.message, self.remedy, self.exit_code)


def error_of(stderr: str, exit_code: int) -> RooflensError:
    """The last error that the executable printed as `rooflens: error: …`, with the lines `rooflens: hint: …` behind it as its
    remedy; the last warning where there was no error and it was not killed, with the first one where its remedy refers to that."""
    begin, said = stderr.rfind(ERROR), ERROR
    if begin < 0 <= exit_code:
        begin, said = stderr.rfind(WARNING), WARNING
    if begin < 0:
        ending = f"signal {-exit_code}" if exit_code < 0 else f"exit code {exit_code}"
        last = stderr.strip().splitlines()[-1:]
        return RooflensError(f"rooflens ended with {ending}" + "".join(f": {line}" for line in last), "", exit_code)
    message, remedy = _told(stderr[begin + len(said) :])
    first = stderr.find(WARNING)
    if said == WARNING and first < begin and REFERS_BACK in remedy:
        remedy += f": {_told(stderr[first + len(WARNING) :])[0]}"
    return RooflensError(message, remedy, exit_code)


def _told(text: str) -> tuple[str, str]:
    """The message that begins `text`, and the hints behind it: (message, remedy)."""
    message, *remedies = re.split("\nrooflens: (?!hint: )", text)[0].split("\n" + HINT)
    return message.strip(), "; ".join(remedy.strip() for remedy in remedies)
