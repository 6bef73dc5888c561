"""Folders of sessions without output. They go with their program; those of programs that were killed, with the next one."""

from __future__ import annotations

import os
import shutil
import tempfile
from contextlib import suppress

PREFIX, USERS = "rooflens-", "users"


def machine() -> str:
    """Where the numbers of processes mean what they mean here: this boot of this host, and this container."""
    with open("/proc/sys/kernel/random/boot_id") as file:
        return f"{file.read().strip()} {os.readlink('/proc/self/ns/pid')}"


def process(number: str) -> str:
    """`number:start`, which no other process has. Empty where it has ended."""
    try:
        with open(f"/proc/{number}/stat", "rb") as file:
            values = file.read().rpartition(b")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return ""
    return "" if values[0] in (b"Z", b"X") else f"{number}:{int(values[19])}"


def mark(folder: str, *numbers: int) -> None:
    """The folder may be removed when these processes have ended. A link is there at once, with its text."""
    with suppress(OSError):
        users = [process(str(number)) for number in numbers]
        os.symlink(" ".join([machine(), *filter(None, users)]), os.path.join(folder, USERS))


def keep(folder: str) -> None:
    """Nobody removes it any more."""
    with suppress(OSError):
        os.unlink(os.path.join(folder, USERS))


def remove(folder: str, owner: int) -> None:
    """Not in a child that was forked meanwhile: its parent needs the folder."""
    if os.getpid() == owner:
        shutil.rmtree(folder, ignore_errors=True)


def left(entry: "os.DirEntry[str]") -> bool:
    """Whether those who used this folder of ours have ended. Raises where that cannot be told."""
    if not entry.name.startswith(PREFIX) or entry.stat(follow_symlinks=False).st_uid != os.getuid():
        return False
    boot, container, *users = os.readlink(os.path.join(entry.path, USERS)).split(" ")
    return f"{boot} {container}" == machine() and all(process(user.partition(":")[0]) != user for user in users)


def remove_left() -> None:
    """What this user's processes left behind when they were killed."""
    with suppress(OSError), os.scandir(tempfile.gettempdir()) as entries:
        for entry in entries:
            with suppress(OSError, ValueError, IndexError):
                if entry.is_dir(follow_symlinks=False) and left(entry):
                    shutil.rmtree(entry.path, ignore_errors=True)
