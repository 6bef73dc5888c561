#!/usr/bin/env python3
"""Kernels of CUDA graphs counted by `rooflens profile` against ncu, which counts their nodes one by one.

Every row with counters is compared with the launches that ncu counted of the same function, geometry and number of
instructions: executed instructions (0.1 %), bytes through L2 and from DRAM, and which share of the kernel's launches does
this work. Then what a counted launch cost. ncu counts the first launches of a program only, MOST of them. Exit code 1
where a row has no launches of ncu's, or other instructions.

usage: ROOFLENS=path [OTHERS_APPS=folder] [PYTHON=path] graph_vs_ncu.py [PROGRAM...]
"""

import collections
import os
import sqlite3
import sys
import tempfile

import others
from common import ncu, ncu_rows, number, rooflens, table, timed
from ncu_rules import base_name

PROGRAMS = ["graph_capture", "graph_updates", "llama_graph"]
MOST = 3000
INSTRUCTIONS, L2, DRAM = "smsp__inst_executed.sum", "lts__t_bytes.sum", "dram__bytes.sum"
ALIKE = 0.02  # of one work, as in the report
EXACT = 0.001

# One amount of work of a kernel: how many launches did it, and the mean of what was counted of them.
Work = collections.namedtuple("Work", "key launches counted values")


def our_works(session):
    with sqlite3.connect(f"file:{session}?mode=ro", uri=True) as database:
        kernels = database.execute(
            "SELECT kernel.id, function, grid_x, grid_y, grid_z, block_x, block_y, block_z, launches_made, launches_observed"
            " FROM kernel JOIN launch ON launch.kernel_id = kernel.id WHERE scope = 'launch'").fetchall()
        counters = collections.defaultdict(dict)
        for kernel, name, value in database.execute("SELECT kernel_id, name, value FROM counter"):
            counters[kernel][name] = value
    return [Work((base_name(function), tuple(sizes[:3]), tuple(sizes[3:])), made, seen, counters[identity])
            for identity, function, *sizes, made, seen in kernels]


def sizes_of(text):
    return tuple(int(size) for size in text.strip("()").split(","))


def ncu_works(rows):
    """ncu's launches, those that executed as many instructions together."""
    launches = collections.defaultdict(list)
    for row in rows:
        key = (base_name(row["Kernel Name"]), sizes_of(row["Grid Size"]), sizes_of(row["Block Size"]))
        launches[key].append({name: number(row[name]) for name in (INSTRUCTIONS, L2, DRAM)})
    works = []
    for key, values in launches.items():
        groups = []
        for launch in sorted(values, key=lambda v: v[INSTRUCTIONS]):
            if not groups or launch[INSTRUCTIONS] > (1 + ALIKE) * groups[-1][-1][INSTRUCTIONS]:
                groups.append([])
            groups[-1].append(launch)
        works += [Work(key, len(g), len(g), {name: sum(v[name] for v in g) / len(g) for name in g[0]}) for g in groups]
    return works


def nearest(work, works):
    """Of the same kernel, the work whose instructions are nearest; None where none is alike."""
    ours = work.values[INSTRUCTIONS]
    same = [w for w in works if w.key == work.key and abs(w.values[INSTRUCTIONS] - ours) <= ALIKE * ours]
    return min(same, key=lambda w: abs(w.values[INSTRUCTIONS] - ours), default=None)


def share(work, works):
    return work.launches / sum(w.launches for w in works if w.key == work.key)


def over(ours, theirs, name):
    if name not in ours.values or not theirs.values[name]:
        return "-"
    return f"{100 * (ours.values[name] / theirs.values[name] - 1):+.2f} %"


def compare(ours, theirs):
    """Rows of the table, and what is wrong."""
    rows, wrong = [], []
    for work in ours:
        name, grid, _ = work.key
        label = f"{name} {'x'.join(map(str, grid))}"
        if INSTRUCTIONS not in work.values:
            rows.append([label, work.launches, 0, "-", "-", "-", "-"])
            continue
        other = nearest(work, theirs)
        if other is None:
            wrong.append(f"{label}: ncu has no launch of {work.values[INSTRUCTIONS]:.0f} instructions")
            continue
        if abs(work.values[INSTRUCTIONS] - other.values[INSTRUCTIONS]) > EXACT * other.values[INSTRUCTIONS]:
            wrong.append(f"{label}: {work.values[INSTRUCTIONS]:.0f} instructions against {other.values[INSTRUCTIONS]:.0f}")
        rows.append([label, work.launches, work.counted, *(over(work, other, n) for n in (INSTRUCTIONS, L2, DRAM)),
                     f"{100 * share(work, ours):.0f} / {100 * share(other, theirs):.0f} %"])
    return rows, wrong


def cost(seconds, plain, counted):
    return f"{1e3 * max(0.0, seconds - plain) / counted:.2f} ms for each of {counted}" if counted else "nothing was counted"


def main():
    folder, wrong = tempfile.mkdtemp(), []
    for name in sys.argv[1:] or PROGRAMS:
        program = others.programs(f"^{name}\\.", False)[0]
        if program.ending == ".cu":
            program.compile(folder, False)
        if program.error:
            sys.exit(f"{name} was not compiled:\n{program.error}")
        timed(program.command)  # caches on disk may be cold
        plain, _ = timed(program.command)
        session = os.path.join(folder, name + ".rlens")
        profiled, _ = timed([rooflens(), "profile", "-o", session, "--", *program.command])
        replayed, text = timed([ncu(), "--graph-profiling", "node", "--clock-control", "none", "--cache-control", "none", "--csv",
                                "--page", "raw", "--print-units", "base", "--print-fp", "--launch-count", str(MOST),
                                "--metrics", ",".join((INSTRUCTIONS, L2, DRAM)), *program.command])
        ours, theirs = our_works(session), ncu_works(ncu_rows(text))
        rows, found = compare(ours, theirs)
        print(f"\n{name}: rooflens over ncu\n")
        table(["kernel", "launches", "counted", "instructions", "L2 bytes", "DRAM bytes", "share, ours / ncu"], rows)
        print(f"\n{plain:.2f} s plain; rooflens {profiled:.2f} s, {cost(profiled, plain, sum(w.counted for w in ours))}; "
              f"ncu {replayed:.2f} s, {cost(replayed, plain, sum(w.counted for w in theirs))}")
        wrong += [f"{name}: {w}" for w in found]
    print(f"\n{len(wrong)} rows differ")
    for row in wrong:
        print("  " + row)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
