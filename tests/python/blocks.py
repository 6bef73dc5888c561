"""What the tests of blocks share: programs in which the whole library works, with a driver and a CUPTI that have no GPU behind
them. Each is a process of its own, since a process initialises CUDA once."""

import os
import subprocess
import sys

from common import PACKAGE, InScratchFolder

PARTS = {name: os.environ.get(name) for name in ("ROOFLENS_TALKING_CUPTI", "ROOFLENS_FAKE_DRIVER", "ROOFLENS_INJECT")}
if (PACKAGE / "lib" / "librooflens_inject.so").exists():  # of a wheel
    PARTS["ROOFLENS_INJECT"] = "in the package"

PROGRAM = """
import ctypes, os, sys, warnings
import rooflens
warnings.simplefilter("always")
cuda = ctypes.CDLL(os.environ["ROOFLENS_FAKE_DRIVER"], mode=ctypes.RTLD_GLOBAL)
def launch(times=1):
    cupti = ctypes.CDLL(os.environ["ROOFLENS_TALKING_CUPTI"])
    for _ in range(times): cupti.talking_cupti_launch()
def launches(s): return {k.parameters: k.launches_made for k in s.kernel_rows()}
"""


class InProgram(InScratchFolder):
    def environment(self, **changes):
        """As nobody profiles it yet."""
        kept = {name: value for name, value in os.environ.items() if "INJECTION64" not in name and name != "ROOFLENS_PROFILE"}
        kept.update(ROOFLENS_CUPTI=PARTS["ROOFLENS_TALKING_CUPTI"], TMPDIR=str(self.folder), HOME="/nonexistent")
        return {**kept, **{name: str(value) for name, value in changes.items()}}

    def program(self, text, begin=PROGRAM, shell='exec "$@"', **changes):
        """What a program printed, and what it said on stderr. It has to end with 0."""
        command = ["sh", "-c", shell, "sh", sys.executable, "-c", begin + text]
        done = subprocess.run(
            command, env=self.environment(**changes), cwd=self.folder, capture_output=True, text=True, timeout=60
        )
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout, done.stderr
