"""`with rooflens.profile()` that fails, is nested or is used once more: what it says, and what is left."""

import os
import re
import unittest

import rooflens
from blocks import PARTS, InProgram
from common import InScratchFolder, variables


@unittest.skipUnless(all(PARTS.values()), "there is no library for applications, or no CUPTI to stand in")
class FailingBlocks(InProgram):
    def left(self):
        return [path for path in self.folder.iterdir() if path.name.startswith("rooflens-")]

    def test_keeps_what_was_recorded_where_no_session_can_be_written(self):
        # The session's file is too large for what may be written, its spool is not.
        out, said = self.program("""
import resource
cuda.cuInit(0)
with rooflens.profile() as p:
    launch(7)
    resource.prlimit(p._process.pid, resource.RLIMIT_FSIZE, (4096, 4096))
try: p.session
except rooflens.RooflensError as error: print(error.remedy)
""")
        (folder,) = self.left()
        self.assertIn(f"`rooflens merge {folder}/profile.rlens.spool -o NEW.rlens`", out)
        self.assertNotIn("rooflens: ", out, "hints are joined")
        self.assertTrue(list(folder.glob("profile.rlens.spool/*.spool")))
        self.assertIn("RooflensWarning", said)

    def test_keeps_what_was_recorded_where_rooflens_is_killed(self):
        for output in ("", 'output="mine.rlens"'):
            out, _ = self.program(f"""
cuda.cuInit(0)
with rooflens.profile({output}) as p:
    launch(7)
    os.kill(p._process.pid, 9)
try: p.session
except rooflens.RooflensError as error: print(error)
""")
            self.assertIn("rooflens ended with signal 9", out)
            spool = re.search("`rooflens merge (.*) -o NEW.rlens`", out)[1]
            self.program("with rooflens.profile(): pass")
            self.assertTrue(os.listdir(spool), "kept, though its program has ended")

    def test_leaves_nothing_where_nothing_was_recorded(self):
        self.program("""
with rooflens.profile() as p:
    pass
with rooflens.profile(options=["--no-such-option"]) as p:
    pass
""")
        self.assertEqual(self.left(), [])

    def test_does_not_name_files_that_go_with_the_program(self):
        _, said = self.program("""
cuda.cuInit(0)
with rooflens.profile() as p:
    launch(7)
with rooflens.profile(output="mine.rlens") as p:
    launch(7)
""")
        self.assertIn("1 kernel, 7 launches", said)
        self.assertNotIn("profile.rlens", said)
        self.assertIn("recorded in " + str(self.folder / "mine.rlens"), said)

    def test_within_itself(self):
        out, said = self.program("""
cuda.cuInit(0)
p = rooflens.profile()
with p:
    with p:
        launch(3)
    launch(4)
print(launches(p))
""")
        self.assertEqual(out, "{'': 7}\n")
        self.assertIn("RooflensWarning: this is within another rooflens.profile()", said)

    def test_within_itself_in_a_forked_child(self):
        out, _ = self.program("""
cuda.cuInit(0)
p = rooflens.profile()
with p:
    launch(3)
    child = os.fork()
    if child == 0:
        with p:
            pass
    else:
        assert os.waitpid(child, 0)[1] == 0
        launch(4)
if child == 0: os._exit(0)
print(launches(p))
""")
        self.assertEqual(out, "{'': 7}\n")

    def test_once_more(self):
        out, _ = self.program("""
cuda.cuInit(0)
p = rooflens.profile()
with p:
    launch(3)
first = p.session
with p:
    launch(4)
print(launches(first), launches(p), first.path != p.path, os.path.exists(first.path))
with rooflens.profile():
    with p:
        launch(1)
try: p.kernels
except rooflens.RooflensError as error: print(error.message)
""")
        self.assertEqual(
            out,
            "{'': 3} {'': 4} True True\nthis is within another rooflens.profile(), so this one records nothing\n",
        )

    def test_in_another_thread(self):
        out, said = self.program("""
import threading
cuda.cuInit(0)
def other():
    with rooflens.profile(): pass
with rooflens.profile() as p:
    launch(3)
    thread = threading.Thread(target=other)
    thread.start()
    thread.join()
print(launches(p))
""")
        self.assertEqual(out, "{'': 3}\n")
        self.assertIn("another thread is within a rooflens.profile(), so this one records nothing", said)

    def test_once_more_into_the_same_file(self):
        out, said = self.program("""
cuda.cuInit(0)
p = rooflens.profile(output="mine.rlens")
with p:
    launch(3)
with p:
    launch(4)
try: p.kernels
except rooflens.RooflensError as error: print(error.message, "|", error.remedy)
p = rooflens.profile(output="mine.rlens", force=True)
with p:
    launch(5)
print(launches(p))
""")
        self.assertEqual(out, f"{self.folder}/mine.rlens exists already | force=True overwrites it\n{{'': 5}}\n")
        self.assertNotIn("--force", said)

    def test_a_folder_that_is_gone(self):
        out, said = self.program("""
os.mkdir("gone")
os.chdir("gone")
os.rmdir("../gone")
with rooflens.profile(output="mine.rlens") as p:
    print("runs")
print(repr(p))
""")
        self.assertIn("runs\n<rooflens profile: ", out)
        self.assertIn("RooflensWarning: the current directory is gone", said)


class Words(InScratchFolder):
    def failed(self):
        with variables(ROOFLENS="/nonexistent/rooflens"), self.assertWarns(rooflens.RooflensWarning):
            with rooflens.profile() as p:
                pass
        return p

    def test_notebooks_show_what_went_wrong(self):
        p = self.failed()
        why = "ROOFLENS names /nonexistent/rooflens, which does not exist"
        self.assertEqual(repr(p), f"<rooflens profile: {why} (unset it, or let it name the executable)>")
        self.assertIn(why, p._repr_html_())
        self.assertIn("the block has not ended yet", repr(rooflens.profile()))

    def test_has_what_a_session_has(self):
        p = self.failed()
        self.assertFalse(hasattr(p, "x"))
        self.assertFalse(hasattr(p, "_repr_svg_"))
        for name in ("kernels", "path", "data", "exit_code", "roofline"):
            self.refused(getattr, p, name)

    def test_options_are_a_list_of_words(self):
        for options in ("--no-sass", b"--no-sass", [5]):
            for wrong in (
                lambda: rooflens.profile(options=options),
                lambda: rooflens.profile(["true"], "a.rlens", options=options),
                lambda: rooflens.bench([1], options=options)(print),
            ):
                with self.assertRaisesRegex(TypeError, "options is a list of words, such as"):
                    wrong()

    def test_builtins_have_no_names_of_arguments(self):
        self.assertEqual(rooflens.bench([1, 2])(max).cases, [{"size": 1}, {"size": 2}])
        with self.assertRaisesRegex(TypeError, "5 is no function"):
            rooflens.bench([1, 2])(5)

    def test_sizes_are_no_columns(self):
        for name in ("kernel", "process", "scope", "precision", "parameters"):
            with self.assertRaisesRegex(TypeError, f"`{name}` is a column"):
                rooflens.bench({"n": [1], name: [2]})(print)


if __name__ == "__main__":
    unittest.main()
