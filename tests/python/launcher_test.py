"""`python -m rooflens`, and how the executable is found and started: what it is given, and what is said where it fails."""

import os
import pickle
import signal
import subprocess
import sys
import unittest

import rooflens
from common import DEMO, PACKAGE, InScratchFolder, variables


class Command(InScratchFolder):
    def start(self, *arguments, **environment):
        """Runs `python -m rooflens`; None removes a variable."""
        path = f"{self.folder / 'site'}:{PACKAGE.parent}"
        changes = {"PYTHONPATH": path, "ROOFLENS_CUPTI": None, "ROOFLENS_CUPTI_PATH": None, **environment}
        kept = {name: value for name, value in os.environ.items() if name not in changes}
        kept.update({name: str(value) for name, value in changes.items() if value is not None})
        command = [sys.executable, "-m", "rooflens", *arguments]
        return subprocess.run(command, env=kept, capture_output=True, text=True)

    def test_is_the_executable(self):
        stand_in = self.script("""printf '<%s>' "$@"; exit 7""")
        done = self.start("report", "a b", "", ROOFLENS=stand_in)
        self.assertEqual((done.stdout, done.returncode), ("<report><a b><>", 7))

    def test_applications_get_signals_and_locale_as_the_shell_set_them(self):
        stand_in = self.script("""grep SigIgn /proc/$$/status; echo "locale ${LC_CTYPE-unset}" """)
        plain = {"ROOFLENS": stand_in, "LC_ALL": None, "LANG": None}
        done = self.start(**plain, LC_CTYPE=None)
        ignored = int(done.stdout.split()[1], 16)
        for name in (signal.SIGPIPE, signal.SIGXFSZ):
            self.assertFalse(ignored & (1 << (name - 1)), done.stdout)
        self.assertIn("locale unset", done.stdout)
        self.assertIn("locale C.UTF-8", self.start(**plain, LC_CTYPE="C.UTF-8").stdout)

    def test_cupti_is_found_where_pip_puts_it(self):
        for folder in ("cu13", "cuda_cupti"):
            library = self.folder / "site" / "nvidia" / folder / "lib"
            library.mkdir(parents=True)
            (library / "libcupti.so.13").touch()
        (self.folder / "site" / "nvidia" / "cublas" / "lib").mkdir(parents=True)
        stand_in = self.script("""echo "${ROOFLENS_CUPTI-unset} ${ROOFLENS_CUPTI_PATH-unset}" """)
        folders = ":".join(f"{self.folder}/site/nvidia/{name}/lib" for name in ("cu13", "cuda_cupti"))
        self.assertEqual(self.start(ROOFLENS=stand_in).stdout, f"unset {folders}\n")
        self.assertEqual(self.start(ROOFLENS=stand_in, ROOFLENS_CUPTI="/mine").stdout, "/mine unset\n")
        self.assertEqual(self.start(ROOFLENS=stand_in, ROOFLENS_CUPTI_PATH="/mine").stdout, "unset /mine\n")

    def test_stores_are_of_the_package_duckdb(self):
        stand_in = self.script("""echo "${ROOFLENS_DUCKDB-unset}" """)
        if self.start("query", ROOFLENS=stand_in, ROOFLENS_DUCKDB=None).stdout == "unset\n":  # else it is installed here
            (self.folder / "site").mkdir()
            (self.folder / "site" / "duckdb.py").touch()
        for command, given, found in (
            ("query", None, sys.executable), ("export", None, sys.executable), ("export", "/mine", "/mine"), ("profile", None, "unset")
        ):  # fmt: skip
            self.assertEqual(self.start(command, ROOFLENS=stand_in, ROOFLENS_DUCKDB=given).stdout, found + "\n")

    def test_says_why_it_cannot_start(self):
        text = self.folder / "text"
        text.write_text("no program")
        for path, message in (("/nonexistent", "which does not exist"), (text, "which cannot be executed")):
            done = self.start("--version", ROOFLENS=path)
            self.assertEqual(done.returncode, 1)
            self.assertEqual(done.stderr.count("\n"), 2, done.stderr)
            self.assertIn(f"rooflens: error: ROOFLENS names {path}, {message}\nrooflens: hint: unset it", done.stderr)
        text.chmod(0o755)
        done = self.start("--version", ROOFLENS=text)
        self.assertIn(f"rooflens: error: {text} cannot be started: Exec format error\nrooflens: hint: ", done.stderr)

    def test_an_older_python_is_told_so(self):
        # Python 2.7 has no typing.
        for version in ((3, 8, 19), (2, 7, 18)):
            program = f"import sys; sys.version_info = {version}; sys.modules['typing'] = None; import rooflens"
            done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
            said = "ImportError: rooflens needs Python 3.9 or later; this is " + ".".join(map(str, version))
            self.assertEqual(done.stderr.splitlines()[-1], said)

    def test_the_sources_are_python_39(self):
        import ast

        for path in PACKAGE.glob("*.py"):
            ast.parse(path.read_text(encoding="utf-8"), str(path), feature_version=(3, 9))
        # Read before the version is looked at; Python 2.7 reads ASCII.
        ast.parse((PACKAGE / "__init__.py").read_text(encoding="ascii"), feature_version=(3, 4))


