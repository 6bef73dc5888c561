"""Finds the executable of this package and runs it. It does the work; Python reads what it prints."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Sequence, Union

from ._cupti import cupti_folders
from ._errors import RooflensError, error_of


def executable() -> str:
    """Path of the executable: $ROOFLENS, or the one in this package. Raises RooflensError if it cannot be run."""
    chosen = os.environ.get("ROOFLENS")
    path = Path(chosen) if chosen else Path(__file__).parent / "bin" / "rooflens"
    if path.is_file() and os.access(path, os.X_OK):
        return str(path.absolute())
    what = "cannot be executed" if path.is_file() else "does not exist"
    if chosen:
        raise RooflensError(f"ROOFLENS names {chosen}, which {what}", "unset it, or let it name the executable")
    raise RooflensError(f"{path} {what}", "install the wheel with pip; or let ROOFLENS name the executable of a build")


def as_argument(path: Union[str, "os.PathLike[str]"]) -> str:
    """A path as the user wrote it, but never one that looks like an option."""
    name = os.fsdecode(path)
    return os.path.join(".", name) if name.startswith("-") else name


def as_options(options: Sequence[str]) -> list[str]:
    """Options of a command, word by word. Raises TypeError for one string, whose letters would be words."""
    if isinstance(options, (str, bytes)) or not all(isinstance(word, (str, os.PathLike)) for word in options):
        raise TypeError(f"options is a list of words, such as ['--stalls', '-k', 'gemm'], not {options!r}")
    return [os.fsdecode(word) for word in options]


def from_here(path: str) -> str:
    """An absolute path as an argument: relative to the current directory if it lies in it, since reports and charts show it."""
    try:
        name = os.path.relpath(path)
    except OSError:  # the current folder is gone
        return path
    return path if name.startswith(os.pardir + os.sep) else as_argument(name)


def environment() -> dict[str, str]:
    """This process's environment, and where pip put CUPTI unless the user says where to look."""
    variables = dict(os.environ)
    folders = cupti_folders()
    if folders and "ROOFLENS_CUPTI" not in variables:
        variables.setdefault("ROOFLENS_CUPTI_PATH", ":".join(folders))
    return variables


def cannot_start(path: str, error: OSError) -> RooflensError:
    """Says why the kernel did not start the executable, though it is there."""
    if isinstance(error, FileNotFoundError):
        return RooflensError(f"the loader of {path} is missing", "this wheel is for Linux with glibc, not musl")
    return RooflensError(
        f"{path} cannot be started: {error.strerror}",
        "this wheel is for x86-64 Linux, and its file system must not be mounted with noexec",
    )


def run(arguments: Sequence[str]) -> str:
    """What `rooflens ARGUMENTS` prints to stdout. Raises RooflensError with its message and remedy if it fails."""
    path = executable()
    try:
        done = subprocess.run(
            [path, *arguments],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            env=environment(),
        )
    except OSError as error:
        raise cannot_start(path, error) from None
    if done.returncode != 0:
        raise error_of(done.stderr, done.returncode)
    return done.stdout


def version() -> str:
    """The executable's, which does the work: 0.1.0. Raises AttributeError where there is none, as `hasattr` wants it."""
    try:
        return run(["--version"]).split()[1]
    except RooflensError as error:
        raise AttributeError(f"the version is the executable's: {error}") from None
