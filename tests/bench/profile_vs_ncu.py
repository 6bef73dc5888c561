#!/usr/bin/env python3
"""`rooflens profile` against Nsight Compute on programs that are not ours: what is counted, what it costs, what survives.

usage: ROOFLENS=path APPS=folder-of-built-programs [PYTHON=path] profile_vs_ncu.py [accuracy|cost|kill|budget|ranks]...

accuracy  counters of the same kernels (function, grid, block) in both tools; launches seen; results and exit codes
cost      time added for each launch that is counted: kernel replay and spread against ncu with the same counters
kill      kill -9 at a random moment, 20 times: how much of what was observed is lost
budget    --max-overhead 10 on a warmed training loop: time of a step with and without
ranks     torchrun on two GPUs: both ranks in one session, time of a step
"""

import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import defaultdict

from common import ncu, ncu_rows, number, rooflens, table

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "apps")
PYTHON = os.environ.get("PYTHON", sys.executable)
APPS = os.environ.get("APPS", HERE)
FORMS = [os.path.join(APPS, "launch_forms")]
GEMMS = [PYTHON, os.path.join(HERE, "gemms.py")]
ARRAYS = [PYTHON, os.path.join(HERE, "arrays.py")]
TRAIN = [PYTHON, os.path.join(HERE, "train.py")]
FOLDER = tempfile.mkdtemp()
L2 = 60 * 2**20  # of an H200, in bytes


def run(command, **more):
    began = time.perf_counter()
    result = subprocess.run(command, capture_output=True, text=True, **more)
    return time.perf_counter() - began, result


def profile(options, application):
    """Seconds, result of the application and session path of one profiled run."""
    session = os.path.join(FOLDER, f"{len(os.listdir(FOLDER))}.rlens")
    seconds, result = run([rooflens(), "profile", "-o", session, *options, "--", *application])
    return seconds, result, session


def query(session, sql):
    with sqlite3.connect(f"file:{session}?mode=ro", uri=True) as database:
        return database.execute(sql).fetchall()


def base(function):
    return function.split("(")[0].split("<")[0].split("::")[-1].split(" ")[-1]


def ours(session):
    """{(function, grid, block): {counter: (value, min, max)}} of kernels, and launches made of each."""
    values, made = defaultdict(dict), defaultdict(int)
    rows = query(session, """SELECT kernel.id, function, grid_x, grid_y, grid_z, block_x, block_y, block_z, launches_made
        FROM kernel JOIN launch ON launch.kernel_id = kernel.id WHERE scope = 'launch'""")
    keys = {}
    for identity, function, *geometry, launches in rows:
        key = (base(function), tuple(geometry[:3]), tuple(geometry[3:6]))
        keys[identity] = key
        made[key] += launches
    for identity, name, value, low, high in query(session, "SELECT kernel_id, name, value, min, max FROM counter"):
        if identity in keys:
            values[keys[identity]].setdefault(name, []).append((value, low, high))
    return values, made


def dimensions(text):
    return tuple(int(part) for part in text.strip("()").split(","))


def under_ncu(metrics, application, options=()):
    command = [ncu(), "--target-processes", "all", "--cache-control", "none", "--clock-control", "none", "--csv",
               "--page", "raw", "--print-units", "base", "--print-fp", "--metrics", ",".join(metrics), *options, *application]
    seconds, result = run(command)
    return seconds, result, ncu_rows(result.stdout)


COMPARED = {
    "smsp__inst_executed.sum": 0.0, "smsp__sass_inst_executed.sum": 0.0,
    "smsp__sass_thread_inst_executed_op_ffma_pred_on.sum": 0.0,
    "smsp__sass_thread_inst_executed_op_fadd_pred_on.sum": 0.0,
    "lts__t_sectors_srcunit_tex.sum": 0.01, "l1tex__t_bytes.sum": 0.01, "dram__bytes.sum": 0.03,
}
TENSOR = ["sm__ops_path_tensor_src_bf16_dst_fp32.sum", "sm__ops_path_tensor_src_tf32_dst_fp32.sum",
          "sm__ops_path_tensor_src_fp16.sum", "sm__ops_path_tensor_src_fp8.sum"]


