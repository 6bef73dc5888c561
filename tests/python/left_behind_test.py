"""Folders of sessions without output that killed programs left behind: the next block removes them, and no others."""

import os
import subprocess
import tempfile
import time
import unittest
from unittest import mock

from blocks import PARTS, InProgram
from common import InScratchFolder
from rooflens import _temporary


class Folders(InScratchFolder):
    def make(self, name, users=None):
        folder = self.folder / name
        folder.mkdir()
        (folder / "profile.rlens").touch()
        if users is not None:
            os.symlink(users, folder / "users")
        return folder

    def test_only_those_whose_users_have_ended_are_removed(self):
        ended = subprocess.Popen(["true"])
        os.waitid(os.P_PID, ended.pid, os.WEXITED | os.WNOWAIT)
        self.assertEqual(_temporary.process(str(ended.pid)), "", "it waits for its parent")
        ended.wait()
        here, gone, lives = _temporary.machine(), f"{ended.pid}:1", _temporary.process(str(os.getpid()))
        boot, container = here.split()
        self.make("rooflens-gone", f"{here} {gone} {gone}")
        self.make("rooflens-number-of-another", f"{here} {os.getpid()}:1")
        kept = {
            "rooflens-lives": f"{here} {lives}",
            "rooflens-recorder-lives": f"{here} {gone} {lives}",
            "rooflens-other-host": f"{boot[::-1]} {container} {gone}",
            "rooflens-other-container": f"{boot} pid:[1] {gone}",
            "rooflens-unknown": None,
            "rooflens-nonsense": "x",
            "others-gone": f"{here} {gone}",
        }
        for name, users in kept.items():
            self.make(name, users)
        os.symlink(self.folder / "others-gone", self.folder / "rooflens-link")
        expected = {*kept, "rooflens-link"}
        if os.getuid() == 0:
            os.chown(self.make("rooflens-other-user", f"{here} {gone}"), 12345, -1)
            expected.add("rooflens-other-user")
        with mock.patch.object(tempfile, "tempdir", str(self.folder)):
            _temporary.remove_left()
        self.assertEqual({path.name for path in self.folder.iterdir()}, expected)
        self.assertTrue((self.folder / "others-gone" / "profile.rlens").exists())

    def test_marked_by_its_users(self):
        folder = self.make("rooflens-a")
        _temporary.mark(str(folder), os.getpid(), os.getppid())
        users = os.readlink(folder / "users").split()[2:]
        self.assertEqual([user.split(":")[0] for user in users], [str(os.getpid()), str(os.getppid())])

    def test_nowhere_to_look(self):
        with mock.patch.object(tempfile, "tempdir", "/nonexistent"):
            _temporary.remove_left()


@unittest.skipUnless(all(PARTS.values()), "there is no library for applications, or no CUPTI to stand in")
class Killed(InProgram):
    def left(self):
        return [path for path in self.folder.iterdir() if path.name.startswith("rooflens-")]

    def test_the_next_block_removes_it(self):
        for killed in ("within", "behind"):
            self.program(f"""
cuda.cuInit(0)
if os.fork() == 0:
    with rooflens.profile() as p:
        launch(4)
        if {killed == "within"}: os.kill(os.getpid(), 9)
    os.kill(os.getpid(), 9)
os.wait()
""")
            self.assertEqual(len(self.left()), 1)
            deadline = time.monotonic() + 20  # what records may still write
            while self.left() and time.monotonic() < deadline:
                self.program("with rooflens.profile(): pass")
            self.assertEqual(self.left(), [])

    def test_not_one_in_use(self):
        out, _ = self.program("""
import subprocess
cuda.cuInit(0)
other = "import rooflens\\nwith rooflens.profile(): pass"
with rooflens.profile() as p:
    launch(4)
    subprocess.run([sys.executable, "-c", other], stderr=subprocess.DEVNULL)
subprocess.run([sys.executable, "-c", other], stderr=subprocess.DEVNULL)
print(launches(p), os.path.exists(p.path))
""")
        self.assertEqual(out, "{'': 4} True\n")


if __name__ == "__main__":
    unittest.main()
