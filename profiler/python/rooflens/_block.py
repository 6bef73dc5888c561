"""`with rooflens.profile():` in this process. The executable waits beside it, as `rooflens profile` does for an
application, while the library is in this process: loaded by the CUDA driver in cuInit, or, after that, from here."""

from __future__ import annotations

import ctypes
import json
import os
import re
import select
import shlex
import subprocess
import tempfile
import threading
import weakref
from typing import TYPE_CHECKING, Any, Optional, Sequence

from ._driver import initialized, wait_for_gpus
from ._errors import RooflensError, error_of
from ._executable import as_argument, as_options, cannot_start, environment, executable
from ._said import say, warn
from ._session import Session, load
from ._shown import PathLike, Text
from ._temporary import PREFIX, keep, mark, remove, remove_left

if TYPE_CHECKING:
    from types import TracebackType

LIBRARY, CONFIGURATION = "CUDA_INJECTION64_PATH", "ROOFLENS_PROFILE"
BEGIN_S, GPU_S, END_S = 60.0, 10.0, 300.0  # how long each is waited for
NOT_ENDED = ("the block has not ended yet", "the session is there when it has")
OF_EACH_SESSION = ("path", "data", "exit_code")  # besides what its class has

_lock = threading.Lock()
_open: list["Profile"] = []  # none or one


def told(error: Exception) -> RooflensError:
    """What went wrong in words of this package."""
    if isinstance(error, RooflensError):
        return error
    return RooflensError(f"the block cannot be recorded: {type(error).__name__}: {error}")


def in_python(error: RooflensError) -> RooflensError:
    """Options that a remedy names, as the arguments of `rooflens.profile`."""
    return RooflensError(error.message, error.remedy.replace("--force ", "force=True "), error.exit_code)