def accuracy():
    rows = []
    for name, application, mode in [("launch forms", FORMS, "kernel"), ("CuPy, CUB", ARRAYS, "kernel"),
                                    ("PyTorch gemms", GEMMS, "spread"), ("PyTorch training", [*TRAIN, "--steps", "3"], "kernel")]:
        _, plain = run(application)
        _, profiled, session = profile(["--replay", mode], application)
        same = (plain.stdout, plain.returncode) == (profiled.stdout, profiled.returncode)
        mine, made = ours(session)
        _, _, theirs = under_ncu([*COMPARED, *TENSOR], application)
        found = defaultdict(lambda: defaultdict(list))
        for row in theirs:
            key = (base(row["Kernel Name"]), dimensions(row["Grid Size"]), dimensions(row["Block Size"]))
            for metric in [*COMPARED, *TENSOR]:
                if row.get(metric):
                    found[key][metric].append(number(row[metric]))
        equal = defaultdict(lambda: [0, 0, 0.0])
        for key, metrics in found.items():
            for metric, values in metrics.items():
                if key not in mine or metric not in mine[key]:
                    continue
                # Traffic that fits into the caches depends on what they hold, which no tool repeats.
                if metric.startswith("dram") and min(values) < 4 * L2:
                    continue
                # Launches of one kernel may differ: within what ncu saw of them is equal.
                low, high = min(values), max(values)
                difference = min(max(low - v, v - high, 0) / high if high > 0 else float(v != 0) for v, _, _ in mine[key][metric])
                kind = "DRAM" if metric.startswith("dram") else "bytes" if "__t_" in metric else \
                    "tensor" if "ops_path" in metric else "instructions"
                allowed = {"DRAM": 0.03, "bytes": 0.01}.get(kind, 0.0)
                equal[kind][0] += 1
                equal[kind][1] += difference <= allowed
                equal[kind][2] = max(equal[kind][2], difference)
        rows.append([name, mode, f"{sum(made.values())}/{len(theirs)}", f"{len(set(mine) & set(found))}/{len(found)}"] +
                    [f"{equal[k][1]}/{equal[k][0]} ({100 * equal[k][2]:.2f} %)" if equal[k][0] else "-"
                     for k in ("instructions", "bytes", "DRAM", "tensor")] + ["same" if same else "DIFFERENT"])
    print("Counters that agree with ncu's (largest difference): instructions and tensor operations exactly, bytes within 1 %, DRAM within 3 %\n")
    table(["program", "replay", "launches, ours/ncu", "kernels", "instructions", "bytes", "DRAM", "tensor ops", "output, exit code"], rows)
    m, n, k = 1024, 2048, 512
    _, _, session = profile(["--replay", "auto"], [*GEMMS, str(m), str(n), str(k)])
    rows = []
    for metric in TENSOR:
        values = [v for (v,) in query(session, f"SELECT value FROM counter JOIN kernel ON kernel.id = kernel_id WHERE counter.name = '{metric}' AND value > 0 AND scope = 'launch'")]
        rows.append([metric, ", ".join(f"{v:.0f}" for v in values) or "none", f"{2 * m * n * k}"])
    print(f"\nOperations of a {m} x {n} x {k} product, plain `rooflens profile`; 2·M·N·K = {2 * m * n * k}\n")
    table(["counter", "counted", "2·M·N·K"], rows)


