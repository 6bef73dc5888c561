"""What the tests of the Python package share."""

import contextlib
import importlib.util
import os
import shutil
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PACKAGE = Path(importlib.util.find_spec("rooflens").origin).parent
SAMPLES = ROOT / "samples"
DEMO = SAMPLES / "demo.rlens"
TRAINING = SAMPLES / "training.rlens"


@contextlib.contextmanager
def variables(**changes):
    """Sets environment variables for the length of a block; None removes one."""
    before = dict(os.environ)
    for name, value in changes.items():
        os.environ.pop(name, None)
        if value is not None:
            os.environ[name] = str(value)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


class InScratchFolder(unittest.TestCase):
    """Each test has a folder of its own."""

    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def script(self, text):
        """An executable that stands for rooflens."""
        path = self.folder / "stand-in"
        path.write_text("#!/bin/sh\n" + text + "\n")
        path.chmod(0o755)
        return path

    def refused(self, function, *arguments, **options):
        """The RooflensError that a call raises."""
        import rooflens

        with self.assertRaises(rooflens.RooflensError) as caught:
            function(*arguments, **options)
        return caught.exception
