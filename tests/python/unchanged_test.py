"""A program finds the flags, the path, the modules and the variables that it finds without rooflens."""

import json
import os
import subprocess
import sys
import unittest

from blocks import PARTS, InProgram
from common import PACKAGE

# docs/environment.md
NEEDED = {"CUDA_INJECTION64_PATH", "ROOFLENS_PROFILE"}
ALLOWED = {*NEEDED, "NVTX_INJECTION64_PATH", "ROOFLENS_CUPTI_PATH"}

BEGIN = f"""
import ctypes, json, os, sys
sys.path.insert(0, {str(PACKAGE.parent)!r})
cuda = ctypes.CDLL({PARTS["ROOFLENS_FAKE_DRIVER"]!r}, mode=ctypes.RTLD_GLOBAL)
states = []
def see():
    names = ("dont_write_bytecode", "executable", "argv", "prefix")
    state = dict(flags=repr(sys.flags), path=list(sys.path), modules=sorted(sys.modules), environ=dict(os.environ))
    states.append(dict(state, **{{name: getattr(sys, name) for name in names}}))
def work():
    cuda.cuInit(0)
    ctypes.CDLL({PARTS["ROOFLENS_TALKING_CUPTI"]!r}).talking_cupti_launch()
    see()
"""
PLAIN = "work(); print(json.dumps(states))"
BLOCK = """
see()
import rooflens
with rooflens.profile() as p:
    work()
see()
print(json.dumps(states))
sys.exit(len(p.session.kernel_rows()) != 1)
"""


@unittest.skipUnless(all(PARTS.values()), "there is no library for applications, or no CUPTI to stand in")
class Unchanged(InProgram):
    def states(self, command, text, **changes):
        (self.folder / "x.py").write_text(BEGIN + text)
        done = subprocess.run(
            [*command, "x.py"], env=self.environment(**changes), cwd=self.folder, capture_output=True, text=True, timeout=60
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def same(self, plain, state, changed=()):
        for name in set(plain) - set(changed):
            self.assertEqual(state[name], plain[name], name)

    def same_but_for_needed_variables(self, plain, state, changed=()):
        self.same(plain, state, {"environ", *changed})
        self.assertLessEqual(NEEDED, set(state["environ"]))
        self.assertEqual({name: value for name, value in state["environ"].items() if name not in ALLOWED}, plain["environ"])

    def check(self, *python, **changes):
        (plain,) = self.states(python, PLAIN, **changes)
        command = [sys.executable, "-m", "rooflens", "profile", "-o", f"{self.folder}/a.rlens", "--", *python]
        (profiled,) = self.states(command, PLAIN, **changes)
        self.assertTrue((self.folder / "a.rlens").exists())
        self.same_but_for_needed_variables(plain, profiled)

        before, inside, after = self.states(python, BLOCK, **changes)
        self.same(plain, before)
        self.same_but_for_needed_variables(plain, inside, {"modules"})
        self.same(plain, after, {"modules"})
        added = {name.partition(".")[0] for name in {*after["modules"]} - {*plain["modules"]}}
        self.assertLessEqual({*plain["modules"]}, {*after["modules"]})
        if hasattr(sys, "stdlib_module_names"):  # from Python 3.10 on
            self.assertEqual(added - sys.stdlib_module_names, {"rooflens"})
        return plain

    def test_as_it_is(self):
        self.check(sys.executable)

    def test_isolated(self):
        plain = self.check(sys.executable, "-I", PYTHONPATH=f"{self.folder}:{PACKAGE.parent}")
        self.assertIn("isolated=1", plain["flags"])
        self.assertNotIn(str(self.folder), plain["path"])

    def test_optimized_in_utf_8_mode(self):
        self.assertIn("optimize=2", self.check(sys.executable, "-OO", "-X", "utf8", "-u")["flags"])

    def test_in_an_environment(self):
        folder = self.folder / "an environment"
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
        self.assertEqual(self.check(folder / "bin" / "python")["prefix"], str(folder))

    def test_with_a_sitecustomize(self):
        site = self.folder / "site"
        site.mkdir()
        (site / "sitecustomize.py").write_text("import os, sys; os.environ['MINE'] = '1'; sys.path.append('/mine')")
        plain = self.check(sys.executable, PYTHONPATH=f"{site}:{PACKAGE.parent}")
        self.assertEqual((plain["environ"]["MINE"], plain["path"][-1]), ("1", "/mine"))
        self.assertIn("sitecustomize", plain["modules"])


if __name__ == "__main__":
    unittest.main()