def cost():
    rows = []
    for name, application in [("launch forms", FORMS), ("PyTorch training", [*TRAIN, "--steps", "3"])]:
        plain = min(run(application)[0] for _ in range(2))
        quick = [name for (name,) in query(profile(["--replay", "kernel", "--launches", "1"], application)[2],
                                           "SELECT DISTINCT name FROM counter WHERE name LIKE '%.sum' AND name NOT LIKE '%ops_path%'")]
        other, _, theirs = under_ncu(quick, application)
        for label, options in [("kernel replay", ["--replay", "kernel", "--launches", "1000000"]),
                               ("spread", ["--replay", "spread", "--launches", "1000000"])]:
            seconds, _, session = profile(options, application)
            (observed,) = query(session, "SELECT sum(launches_observed) FROM kernel WHERE scope = 'launch'")[0]
            mine, them = (seconds - plain) / max(1, observed), (other - plain) / max(1, len(theirs))
            rows.append([name, label, f"{plain:.2f} s", f"{observed}", f"{1e3 * mine:.2f} ms", f"{len(theirs)}", f"{1e3 * them:.1f} ms", f"1/{them / mine:.1f}"])
    print("\nTime added for each launch that was counted, everything included (start-up of the counters too)\n")
    table(["program", "how", "plain", "counted", "rooflens", "ncu counted", "ncu", "ratio"], rows)


def kill():
    worst, lost = 0.0, 0
    for attempt in range(20):
        session = os.path.join(FOLDER, f"kill{attempt}.rlens")
        application = subprocess.Popen([rooflens(), "profile", "--keep-spool", "-o", session, "--", *FORMS, "repeat=2000"],
                                       stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        time.sleep(1.5 + 2 * random.random())
        children = subprocess.run(["pgrep", "-P", str(application.pid)], capture_output=True, text=True).stdout.split()
        killed = time.time()
        for child in children:
            os.kill(int(child), signal.SIGKILL)
        application.wait()
        if not os.path.exists(session) or not query(session, "SELECT count(*) FROM kernel")[0][0]:
            lost += 1
            continue
        spools = [os.path.join(root, f) for root, _, files in os.walk(session + ".spool") for f in files if f.endswith(".spool")]
        newest = max(os.path.getmtime(path) for path in spools) if spools else 0
        worst = max(worst, killed - newest)
    print(f"\nkill -9, 20 times: {20 - lost} sessions with kernels; at most {worst:.2f} s between the last record and death")


def step_time(text):
    return float(next(line for line in text.splitlines() if line.startswith("ms_per_step")).split()[1])


def budget():
    seconds = os.environ.get("SECONDS_OF_LOOP", "60")
    loop = [*TRAIN, "--warm", "50", "--seconds", seconds]
    plain = step_time(run(loop)[1].stdout)
    _, result, session = profile(["--max-overhead", "10"], loop)
    profiled = step_time(result.stdout)
    again = step_time(run(loop)[1].stdout)
    (kernels, seen) = query(session, "SELECT count(*), sum(launches_observed > 0) FROM kernel WHERE scope = 'launch'")[0]
    mean = (plain + again) / 2
    print(f"\n--max-overhead 10 over {seconds} s of training: {plain:.3f} and {again:.3f} ms a step without, {profiled:.3f} ms with: "
          f"{100 * (profiled / mean - 1):+.1f} %; {kernels} kernels seen, {seen} with counters")


def ranks():
    loop = [os.path.join(os.path.dirname(PYTHON), "torchrun"), "--nproc-per-node", "2", *TRAIN[1:], "--warm", "50", "--seconds", "15"]
    plain = step_time(run(loop)[1].stdout)
    _, result, session = profile(["--max-overhead", "10"], loop)
    profiled = step_time(result.stdout)
    processes = query(session, "SELECT rank, world, launcher, count(kernel.id) FROM process LEFT JOIN kernel ON kernel.process_id = process.id GROUP BY process.id")
    print(f"\ntorchrun on 2 GPUs: {plain:.3f} ms a step without, {profiled:.3f} ms with --max-overhead 10 ({100 * (profiled / plain - 1):+.1f} %)")
    table(["rank", "world", "launcher", "kernels"], processes)


def main():
    parts = {"accuracy": accuracy, "cost": cost, "kill": kill, "budget": budget, "ranks": ranks}
    for name in sys.argv[1:] or ["accuracy", "cost", "kill", "budget"]:
        if name not in parts:
            sys.exit(__doc__)
        parts[name]()
    shutil.rmtree(FOLDER, ignore_errors=True)


if __name__ == "__main__":
    main()
