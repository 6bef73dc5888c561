"""`rooflens.profile`, on an application that writes what the injected library would write (tests/cli)."""

import contextlib
import io
import os
import signal
import subprocess
import sys
import time
import unittest

import rooflens
from common import InScratchFolder, variables

APPLICATION = os.environ.get("ROOFLENS_FAKE_APPLICATION")


@unittest.skipUnless(APPLICATION, "ROOFLENS_FAKE_APPLICATION names no application")
class Profile(InScratchFolder):
    def setUp(self):
        super().setUp()
        self.output = self.folder / "a.rlens"
        # The application takes the place of the library too: the launcher wants one.
        context = variables(ROOFLENS_INJECT=APPLICATION, CUDA_INJECTION64_PATH=None, ROOFLENS_PROFILE=None)
        context.__enter__()
        self.addCleanup(context.__exit__, None, None, None)

    def profile(self, *command, **options):
        """The session, and what was shown on stderr."""
        with contextlib.redirect_stderr(io.StringIO()) as shown:
            session = rooflens.profile(command, self.output, **options)
        return session, shown.getvalue()

    def quietly_refused(self, *arguments, **options):
        with contextlib.redirect_stderr(io.StringIO()):
            return self.refused(rooflens.profile, *arguments, **options)

    def test_opens_what_was_recorded(self):
        session, shown = self.profile(APPLICATION, "normal")
        self.assertEqual(repr(session), "<rooflens session a.rlens: 2 kernels on NVIDIA H200>")
        self.assertEqual(session.exit_code, 0)
        self.assertEqual(session.path, str(self.output))
        self.assertIn("rooflens: 2 kernels, 20 launches, 8 of them counted", shown)
        self.assertIsNone(rooflens.open(self.output).exit_code)

    def test_a_command_that_fails_has_a_session_too(self):
        session, _ = self.profile("sh", "-c", f"{APPLICATION} normal; echo 'oh no' >&2; exit 5")
        self.assertEqual(session.exit_code, 5)

    def test_passes_options_on(self):
        session, _ = self.profile(APPLICATION, "normal", options=["--no-counters"])
        self.assertIn(" --no-counters ", session.data["provenance"]["command"])

    def test_overwrites_only_if_asked_to(self):
        self.profile(APPLICATION, "normal")
        before = self.output.read_bytes()
        error = self.quietly_refused([APPLICATION, "short"], self.output)
        self.assertEqual((error.message, error.remedy), (f"{self.output} exists already", "force=True overwrites it"))
        self.assertEqual(self.output.read_bytes(), before)
        session, _ = self.profile(APPLICATION, "short", force=True)
        self.assertEqual(session.data["gpus"][0]["kernels"][0]["launches_made"], 1)

    def test_refuses_what_records_nothing(self):
        error = self.quietly_refused(["true"], self.output)
        self.assertIn("no session was written", error.message)
        self.assertIn("there is no program `nosuch`", self.quietly_refused(["nosuch"], self.output).message)
        self.assertIn("there is no directory", self.quietly_refused(["true"], "/nonexistent/a.rlens").message)
        with self.assertRaisesRegex(TypeError, "a list of words"):
            rooflens.profile("python3 serve.py", self.output)

    def test_refuses_to_profile_inside_a_profile(self):
        with variables(ROOFLENS_PROFILE="x", CUDA_INJECTION64_PATH="/x"):
            error = self.quietly_refused([APPLICATION, "normal"], self.output)
        self.assertEqual(error.message, "this already runs under `rooflens profile`")

    def test_does_not_wait_for_what_the_command_left_behind(self):
        began = time.monotonic()
        session, _ = self.profile("sh", "-c", f"{APPLICATION} normal; sleep 20 & echo $! >{self.folder}/sleeper")
        self.assertLess(time.monotonic() - began, 10)
        self.assertEqual(session.exit_code, 0)
        os.kill(int((self.folder / "sleeper").read_text()), signal.SIGKILL)

    def test_an_interrupt_keeps_what_was_recorded(self):
        ready = self.folder / "ready"
        command = ["sh", "-c", f"{APPLICATION} normal; : >{ready}; exec sleep 20"]
        program = f"import rooflens; rooflens.profile({command!r}, {str(self.output)!r})"
        process = subprocess.Popen([sys.executable, "-c", program], stderr=subprocess.PIPE, start_new_session=True)
        deadline = time.monotonic() + 20
        while not ready.exists() and time.monotonic() < deadline:
            time.sleep(0.02)
        os.killpg(process.pid, signal.SIGINT)
        said = process.communicate(timeout=20)[1].decode()
        self.assertIn("KeyboardInterrupt", said)
        self.assertEqual(len(rooflens.open(self.output).kernels), 2)


if __name__ == "__main__":
    unittest.main()
