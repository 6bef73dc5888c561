"""Nothing that goes wrong with rooflens reaches the program: no stderr, warnings that are errors, answers that nobody expects, no
home, full disks."""

import os
import signal
import subprocess
import sys
import unittest

import rooflens
from blocks import PARTS, InProgram
from common import InScratchFolder, variables

APPLICATION = os.environ.get("ROOFLENS_FAKE_APPLICATION")
FAILS = 'options=["--no-such-option"]'


@unittest.skipUnless(all(PARTS.values()), "there is no library for applications, or no CUPTI to stand in")
class Programs(InProgram):
    BLOCKS = f"""
cuda.cuInit(0)
with rooflens.profile() as p:
    launch(7)
with rooflens.profile({FAILS}) as q:
    print("runs")
print(launches(p), repr(q)[:40])
"""
    RESULT = "runs\n{'': 7} <rooflens profile: profile has no option\n"

    def test_stderr_is_closed(self):
        out, _ = self.program("assert sys.stderr is None\n" + self.BLOCKS, shell='exec "$@" 2>&-')
        self.assertEqual(out, self.RESULT)

    def test_stderr_fails(self):
        for failing in ("sys.stderr.close()", "sys.stderr = open('/dev/full', 'w')", "sys.stderr = object()"):
            out, _ = self.program(f"{failing}\n{self.BLOCKS}\nsys.stderr = None  # which Python flushes at its end")
            self.assertEqual(out, self.RESULT, failing)

    def test_warnings_are_errors(self):
        out, said = self.program(f"""
warnings.simplefilter("error")
import rooflens._block
rooflens._block.GPU_S = 0.2
{self.BLOCKS}
with rooflens.profile() as p:
    launch(2)
    ctypes.c_int.in_dll(cuda, "fake_driver_busy_ms").value = 3000
print(launches(p))
try: q.session
except rooflens.RooflensError: print("session raises")
ctypes.c_int.in_dll(cuda, "fake_driver_busy_ms").value = 0
try: rooflens.bench([1], {FAILS})(print).run()
except rooflens.RooflensError: print("bench raises")
""")
        self.assertEqual(out, self.RESULT + "{'': 2}\nsession raises\nbench raises\n")
        self.assertIn("rooflens: warning: profile has no option --no-such-option (", said)
        self.assertIn("rooflens: warning: the GPU was still busy", said)
        self.assertNotIn("Traceback", said)

    def test_torch_and_pandas_are_absent(self):
        out, _ = self.program('sys.modules["torch"] = sys.modules["pandas"] = None\n' + self.BLOCKS)
        self.assertEqual(out, self.RESULT)

    def test_a_bench_whose_function_does_not_use_cuda(self):
        out, _ = self.program("""
import rooflens
for l2 in ("cold", "warm"):
    try: rooflens.bench([1, 2], l2=l2)(lambda n: lambda: None).run()
    except rooflens.RooflensError as error: print(error.message, "|", error.remedy)
""", begin="")
        cold, warm = out.splitlines()
        self.assertEqual(
            cold,
            'the L2 cannot be emptied: the CUDA driver is not loaded | the function has to use CUDA; or choose l2="warm"',
        )
        self.assertIn("this process did not use the CUDA driver", warm)

    def test_home_cannot_be_written(self):
        for home in ("/proc/1", "/dev/null/x"):
            for cache in ({}, {"XDG_CACHE_HOME": home}):
                out, said = self.program(self.BLOCKS, HOME=home, **cache)
                self.assertEqual(out, self.RESULT)
                self.assertNotIn(home, said)

    def test_no_temporary_file_can_grow(self):
        # As on a full disk: before Python chose a folder for temporary files, which it tries out, and after that.
        for chosen, why in (
            ("", "RooflensWarning: there is nowhere to write a session: [Errno 2] No usable temporary directory"),
            ("tempfile.gettempdir()", "rooflens: warning: the disk was full, or did not answer, while process"),
        ):
            out, said = self.program(f"""
import resource, tempfile
cuda.cuInit(0)
{chosen}
resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
with rooflens.profile() as p:
    launch(7)
    print("runs")
try: p.session
except rooflens.RooflensError: print("session raises")
""")
            self.assertEqual(out, "runs\nsession raises\n")
            self.assertIn(why, said)

    def test_an_output_that_is_no_file(self):
        out, said = self.program("""
for output in ("/dev/full", "/dev/full/a.rlens"):
    with rooflens.profile(output=output, force=True):
        print("runs")
""", TMPDIR="/dev/full")
        self.assertEqual(out, "runs\nruns\n")
        self.assertIn("RooflensWarning: /dev/full is not a regular file", said)
        self.assertIn("RooflensWarning: there is no directory /dev/full", said)


class Answers(InScratchFolder):
    """Of an executable that is not what it should be."""

    READY = """{"session": "'$PWD'/a.rlens", "variables": {"CUDA_INJECTION64_PATH": "/x"}}"""

    def block(self, text):
        before = dict(os.environ)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(self.folder)
        with variables(ROOFLENS=self.script(text)), self.assertWarns(rooflens.RooflensWarning) as caught:
            inside = dict(os.environ)
            with rooflens.profile(output="a.rlens") as p:
                pass
            self.assertEqual(dict(os.environ), inside)
        self.assertEqual(dict(os.environ), before)
        self.assertEqual(caught.filename, __file__)
        return str(self.refused(lambda: p.session))

    def test_at_the_beginning(self):
        self.assertEqual(self.block("echo '{}'"), "the block cannot be recorded: KeyError: 'session'")
        self.assertIn("the block cannot be recorded: TypeError: ", self.block("echo '[1]'"))
        self.assertIn("the block cannot be recorded: JSONDecodeError: ", self.block("echo ready"))

    def test_at_the_end(self):
        said = self.block(f"if [ $1 = report ]; then echo '[]'; exit; fi; echo '{self.READY}'; read end; : >a.rlens")
        self.assertEqual(said, "the block cannot be recorded: AttributeError: 'list' object has no attribute 'get'")

    def test_an_interrupt_passes(self):
        self.addCleanup(signal.signal, signal.SIGUSR1, signal.signal(signal.SIGUSR1, signal.default_int_handler))
        with variables(ROOFLENS=self.script("kill -USR1 $PPID; exec sleep 20"), TMPDIR=self.folder):
            with self.assertRaises(KeyboardInterrupt), rooflens.profile():
                self.fail("not reached")
        self.assertEqual(rooflens._block._open, [])


class Commands(InScratchFolder):
    def closed(self, *arguments, **changes):
        """What is printed where stderr is closed, and the exit code."""
        command = ["sh", "-c", 'exec "$@" 2>&-', "sh", sys.executable, *arguments]
        done = subprocess.run(command, env={**os.environ, **changes}, cwd=self.folder, stdout=subprocess.PIPE, text=True)
        return done.stdout, done.returncode

    @unittest.skipUnless(APPLICATION, "ROOFLENS_FAKE_APPLICATION names no application")
    def test_stderr_is_closed(self):
        program = f"import rooflens; print(rooflens.profile([{APPLICATION!r}, 'normal'], 'a.rlens'))"
        shown = self.closed("-c", program, ROOFLENS_INJECT=APPLICATION)
        self.assertEqual(shown, ("<rooflens session a.rlens: 2 kernels on NVIDIA H200>\n", 0))

    def test_errors_do_not_go_into_the_output_instead(self):
        self.assertEqual(self.closed("-m", "rooflens", "export", ROOFLENS="/nonexistent"), ("", 1))


if __name__ == "__main__":
    unittest.main()
