"""`rooflens.profile`: a command under `rooflens profile`, or a block of this process."""

from __future__ import annotations

import codecs
import os
import select
import subprocess
from typing import Optional, Sequence, Union, overload

from ._block import Profile, in_python
from ._errors import error_of
from ._executable import as_argument, as_options, cannot_start, environment, executable
from ._said import say
from ._session import Session, load
from ._shown import PathLike

KEPT = 1 << 16  # characters of stderr in which the executable's last error is looked for


def passed_on(process: "subprocess.Popen[bytes]", tail: str = "") -> str:
    """Shows what the process writes to stderr until it ends, and returns the end of it. Does not wait for children that it
    left behind with its stderr."""
    assert process.stderr is not None
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    while True:
        ended = process.poll() is not None
        if select.select([process.stderr], [], [], 0 if ended else 0.1)[0]:
            data = os.read(process.stderr.fileno(), KEPT)
            text = decoder.decode(data)
            say(text)
            tail = (tail + text)[-KEPT:]
            if data:
                continue
            process.wait()
        if ended or process.returncode is not None:
            return tail


def identity(path: str) -> Optional[tuple[int, int]]:
    """Tells a file from one that was written in its place later; None where there is none."""
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_ino, status.st_mtime_ns


@overload
def profile(
    command: Sequence[PathLike], output: PathLike, *, options: Sequence[str] = (), force: bool = False
) -> Session: ...


@overload
def profile(*, output: Optional[PathLike] = None, options: Sequence[str] = (), force: bool = False) -> Profile: ...


def profile(
    command: Optional[Sequence[PathLike]] = None,
    output: Optional[PathLike] = None,
    *,
    options: Sequence[str] = (),
    force: bool = False,
) -> Union[Session, Profile]:
    """Without a command: `with rooflens.profile() as p:` profiles a block of this process, whose session is `p.session`;
    without `output` in a temporary file that goes with it. What goes wrong is warned about, and the block runs on.

    With one: runs a command, such as `["python3", "serve.py"]`, under `rooflens profile`, and opens the session it records.

    `output` is the session file, which `force` overwrites; `options` are others of `rooflens profile`, such as
    `["--stalls", "-k", "gemm"]`. The command runs unmodified with its output where this process's goes. Its exit code is
    the session's `exit_code`: a command that fails or is killed has a session too.

    Raises RooflensError where no session was written: the command does not exist or used no GPU, the file exists, or this
    process runs under `rooflens profile` itself. Ctrl-C ends the command and keeps what was recorded.
    """
    if command is None:
        return Profile(output, options, force)
    if output is None:
        raise TypeError("profile(command) needs a session file: output='FILE.rlens'")
    if isinstance(command, (str, bytes)):
        raise TypeError("the command is a list of words, such as ['python3', 'serve.py']")
    path, session = executable(), as_argument(output)
    before = identity(session)
    words = ["profile", *as_options(options), *(["--force"] if force else []), "-o", session, "--", *map(os.fsdecode, command)]
    try:
        process = subprocess.Popen([path, *words], stderr=subprocess.PIPE, env=environment())
    except OSError as error:
        raise cannot_start(path, error) from None
    with process:
        try:
            said = passed_on(process)
        except KeyboardInterrupt:
            passed_on(process)  # the command was interrupted too; its session is still written
            raise
    if identity(session) in (None, before):
        raise in_python(error_of(said, process.returncode))
    return load(session, process.returncode)
