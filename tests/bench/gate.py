#!/usr/bin/env python3
"""Does the gate keep quiet when nothing changed, and does it see a slowdown of 7 %?

usage: ROOFLENS=path gate.py [SESSIONS-FOLDER]

Records PROCESSES sessions (24), each in a process of its own, of kernels from 5 us to 10 ms. Then, 60 times, holds three
of them against three others at a limit of 5 %: every failure is a false alarm. Then, 20 times for each kernel, the same
with the times of that kernel in the three new ones multiplied by 1.07 in the files: every pass is a miss. With a
folder, sessions are kept there and those that it holds already are used.
"""

import json
import os
import random
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile

from common import rooflens, table, timed

PROCESSES = int(os.environ.get("PROCESSES", "24"))
SETS = {
    "streams": ["vector_add/float4", "reduction/grid-stride", "--set", "n=2097152,16777216,134217728"],
    "compute": ["gemm/tiled", "gemm/naive", "precision/fma-fp32"],
}
QUIET, PLANTED, SLOWER = 60, 20, 1.07


def record(folder):
    sessions = {name: [] for name in SETS}
    for i in range(PROCESSES):
        for name, options in SETS.items():
            path = os.path.join(folder, f"{name}{i}.rlens")
            if not os.path.exists(path):
                timed([rooflens(), "run", *options, "--no-counters", "--format", "none", "-o", path])
            sessions[name].append(path)
    return sessions


def kernels_of(session):
    """Of each kernel: (row, name with its size, median seconds)."""
    with sqlite3.connect(f"file:{session}?mode=ro", uri=True) as database:
        rows = database.execute("SELECT id, name FROM kernel ORDER BY id").fetchall()
        result = []
        for row, name in rows:
            size = database.execute("SELECT value FROM parameter WHERE kernel_id = ? AND name = 'n'", (row,)).fetchone()
            times = [t for (t,) in database.execute("SELECT duration_s FROM duration WHERE kernel_id = ?", (row,))]
            result.append((row, f"{name} n={size[0]}" if size else name, statistics.median(times)))
        return result


def slower(session, row, folder, number):
    """A copy in which one kernel took SLOWER times as long."""
    path = os.path.join(folder, f"slower{number}.rlens")
    shutil.copy(session, path)
    with sqlite3.connect(path) as database:
        database.execute("UPDATE duration SET duration_s = duration_s * ? WHERE kernel_id = ?", (SLOWER, row))
    database.close()
    return path


def failing(new, base):
    """Indices of the kernels for which the gate fails."""
    command = [rooflens(), "check", *new, *[word for b in base for word in ("-b", b)], "--max-regression", "time=5%", "--format", "json"]
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode not in (0, 3):
        sys.exit(result.stderr)
    return {i for i, kernel in enumerate(json.loads(result.stdout)["kernels"]) if kernel["fails"]}


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp()
    os.makedirs(folder, exist_ok=True)
    scratch = tempfile.mkdtemp()
    rng = random.Random(1)
    rows, alarms = [], 0
    for name, sessions in record(folder).items():
        kernels = kernels_of(sessions[0])
        medians = [[kernels_of(s)[i][2] for s in sessions] for i in range(len(kernels))]
        false_alarms, found = [0] * len(kernels), [0] * len(kernels)
        for _ in range(QUIET):
            chosen = rng.sample(sessions, 6)
            fails = failing(chosen[:3], chosen[3:])
            alarms += bool(fails)
            for i in fails:
                false_alarms[i] += 1
        for i, (row, _, _) in enumerate(kernels):
            for _ in range(PLANTED):
                chosen = rng.sample(sessions, 6)
                new = [slower(s, row, scratch, n) for n, s in enumerate(chosen[:3])]
                found[i] += i in failing(new, chosen[3:])
        for i, (_, title, _) in enumerate(kernels):
            middle = statistics.median(medians[i])
            spread = (max(medians[i]) - min(medians[i])) / middle
            rows.append([title, f"{middle * 1e6:.1f} us", f"{100 * spread:.2f} %", f"{false_alarms[i]} of {QUIET}", f"{found[i]} of {PLANTED}"])
    shutil.rmtree(scratch)
    table(["kernel", "time", f"spread over {PROCESSES} processes", "false alarms", "7 % found"], rows)
    print(f"\n{QUIET * len(SETS)} gates without a change: {alarms} failed (goal 0); 7 % slower: goal 19 of 20 each")


if __name__ == "__main__":
    main()
