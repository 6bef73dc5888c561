#!/usr/bin/env python3
"""What stores cost, and whether a slow rank is found in them; ranks are simulated from recorded ones by fleet_ranks.

usage: ROOFLENS=path FLEET_RANKS=path ROOFLENS_DUCKDB=folder fleet.py size STORE     size, and the time and memory of queries
                                                              ... fleet.py growth     the same from 10 ranks on, beside pandas
                                                              ... fleet.py found      planted slow ranks, 50 jobs with and 50 without
ClickHouse runs as a library in node (tests/fleet/node_modules); its memory includes node's. pandas: Debian's python3-pandas,
run by PYTHON (default /usr/bin/python3).
"""

import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time

from common import rooflens, table

HERE = os.path.dirname(os.path.abspath(__file__))
SAMPLES = os.path.join(HERE, "..", "..", "samples")
RECORDED = ",".join(os.path.join(SAMPLES, name) for name in ("training.rlens", "catalogue.rlens"))
KERNELS = 300
QUESTION = "slowest_rank"


def make(*words):
    subprocess.run([os.environ["FLEET_RANKS"], *words], check=True, stderr=subprocess.DEVNULL)


def measured(command, text=None):
    """Wall seconds, CPU seconds, peak resident MB and standard output of one process."""
    with tempfile.TemporaryFile("w+") as given, tempfile.TemporaryFile("w+") as printed:
        given.write(text or "")
        given.seek(0)
        began = time.perf_counter()
        process = subprocess.Popen(command, stdin=given, stdout=printed)
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - began
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            sys.exit(f"{' '.join(command[:6])}: exit code {process.returncode}")
        printed.seek(0)
        return wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024 / 1e6, printed.read()


def on_duckdb(store, question):
    return measured([rooflens(), "query", store, question, "--format", "json"])


def on_clickhouse(store, question):
    sql = subprocess.run([rooflens(), "query", store, question, "--sql", "clickhouse"], capture_output=True, text=True, check=True).stdout
    return measured(["node", os.path.join(HERE, "fleet_clickhouse.mjs")], sql)


def size_of(folder):
    files = [os.path.join(root, name) for root, _, names in os.walk(folder) for name in names]
    return sum(os.path.getsize(name) for name in files), len(files)


def cells(result):
    wall, cpu, memory, _ = result
    return [f"{wall:.1f} s", f"{cpu:.1f} s", f"{memory / 1e3:.2f} GB"]


def size(store):
    total, files = size_of(store)
    jobs = json.loads(on_duckdb(store, "jobs")[3])["rows"]
    ranks = sum(job["ranks"] for job in jobs)
    print(f"{ranks} simulated ranks: {total / 1e6:.0f} MB in {files} files, {total / ranks / 1e3:.1f} kB a rank")
    by_table = {}
    for root, _, names in os.walk(store):
        for name in names:
            by_table[name] = by_table.get(name, 0) + os.path.getsize(os.path.join(root, name))
    print(", ".join(f"{name} {bytes_ / 1e6:.0f} MB" for name, bytes_ in sorted(by_table.items(), key=lambda e: -e[1])))
    rows = []
    for question in ("jobs", QUESTION, "job_roofline", "slow_devices", "recoverable", "idle_gpus", "launch_times"):
        rows.append([question, *cells(on_duckdb(store, question)), *cells(on_clickhouse(store, question))])
    table(["query", "DuckDB", "CPU", "memory", "ClickHouse", "CPU", "memory"], rows)
    for row in json.loads(on_duckdb(store, QUESTION)[3])["rows"]:
        print(row["rank"], row["verdict"], row.get("cause"), f"{row['excess_percent']:.2f} %")


def growth():
    rows = []
    python = os.environ.get("PYTHON", "/usr/bin/python3")
    for ranks in (10, 100, 300, 1000):
        folder = tempfile.mkdtemp()
        make(os.path.join(folder, "store"), RECORDED, "job", str(ranks), str(KERNELS), "3")
        total, _ = size_of(os.path.join(folder, "store"))
        pandas = ["", "", "", ""]
        if ranks <= 300:
            sessions = os.path.join(folder, "sessions")
            os.mkdir(sessions)
            make(sessions, RECORDED, "job", str(ranks), str(KERNELS), "3", "sessions")
            paths = [os.path.join(sessions, name) for name in os.listdir(sessions)]
            pandas = [f"{size_of(sessions)[0] / 1e6:.0f} MB", *cells(measured([python, os.path.join(HERE, "fleet_pandas.py"), *paths]))]
        store = os.path.join(folder, "store")
        rows.append([str(ranks), f"{total / 1e6:.1f} MB", *cells(on_duckdb(store, QUESTION)), *cells(on_clickhouse(store, QUESTION)), *pandas])
        shutil.rmtree(folder)
    table(["ranks", "store", "DuckDB", "CPU", "memory", "ClickHouse", "CPU", "memory", "sessions", "pandas", "CPU", "memory"], rows)


def found(jobs=50, ranks=32, kernels=60):
    folder = tempfile.mkdtemp()
    store = os.path.join(folder, "store")
    causes = ("clock", "dram", "work", "host", "waiting")
    planted = {}
    for job in range(2 * jobs):
        words = [store, RECORDED, f"job{job}", str(ranks), str(kernels), str(1000 + job)]
        if job < jobs:
            planted[f"job{job}"] = (random.Random(job).randrange(ranks), causes[job % len(causes)])
            words.append("{1}={0}".format(*planted[f"job{job}"]))
        make(*words)
    hits, accused, wrong = 0, {True: 0, False: 0}, []  # in jobs with a planted rank, and without
    for row in json.loads(on_duckdb(store, QUESTION)[3])["rows"]:
        if row["verdict"] != "slow":
            continue
        if planted.get(row["job"]) == (row["rank"], row.get("cause")):
            hits += 1
        else:
            accused[row["job"] in planted] += 1
            wrong.append((row["job"], row["rank"], row.get("cause"), round(row["excess_percent"], 2), planted.get(row["job"])))
    print(f"{jobs} jobs of {ranks} simulated ranks with a planted slow rank: {hits} found with the reason")
    print(f"ranks accused that were not planted, or of another reason: {accused[True]} in these, {accused[False]} in {jobs} jobs without {wrong or ''}")
    shutil.rmtree(folder)


if __name__ == "__main__":
    what = sys.argv[1] if len(sys.argv) > 1 else ""
    if what == "size":
        size(sys.argv[2])
    elif what == "growth":
        growth()
    elif what == "found":
        found()
    else:
        sys.exit(__doc__)
