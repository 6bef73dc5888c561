"""`with rooflens.profile()` and `@rooflens.bench` in a program that uses the GPU."""

import unittest
from pathlib import Path

from blocks import PARTS, InProgram


@unittest.skipUnless(all(PARTS.values()), "there is no library for applications, or no CUPTI to stand in")
class Blocks(InProgram):
    def test_before_cuda_is_initialized(self):
        out, _ = self.program("""
with rooflens.profile(output="a.rlens") as p:
    cuda.cuInit(0)
    launch(7)
launch(3)
print(launches(p), p.session.data["gpus"][0]["kernels"][0]["name"], "CUDA_INJECTION64_PATH" in os.environ)
""")
        self.assertEqual(out, "{'': 7} kernel False\n")
        self.assertFalse(Path(self.folder, "a.rlens.spool").exists())

    def test_of_a_rank_is_a_session_of_its_own(self):
        out, _ = self.program("""
cuda.cuInit(0)
for options in ({"output": "a.rlens"}, {}):
    with rooflens.profile(**options) as p:
        launch(7)
    print(launches(p), os.path.basename(p.path))
""", RANK=1, WORLD_SIZE=2)
        self.assertEqual(out, "{'': 7} a.rank1.rlens\n{'': 7} profile.rank1.rlens\n")

    def test_after_torch_profiler_says_why_nothing_was_recorded(self):
        # PyTorch's calls of CUPTI are bound when it is loaded, so that only CUPTI's refusal tells that they were made.
        out, _ = self.program("""
cuda.cuInit(0)
taken = ctypes.c_bool.in_dll(ctypes.CDLL(os.environ["ROOFLENS_TALKING_CUPTI"]), "talking_cupti_is_taken")
taken.value = True
with rooflens.profile() as p:
    launch(7)
try: p.session
except rooflens.RooflensError as error: print(error)
taken.value = False
with rooflens.profile() as q:
    launch(2)
print(launches(q))
""")
        self.assertIn("no session was written: CUPTI does not let rooflens listen: ", out)
        self.assertIn("torch.profiler stays in one that used it: profile a process without it)\n{'': 2}\n", out)

    def test_after_it_and_once_more(self):
        out, _ = self.program("""
cuda.cuInit(0)
with rooflens.profile() as p:
    launch(7)
launch(3)
with rooflens.profile() as q:
    launch(2)
print(launches(p), launches(q), [d.name for d in (rooflens._table.row(rooflens.Device, g["device"], gpu=0) for g in q.data["gpus"])])
folder = os.path.dirname(q.path)
assert os.path.exists(folder) and folder.startswith(os.environ["TMPDIR"])
import shutil
""")
        self.assertEqual(out, "{'': 7} {'': 2} ['NVIDIA H200']\n")
        self.assertEqual(list(self.folder.iterdir()), [], "temporary sessions go with the program")

    def test_nothing_launched_is_a_warning(self):
        out, said = self.program("""
with rooflens.profile() as p:
    pass
try:
    p.kernels
except rooflens.RooflensError as error:
    print("later:", error.message)
""")
        self.assertIn("later: no session was written: no CUDA context was created: this process did not use the CUDA driver", out)
        self.assertIn("RooflensWarning: no session was written", said)

    def test_two_nested(self):
        out, said = self.program("""
cuda.cuInit(0)
with rooflens.profile() as p:
    launch()
    with rooflens.profile() as q:
        launch()
    launch()
print(launches(p))
""")
        self.assertEqual(out, "{'': 3}\n")
        self.assertIn("RooflensWarning: this is within another rooflens.profile(), so this one records nothing", said)

    def test_within_rooflens_profile(self):
        out, said = self.program("""
with rooflens.profile() as p:
    print("runs")
""", CUDA_INJECTION64_PATH="/x/librooflens_inject.so", ROOFLENS_PROFILE="{}")
        self.assertEqual(out, "runs\n")
        self.assertIn("RooflensWarning: this already runs under `rooflens profile`", said)

    def test_forked_workers_leave_it_alone(self):
        out, said = self.program("""
cuda.cuInit(0)
with rooflens.profile() as p:
    launch(2)
    child = os.fork()
    if child == 0:
        launch(5)
        with rooflens.profile() as q:
            pass
        sys.exit(0)
    assert os.waitpid(child, 0)[1] == 0
    launch(2)
print(launches(p), os.path.exists(p.path))
""")
        self.assertEqual(out, "{'': 4} True\n")
        self.assertIn("this process was forked within another rooflens.profile()", said)

    def test_workers_that_outlive_the_block(self):
        out, _ = self.program("""
import time
cuda.cuInit(0)
with rooflens.profile(output="a.rlens") as p:
    launch(2)
    if os.fork() == 0:
        time.sleep(2)
        os._exit(0)
print(launches(p))
""")
        self.assertEqual(out, "{'': 2}\n")

    def test_a_notebook_restarted_in_the_middle(self):
        self.program("""
cuda.cuInit(0)
if os.fork() == 0:
    with rooflens.profile(output="a.rlens") as p:
        launch(4)
        import time; time.sleep(1.5)
        os.kill(os.getpid(), 9)
os.wait()
import time
for _ in range(100):
    if os.path.exists("a.rlens") and not os.path.exists("a.rlens.spool"): break
    time.sleep(0.1)
assert sum(launches(rooflens.open("a.rlens")).values()) == 4
""")

    def test_nowhere_to_write(self):
        out, said = self.program("""
with rooflens.profile() as p:
    print("runs")
""", TMPDIR="/nonexistent", TEMP="/nonexistent", TMP="/nonexistent", ROOFLENS="/nonexistent/rooflens")
        self.assertEqual(out, "runs\n")
        self.assertIn("RooflensWarning: ROOFLENS names /nonexistent/rooflens, which does not exist", said)

    def test_a_full_or_missing_disk(self):
        out, said = self.program("""
import tempfile
def full(**_): raise OSError(28, "No space left on device")
tempfile.mkdtemp = full
with rooflens.profile() as p:
    print("runs")
with rooflens.profile(output="/proc/a.rlens") as p:
    print("runs")
""")
        self.assertEqual(out, "runs\nruns\n")
        self.assertIn("RooflensWarning: there is nowhere to write a session: [Errno 28] No space left on device", said)
        self.assertIn("/proc/a.rlens", said)

    def test_a_session_that_exists(self):
        out, said = self.program("""
open("a.rlens", "w").close()
with rooflens.profile(output="a.rlens") as p:
    print("runs")
print(os.path.getsize("a.rlens"))
""")
        self.assertEqual(out, "runs\n0\n")
        self.assertIn("a.rlens", said)

    def test_a_gpu_that_does_not_end(self):
        out, said = self.program("""
import rooflens._block
rooflens._block.GPU_S = 0.2
cuda.cuInit(0)
with rooflens.profile() as p:
    launch(2)
    ctypes.c_int.in_dll(cuda, "fake_driver_busy_ms").value = 3000
print(launches(p))
""")
        self.assertEqual(out, "{'': 2}\n")
        self.assertRegex(said, r"<string>:\d+: RooflensWarning: the GPU was still busy")

    def test_exceptions_pass(self):
        out, _ = self.program("""
cuda.cuInit(0)
try:
    with rooflens.profile(output="a.rlens") as p:
        launch(2)
        raise KeyError("mine")
except KeyError as error:
    print(error, launches(p))
""")
        self.assertEqual(out, "'mine' {'': 2}\n")

    def test_a_bench_has_a_row_for_each_size(self):
        out, _ = self.program("""
import sys
sys.modules["pandas"] = None
cuda.cuInit(0)
@rooflens.bench({"n": [1024, 4096], "kind": ["a", "b"]}, warmup=2, repetitions=5)
def scale(n, kind):
    launch()
    return launch
for row in scale.run(): print(row.parameters, row.kernel, row.launches_made)
print(sum(k.launches_made for k in scale.session.kernel_rows()), ctypes.c_int.in_dll(cuda, "fake_driver_launches").value)
""")
        names = "".join(f"n={n};kind={kind} kernel 5\n" for n in (1024, 4096) for kind in "ab")
        self.assertEqual(out, names + f"{4 * 5 + 4 * 3} {4 * 5}\n", "each size five times, with its L2 emptied before each")

    def test_a_bench_that_cannot_record_raises(self):
        out, _ = self.program("""
@rooflens.bench([1, 2])
def f(n):
    raise AssertionError("not reached")
try:
    f.run()
except rooflens.RooflensError as error:
    print(error.message)
""", CUDA_INJECTION64_PATH="/x/librooflens_inject.so", ROOFLENS_PROFILE="{}")
        self.assertEqual(out, "this already runs under `rooflens profile`\n")


if __name__ == "__main__":
    unittest.main()