class Errors(InScratchFolder):
    def error_of(self, text):
        with variables(ROOFLENS=self.script(text)):
            return self.refused(rooflens.open, DEMO)

    def test_message_and_remedy_are_the_executables(self):
        error = self.error_of("echo 'rooflens: note: x\nrooflens: error: no\n  luck\nrooflens: hint: try\n  again' >&2; exit 4")
        self.assertEqual((error.message, error.remedy, error.exit_code), ("no\n  luck", "try\n  again", 4))
        copy = pickle.loads(pickle.dumps(error))
        self.assertEqual((copy.message, copy.remedy, copy.exit_code), (error.message, error.remedy, 4))

    def test_hints_are_joined_and_end_where_something_else_begins(self):
        said = "rooflens: error: no\nrooflens: hint: a\nrooflens: hint: b\nrooflens: note: c"
        error = self.error_of(f"echo '{said}' >&2; exit 1")
        self.assertEqual((error.message, error.remedy), ("no", "a; b"))

    def test_what_was_killed_says_so_in_spite_of_a_warning(self):
        error = self.error_of("echo 'rooflens: warning: no driver' >&2; kill -9 $$")
        self.assertEqual(error.message, "rooflens ended with signal 9: rooflens: warning: no driver")

    def test_the_warning_that_a_remedy_refers_to_is_told_too(self):
        said = "rooflens: warning: no driver\nrooflens: hint: install one\nrooflens: warning: no session\nrooflens: hint: "
        error = self.error_of(f"echo '{said}the warning before it began may be the reason' >&2; exit 1")
        self.assertEqual(error.remedy, "the warning before it began may be the reason: no driver")
        self.assertEqual(self.error_of(f"echo '{said}stop it' >&2; exit 1").remedy, "stop it")

    def test_the_version_is_the_executables(self):
        with variables(ROOFLENS=self.script("echo 'rooflens 7.8.9 (CUDA 13.0)'")):
            self.assertEqual(rooflens.__version__, "7.8.9")
        with variables(ROOFLENS="/nonexistent/rooflens"):
            self.assertFalse(hasattr(rooflens, "__version__"))
            self.assertFalse(hasattr(rooflens, "__versions__"))

    def test_an_executable_that_says_nothing(self):
        self.assertEqual(self.error_of("kill -9 $$").message, "rooflens ended with signal 9")
        self.assertEqual(self.error_of("echo lost >&2; exit 3").message, "rooflens ended with exit code 3: lost")

    def test_nothing_is_written_anywhere(self):
        # No home, no directory for temporary files, and no file may grow, as on a full disk.
        program = (
            "import resource, rooflens; resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)); "
            f"s = rooflens.open({str(DEMO)!r}); print(len(s.kernels), len(s._repr_html_()) > 9999)"
        )
        missing = {"HOME": "/nonexistent", "TMPDIR": "/nonexistent", "XDG_CACHE_HOME": "/nonexistent"}
        done = subprocess.run(
            [sys.executable, "-c", program], env={**os.environ, **missing}, capture_output=True, text=True
        )
        self.assertEqual((done.stdout, done.stderr), ("12 True\n", ""))


if __name__ == "__main__":
    unittest.main()
