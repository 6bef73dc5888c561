#!/usr/bin/env python3
"""Work by formula where counters are refused: the share of kernel time that is placed, and what formulas say against what
counters say of the same run.

usage: [STEPS=N] [RUNS=3] torch_formulas.py [SCRIPT [ARGUMENT...]]    (without one: torch_training, torch_resnet50, llama_eager)

Each script runs plain, for its own step time; with a CUPTI that refuses counters (ROOFLENS_REFUSING_CUPTI), for
the share that is placed; without counters, with and without formulas, for what those cost; and with both, for the ratios.
FLOPs should be equal; bytes differ by what caches hold and what a kernel reads twice. Of each kind there are RUNS, in turn;
the shortest median of a step counts. STEPS has to be many: observers work during the first seconds.
KEEP=folder keeps the last session of each script.
"""

import csv
import io
import os
import re
import sqlite3
import subprocess
import sys
import tempfile

from common import rooflens, table

WORK = """SELECT kernel.id, kernel.name, coalesce(total_time_s, 0), compulsory_read_bytes + compulsory_written_bytes,
  (SELECT sum(operations) FROM work_operation WHERE kernel_id = kernel.id), (SELECT text FROM remark WHERE
  kernel_id = kernel.id AND text LIKE '%by the shapes of%')
  FROM kernel LEFT JOIN work ON work.kernel_id = kernel.id WHERE scope = 'launch' ORDER BY 3 DESC"""
DRAM = "dram__bytes.sum"


def run(command, environment=None):
    result = subprocess.run(command, capture_output=True, text=True, env=dict(os.environ, **(environment or {})))
    if result.returncode != 0:
        sys.exit(f"{' '.join(command)}\nexit code {result.returncode}\n{result.stderr[-3000:]}")
    step = re.search(r"step_ms: ([\d.]+)", result.stderr)
    return result.stdout, float(step.group(1)) if step else None


def rows(session):
    with sqlite3.connect(f"file:{session}?mode=ro", uri=True) as database:
        notes = [text for (text,) in database.execute("SELECT text FROM note WHERE topic IN ('formulas', 'permission')")]
        counted = {}
        for kernel, name, value in database.execute("SELECT kernel_id, name, value FROM counter"):
            counted.setdefault(kernel, {})[name] = value
        return database.execute(WORK).fetchall(), counted, notes


def operation_of(remark):
    found = re.search(r"shapes of (\S+)", remark or "")
    return found.group(1) if found else "-"


def flops(session):
    """Rows of `rooflens report --format csv` by kernel and process."""
    text = subprocess.run([rooflens(), "report", session, "--format", "csv"], capture_output=True, text=True).stdout
    return {(row["kernel"], row["process"]): row for row in csv.DictReader(io.StringIO(text))}


def placed(session):
    found, _, notes = rows(session)
    all_time = sum(row[2] for row in found)
    time = sum(row[2] for row in found if row[3] is not None)
    print(f"placed: {100 * time / all_time if all_time else 0:.1f} % of {1e3 * all_time:.1f} ms in kernels, "
          f"{sum(row[3] is not None for row in found)} of {len(found)} kernels")
    for note in notes:
        print("note:", note)
    unplaced = [[row[1], f"{100 * row[2] / all_time:.1f} %"] for row in found if row[3] is None][:10]
    if unplaced:
        table(["longest that are not placed", "of time"], unplaced)


def compared(session):
    found, counted, _ = rows(session)
    shown = flops(session)
    lines = []
    for kernel, name, time, bytes_, operations, remark in found:
        if bytes_ is None:
            continue
        dram = counted.get(kernel, {}).get(DRAM)
        row = next((r for (n, _), r in shown.items() if n == name), {})
        ratio = row.get("operations_counted_over_analytic") or "-"
        lines.append([name[:48], operation_of(remark)[:40], f"{1e3 * time:.2f}", f"{operations or 0:.4g}", ratio[:6],
                      f"{bytes_:.4g}", f"{dram / bytes_:.3f}" if dram is not None and bytes_ else "-"])
    table(["kernel", "operations", "ms", "FLOP", "counted/formula", "bytes", "counted/formula"], lines)


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    apps = next(f for f in (os.path.join(here, "..", "tests-apps"), os.path.join(here, "..", "apps")) if
                os.path.exists(os.path.join(f, "torch_training.py")))
    scripts = [sys.argv[1:]] if len(sys.argv) > 1 else [
        [os.path.join(apps, name)] for name in ("torch_training.py", "torch_resnet50.py", "llama_eager.py")]
    refusing = {"ROOFLENS_CUPTI": os.environ["ROOFLENS_REFUSING_CUPTI"]}
    for script in scripts:
        program = [sys.executable, *script]
        print(f"\n== {' '.join(map(os.path.basename, script))}")
        with tempfile.TemporaryDirectory() as folder:
            session = os.path.join(os.environ.get("KEEP", folder), os.path.basename(script[0]) + ".rlens")
            profile = [rooflens(), "profile", "--force", "-o", session]
            kinds = {"plain": program, "times": [*profile, "--no-counters", "--", *program],
                     "formulas": [*profile, "--no-counters", "--formulas", "--", *program], "refused": [*profile, "--", *program]}
            made = {name: [] for name in kinds}
            for _ in range(int(os.environ.get("RUNS", 1))):
                for name, command in kinds.items():
                    made[name].append(run(command, refusing if name == "refused" else None))
            same = {output for runs in made.values() for output, _ in runs}
            print("output:", "the same" if len(same) == 1 else "DIFFERS")
            table(["run", "step, ms", "of all runs"],
                  [[name, f"{min(step for _, step in runs):.3f}", " ".join(f"{step:.3f}" for _, step in runs)] for name, runs in made.items()])
            placed(session)
            run([*profile, "--formulas", "--", *program])
            compared(session)


if __name__ == "__main__":
    main()
