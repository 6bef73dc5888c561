"""What the comparisons share: finding the programs, running them, reading sessions and ncu's CSV, printing tables."""

import csv
import io
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import time


def rooflens():
    """Path of the executable: $ROOFLENS, or the newest one that `./run build` made."""
    path = os.environ.get("ROOFLENS")
    if path is None:
        here = os.path.dirname(os.path.abspath(__file__))
        path = os.path.join(here, "..", "..", "build", "dev", "bin", "rooflens")
    if not os.access(path, os.X_OK):
        sys.exit(f"there is no executable at {path}: run `./run build`, or set ROOFLENS")
    return path


def ncu():
    path = shutil.which("ncu")
    if path is None:
        sys.exit("ncu is not on PATH: this comparison needs Nsight Compute")
    return path


WRONG_RESULT = 3  # exit code of `rooflens run` that recorded everything, of which not all was right


def timed(command, allowed=(0,)):
    """Runs a command; returns (wall seconds, standard output). An exit code that is not allowed ends the program; what
    came with one that is allowed and not 0 is passed on."""
    began = time.perf_counter()
    result = subprocess.run(command, capture_output=True, text=True)
    seconds = time.perf_counter() - began
    if result.returncode in allowed and result.returncode != 0:
        print(result.stderr, file=sys.stderr)
    if result.returncode not in allowed:
        sys.exit(f"{' '.join(command)}\nexit code {result.returncode}\n{result.stdout[-3000:]}\n{result.stderr[-3000:]}")
    return seconds, result.stdout


def counters(session):
    """Counter values of a session: {kernel name: {counter: value}}; kernels of one name are numbered '#2', '#3'."""
    with sqlite3.connect(f"file:{session}?mode=ro", uri=True) as database:
        rows = database.execute(
            "SELECT kernel.id, kernel.name, counter.name, counter.value FROM kernel JOIN counter ON counter.kernel_id = kernel.id"
        ).fetchall()
    names, values = {}, {}
    for identity, name, counter, value in rows:
        if identity not in names:
            count = sum(1 for other in names.values() if other.split("#")[0] == name)
            names[identity] = name if count == 0 else f"{name}#{count + 1}"
        values.setdefault(names[identity], {})[counter] = value
    return values


def functions(session):
    """Base names of the kernel functions that a session's kernels launched: {kernel name: function}."""
    with sqlite3.connect(f"file:{session}?mode=ro", uri=True) as database:
        rows = database.execute(
            "SELECT kernel.name, launch.function FROM kernel JOIN launch ON launch.kernel_id = kernel.id"
        ).fetchall()
    return {name: function.split("(")[0].split("<")[0].split("::")[-1] for name, function in rows}


def machines_of(session):
    """The machines of a session's JSON report."""
    return json.loads(timed([rooflens(), "report", session, "--format", "json"])[1])["gpus"]


def machine_of(session):
    """The first machine of a session's JSON report."""
    return machines_of(session)[0]


def find_kernel(kernels, name, parameters):
    """The first verified and timed kernel of a JSON report with this name and at least these parameters, or None."""
    return next((k for k in kernels if k["name"] == name and is_good(k) and
                 all(k["parameters"].get(p) == value for p, value in parameters.items())), None)


def is_good(kernel):
    return kernel["verification"]["status"] == "verified" and "time" in kernel


def ncu_table(text):
    """ncu's --csv output, whatever the page, as a list of {column: text}."""
    lines = text.splitlines()
    start = next((i for i, line in enumerate(lines) if line.startswith('"ID"')), None)
    if start is None:
        sys.exit("ncu printed no table:\n" + text[-3000:])
    lines = [line for line in lines[start:] if not line.startswith("==")]
    return list(csv.DictReader(io.StringIO("\n".join(lines))))


def ncu_rows(text):
    """ncu's --csv --page raw output as a list of {column: text}, without the row of units."""
    return ncu_table(text)[1:]


def number(text):
    return float(text.replace(",", ""))


def table(header, rows):
    """Prints a table with right-aligned columns after the first."""
    widths = [max(len(str(row[i])) for row in [header, *rows]) for i in range(len(header))]
    for row in [header, ["-" * w for w in widths], *rows]:
        cells = [str(row[0]).ljust(widths[0])] + [str(c).rjust(w) for c, w in zip(row[1:], widths[1:])]
        print("  ".join(cells).rstrip())