class Profile:
    """A block of this process that is profiled; `rooflens.profile()` makes one.

    Nothing that goes wrong reaches the program: it is warned about, and `session` raises it. `session` and all that a
    session has (`kernels`, `roofline()`, …) are there when the block has ended.
    """

    def __init__(self, output: Optional[PathLike], options: Sequence[str], force: bool) -> None:
        self._wanted = None if output is None else os.fsdecode(output)
        self._output = ""  # what became of it
        self._options = [*as_options(options), *(["--force"] if force else [])]
        self._opened: list[bool] = []  # of each `with` that has not ended: whether it began the block
        self._temporary: Any = None  # the weakref.finalize that removes the folder of a session without output
        self._process: Optional["subprocess.Popen[bytes]"] = None
        self._variables: dict[str, Optional[str]] = {}  # what they were before
        self._library = ""
        self._owner = 0  # the process that began the block
        self._thread = 0  # of that process
        self._session: Optional[Session] = None
        self._error = RooflensError(*NOT_ENDED)

    @property
    def session(self) -> Session:
        """What was recorded. Raises RooflensError where nothing was."""
        if self._session is None:
            raise self._error
        return self._session

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or not (name in OF_EACH_SESSION or hasattr(Session, name)):
            raise AttributeError(f"a profile has no {name}")
        return getattr(self.session, name)

    def __repr__(self) -> str:
        return f"<rooflens profile: {self._error}>" if self._session is None else repr(self._session)

    def _repr_html_(self) -> str:
        return Text(self)._repr_html_() if self._session is None else self._session._repr_html_()

    def __enter__(self) -> Profile:
        with _lock:
            inner = bool(_open)
            self._opened.append(not inner)
            if inner:
                why = "this is within another"
                if _open[0]._owner != os.getpid():
                    why = "this process was forked within another"
                elif _open[0]._thread != threading.get_ident():
                    why = "another thread is within a"
                error = RooflensError(f"{why} rooflens.profile(), so this one records nothing", "end that one first")
                self._fail(error, outer=_open[0])
                return self
            self._owner, self._thread = os.getpid(), threading.get_ident()
            _open.append(self)
        self._session, self._error = None, RooflensError(*NOT_ENDED)
        try:
            self._begin()
        except Exception as error:
            self._close()
            self._fail(error)
        except BaseException:
            self._close()
            raise
        return self

    def __exit__(
        self, kind: Optional[type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        if not self._opened.pop() or self._process is None or os.getpid() != self._owner:
            return
        try:
            self._end()
        except Exception as failure:
            self._fail(self._kept(failure))
        finally:
            self._close()

    def _fail(self, error: Exception, outer: Optional[Profile] = None) -> None:
        """Warns. A block within itself goes on: its session is still to come."""
        error = in_python(told(error))
        if outer is not self:
            self._session, self._error = None, error
        warn(str(error), 3)

    def _kept(self, failure: Exception) -> RooflensError:
        """The error of a block whose session could not be written. What its processes wrote stays, and its remedy names it."""
        error, spool = told(failure), self._output + ".spool"
        try:
            made = os.listdir(spool)
        except OSError:
            made = []
        if not made:
            return error
        if self._temporary is not None:
            self._temporary.detach()
            keep(os.path.dirname(self._output))
        if spool not in error.remedy:
            merge = f"`rooflens merge {shlex.quote(spool)} -o NEW.rlens` makes a session of what was recorded"
            error.remedy = "; ".join(filter(None, (error.remedy, merge)))
        return error

    def _place(self) -> str:
        if self._wanted is not None:
            try:
                return os.path.abspath(self._wanted)
            except OSError as error:
                raise RooflensError(f"the current directory is gone: {error}", "name the whole path as output=") from None
        remove_left()
        try:
            folder = tempfile.mkdtemp(prefix=PREFIX)
        except OSError as error:
            raise RooflensError(
                f"there is nowhere to write a session: {error}", "name a file as output=, or free space in $TMPDIR"
            ) from None
        self._temporary = weakref.finalize(self, remove, folder, os.getpid())
        return os.path.join(folder, "profile.rlens")

    def _begin(self) -> None:
        path = executable()
        self._temporary = None
        self._output = self._place()
        command = [path, "profile", *self._options, "--attach", "-o", as_argument(self._output)]
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(), start_new_session=True
            )
        except OSError as error:
            raise cannot_start(path, error) from None
        if self._temporary is not None:
            mark(os.path.dirname(self._output), self._owner, self._process.pid)
        assert self._process.stdout is not None
        ready = select.select([self._process.stdout], [], [], BEGIN_S)[0]
        line = self._process.stdout.readline() if ready else b""
        if not line:
            if not ready:
                self._process.kill()
            said = self._process.communicate()[1].decode("utf-8", "replace")
            raise error_of(said, self._process.returncode)
        told = json.loads(line)
        self._output = str(told["session"])  # of a rank it has another name
        variables: dict[str, str] = told["variables"]
        self._library = variables[LIBRARY]
        if os.environ.get("NVTX_INJECTION64_PATH"):
            variables.pop("NVTX_INJECTION64_PATH")
        if "ROOFLENS_CUPTI_PATH" in environment():
            variables["ROOFLENS_CUPTI_PATH"] = environment()["ROOFLENS_CUPTI_PATH"]
        self._variables = {name: os.environ.get(name) for name in variables}
        os.environ.update(variables)
        if initialized():
            wait_for_gpus(GPU_S)  # what runs already is not the block's
            self._call("RooflensBegin")

    def check(self) -> None:
        """Raises why nothing is recorded."""
        if self._process is None:
            raise self._error

    def begin_case(self, parameters: str) -> None:
        """What is launched from now on belongs to this case, "n=1024 block=256"; empty: to none, and is only timed."""
        if self._process is not None and initialized():
            self._call("RooflensCase", parameters.encode())

    def _call(self, name: str, *arguments: bytes) -> None:
        try:
            getattr(ctypes.CDLL(self._library), name)(*arguments)
        except (OSError, AttributeError) as error:
            raise RooflensError(f"{self._library} cannot be loaded: {error}", "install rooflens whole") from None

    def _end(self) -> None:
        assert self._process is not None
        if initialized():
            if not wait_for_gpus(GPU_S):
                warn(f"the GPU was still busy {GPU_S:.0f} s after the block: what it did then is not recorded", 3)
            self._call("RooflensEnd")
        try:
            said = self._process.communicate(b"\n", END_S)[1].decode("utf-8", "replace")
        except subprocess.TimeoutExpired:
            raise RooflensError(f"rooflens took longer than {END_S:.0f} s to write the session") from None
        if not os.path.exists(self._output) or "no session was written" in said or self._process.returncode != 0:
            say(said)
            raise error_of(said, self._process.returncode)
        folder = os.path.dirname(self._output)
        # Nobody is sent to files that go with the session.
        say(said if self._temporary is None else re.sub(f".*{re.escape(folder)}.*\n", "", said))
        self._session = load(self._output)
        if self._temporary is not None:
            self._temporary.detach()
            weakref.finalize(self._session, remove, folder, os.getpid())

    def _close(self) -> None:
        for name, value in self._variables.items():
            os.environ.pop(name, None)
            if value is not None:
                os.environ[name] = value
        self._variables = {}
        process, self._process = self._process, None
        if process is not None:
            if process.poll() is None:
                process.kill()
            for stream in (process.stdin, process.stdout, process.stderr):
                if stream is not None and not stream.closed:
                    stream.close()
            process.wait()
        with _lock:
            if self in _open:
                _open.remove(self)
