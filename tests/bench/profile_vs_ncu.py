#!/usr/bin/env python3
"""`rooflens profile` against Nsight Compute on programs that are not ours: what is counted, what it costs, what survives.

usage: ROOFLENS=path APPS=folder-of-built-programs [PYTHON=path] profile_vs_ncu.py [accuracy|cost|loops|kill|budget|ranks]...
       PROGRAMS='large arrays' (accuracy), KERNELS_US=10,50 (cost, loops; none: the training step alone),
       LOOPS='waits for launches' and SECONDS_OF_LOOP=60 (budget) choose a part

accuracy  counters of the same kernels (function, grid, block) in both tools; launches seen; results and exit codes
cost      time added for each launch that is counted: kernel replay and one pass a launch against ncu with the same counters
loops     warmed loops of 10 s: time added, as it is and for each counted launch; device memory
kill      kill -9 at a random moment, 20 times: how much of what was observed is lost
budget    --max-overhead 10 on a warmed training loop: time of a step with and without
ranks     torchrun on two GPUs: both ranks in one session, time of a step with --max-overhead 10 and without
"""

import itertools
import json
import os
import random
import shutil
import signal
import sqlite3
import statistics
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
NUMBERS = itertools.count()
L2 = 60 * 2**20  # of an H200, in bytes


def run(command, **more):
    began = time.perf_counter()
    result = subprocess.run(command, capture_output=True, text=True, **more)
    return time.perf_counter() - began, result


def new_session():
    return os.path.join(FOLDER, f"{next(NUMBERS)}.rlens")


def profile(options, application):
    """Seconds, result of the application and session path of one profiled run."""
    session = new_session()
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
    rows, others = [], []
    for name, application, mode in [("launch forms", FORMS, "kernel"), ("large arrays", [os.path.join(APPS, "kernel_loop"), "500", "12"], "kernel"), ("CuPy, CUB", ARRAYS, "kernel"),
                                    ("PyTorch gemms", GEMMS, "rotate"), ("PyTorch training", [*TRAIN, "--steps", "3"], "kernel")]:
        if name not in os.environ.get("PROGRAMS", name):
            continue
        _, plain = run(application)
        _, profiled, session = profile(["--replay-mode", mode], application)
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
                if difference > allowed:
                    others.append([name, key[0], metric, f"{100 * difference:.2f} %"])
        rows.append([name, mode, f"{sum(made.values())}/{len(theirs)}", f"{len(set(mine) & set(found))}/{len(found)}"] +
                    [f"{equal[k][1]}/{equal[k][0]} ({100 * equal[k][2]:.2f} %)" if equal[k][0] else "-"
                     for k in ("instructions", "bytes", "DRAM", "tensor")] + ["same" if same else "DIFFERENT"])
    print("Counters that agree with ncu's (largest difference): instructions and tensor operations exactly, bytes within 1 %, DRAM within 3 %\n")
    table(["program", "replay", "launches, ours/ncu", "kernels", "instructions", "bytes", "DRAM", "tensor ops", "output, exit code"], rows)
    if others:
        print("\nWhat differs by more, and how much from the nearest that ncu saw\n")
        table(["program", "kernel", "counter", "difference"], others)
    if "PyTorch gemms" not in os.environ.get("PROGRAMS", "PyTorch gemms"):
        return
    m, n, k = 1024, 2048, 512
    _, _, session = profile([], [*GEMMS, str(m), str(n), str(k), "100000"])
    rows = []
    for metric in TENSOR:
        values = [v for (v,) in query(session, f"SELECT value FROM counter JOIN kernel ON kernel.id = kernel_id WHERE counter.name = '{metric}' AND value > 0 AND scope = 'launch'")]
        rows.append([metric, ", ".join(f"{v:.0f}" for v in values) or "none", f"{2 * m * n * k}"])
    print(f"\nOperations of a {m} x {n} x {k} product, plain `rooflens profile`; 2·M·N·K = {2 * m * n * k}\n")
    table(["counter", "counted", "2·M·N·K"], rows)


def said(result, word):
    """What follows `word` in what the application wrote to stderr."""
    words = result.stderr.split()
    return float(words[words.index(word) + 1])


def spooled(session):
    """All records of a session's spools, a process after the other: {"record": kind, ...}."""
    lines = subprocess.run([os.environ.get("SPOOL_TEXT", "spool_text"), session + ".spool"], capture_output=True, text=True, check=True)
    return map(json.loads, lines.stdout.splitlines())


def counted(session):
    """Launches counted, of all kernels: from the spool, where every one of them stands."""
    return sum(record["record"] == "observation" for record in spooled(session))


def windows(session):
    """{group: [windows, launches, ns to open, ns of the launches, ns to close]}, tensor formats together."""
    names, sums = {}, defaultdict(lambda: [0, 0, 0.0, 0.0, 0.0])
    for record in spooled(session):
        if record["record"] == "group":
            names[record["group"]] = record["id"].split(" ")[0]
        elif record["record"] == "window":
            entry = sums[names[record["group"]]]
            for i, value in enumerate([1, record["launches"], record["opening_ns"], record["launches_ns"], record["closing_ns"]]):
                entry[i] += value
    return sums


ALL = ["--launches-per-kernel", "1000000", "--keep-spool"]


def quick_counters(application):
    return [name for (name,) in query(profile(["--replay-mode", "kernel", "--launches-per-kernel", "1"], application)[2],
                                      "SELECT DISTINCT name FROM counter WHERE name LIKE '%.sum' AND name NOT LIKE '%ops_path%'")]


def cost():
    """Inside the application's own loop, so that neither tool's start-up counts, for each launch that was counted there."""
    loop = [os.path.join(APPS, "kernel_loop")]
    rows = []

    def add(title, theirs, plain_us, launches, command, time_us):
        for how, mode in (("kernel replay", "kernel"), ("one pass a launch", "rotate")):
            _, result, session = profile(["--replay-mode", mode, "--max-overhead", "none", *ALL], command(mode))
            number, counts = launches(result), counted(session)
            mine = (time_us(result) - plain_us) * number / counts / 1e3 if counts else float("nan")
            rows.append([title, how, f"{counts}", f"{mine:.2f} ms", f"{theirs:.1f} ms", f"1/{theirs / mine:.1f}"])
            print(*rows[-1], sep=", ", flush=True)

    chosen = [us for us in os.environ.get("KERNELS_US", "10,50").split(",") if us != "none"]
    quick = quick_counters([*loop, "50", "200"]) if chosen else []
    for us in chosen:
        plain = said(run([*loop, us, "20000"])[1], "us_per_launch")
        theirs = (said(under_ncu(quick, [*loop, us, "100"])[1], "us_per_launch") - plain) / 1e3
        count = {"kernel": 200, "rotate": 100000}
        add(f"{us} µs", theirs, plain, lambda result: said(result, "launches"), lambda mode: [*loop, us, str(count[mode])],
            lambda result: said(result, "us_per_launch"))

    def step_us(result):
        return 1e3 * said(result, "loop_ms") / said(result, "steps")

    steps = {"kernel": [*TRAIN, "--warm", "1", "--steps", "4"], "rotate": [*TRAIN, "--seconds", "10"]}
    names = [name for (name,) in query(profile(["--replay-mode", "kernel", "--launches-per-kernel", "1"], steps["kernel"])[2],
                                       "SELECT DISTINCT name FROM counter WHERE name LIKE '%.sum'")]
    plain = step_us(run(steps["rotate"])[1])
    _, other, seen = under_ncu(names, [*TRAIN, "--warm", "1", "--steps", "2"])
    add("PyTorch step", (step_us(other) - plain) / (len(seen) / 3) / 1e3, plain, lambda result: said(result, "steps"), steps.get, step_us)
    print("\nTime added to each counted launch, start-up of both tools left out; ncu counts all passes of each\n")
    table(["kernel", "how", "counted", "rooflens", "ncu", "ratio"], rows)


def loops():
    """What counting costs in warmed loops of ten seconds, and what it holds of the device's memory."""
    loop = os.path.join(APPS, "kernel_loop")
    rows, parts = [], []
    for us in map(int, os.environ.get("KERNELS_US", "10,50,500").split(",")):
        command = [loop, str(us), str(int(10.5e6 / us))]
        result = run(command)[1]
        plain, free = said(result, "us_per_launch"), said(result, "free_bytes")
        row = [f"{us} µs", f"{plain:.2f} µs"]
        for options in [[], ["--launches-per-kernel", "1000"]]:
            _, result, session = profile(["--keep-spool", *options], command)
            row.append(f"{100 * (said(result, 'us_per_launch') / plain - 1):+.1f} %")
            parts += [[f"{us} µs", " ".join(options) or "none", group, count, launches, f"{opening / count / 1e6:.1f} ms",
                       f"{closing / count / 1e6:.1f} ms", f"{took / launches / 1e3 - plain:.0f} µs" if launches else "-"]
                      for group, (count, launches, opening, took, closing) in sorted(windows(session).items())]
        rows.append([*row, f"{(free - said(result, 'free_bytes')) / 2**20:.0f} MiB"])
    print("\nLoops of 10 s: time added by `rooflens profile` as it is and with 1000 launches of each pass, and device memory\n")
    table(["kernel", "each", "as it is", "--launches-per-kernel 1000", "memory"], rows)
    print("\nFrom within: windows of each group, what one takes to open and to close, and a counted launch without the kernel's own time\n")
    table(["kernel", "options", "group", "windows", "launches", "to open", "to close", "a launch"], parts)


def kill():
    worst, lost = 0.0, 0
    for _ in range(20):
        session = new_session()
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


GPUS = subprocess.run(["nvidia-smi", "-L"], capture_output=True, text=True).stdout.count("GPU ") if shutil.which("nvidia-smi") else 1


def beside(loop, each):
    """Step times [(with --max-overhead 10, without)] of loops on `each` GPUs, and sessions of the former. On a shared machine the
    time of a step moves by tenths from one minute to the next, so both run at the same time, on different GPUs and cores; then
    they change places. Where there are too few GPUs, one after another."""
    def profiled():
        sessions.append(new_session())
        return [rooflens(), "profile", "--max-overhead", "10", "-o", sessions[-1], "--", *loop]
    sessions = []
    if GPUS < 2 * each:
        before, took, after = (step_time(run(command)[1].stdout) for command in (loop, profiled(), loop))
        return [(took, before), (took, after)], sessions
    places = GPUS // (2 * each) * 2
    cores = sorted(os.sched_getaffinity(0))
    pairs = []
    for swapped in (0, 1):
        running = []
        for place in range(places):
            own = set(cores[place * len(cores) // places:(place + 1) * len(cores) // places]) or set(cores)
            running.append(subprocess.Popen(
                loop if (place + swapped) % 2 else profiled(), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                env={**os.environ, "CUDA_VISIBLE_DEVICES": ",".join(str(place * each + i) for i in range(each))},
                preexec_fn=lambda own=own: os.sched_setaffinity(0, own)))
        times = [step_time(process.communicate()[0]) for process in running]
        pairs += [(times[i + swapped], times[i + 1 - swapped]) for i in range(0, places, 2)]
    return pairs, sessions


def added(pairs):
    return f"{100 * (statistics.geometric_mean(profiled / plain for profiled, plain in pairs) - 1):+.1f} %"


def budget():
    seconds = os.environ.get("SECONDS_OF_LOOP", "60")
    rows = []
    for title, batch in (("waits for launches", "16"), ("waits for the GPU", "1024")):
        if title not in os.environ.get("LOOPS", title):
            continue
        pairs, sessions = beside([*TRAIN, "--warm", "50", "--batch", batch, "--seconds", seconds], 1)
        # Kernels of set-up and of the checksum at the end are launched a few times.
        counted = [query(session, "SELECT count(*), sum(launches_observed > 0) FROM kernel WHERE scope = 'launch' AND launches_made > 50")[0] +
                   query(session, "SELECT count(*) FROM kernel WHERE scope = 'launch'")[0] for session in sessions]
        rows.append([title, ", ".join(f"{profiled:.3f} / {plain:.3f} ms" for profiled, plain in pairs), added(pairs),
                     ", ".join(f"{some} of {kernels}, {seen} seen" for kernels, some, seen in counted)])
    print(f"\n--max-overhead 10 over {seconds} s of training\n")
    table(["training loop", "a step with / without", "added", "kernels of the loop counted"], rows)


def ranks():
    pairs, sessions = beside([PYTHON, "-m", "torch.distributed.run", "--standalone", "--nproc-per-node", "2", *TRAIN[1:],
                              "--warm", "50", "--seconds", os.environ.get("SECONDS_OF_LOOP", "20")], 2)
    print("\ntorchrun on 2 GPUs, a step with --max-overhead 10 / without: "
          f"{', '.join(f'{profiled:.3f} / {plain:.3f} ms' for profiled, plain in pairs)} ({added(pairs)})")
    rows = [row for session in sessions for row in query(session, """SELECT rank, world, launcher, count(kernel.id),
        sum(launches_observed > 0) FROM process JOIN kernel ON kernel.process_id = process.id WHERE scope = 'launch' GROUP BY process.id""")]
    table(["rank", "world", "launcher", "kernels", "counted"], rows)


def main():
    parts = {"accuracy": accuracy, "cost": cost, "loops": loops, "kill": kill, "budget": budget, "ranks": ranks}
    for name in sys.argv[1:] or ["accuracy", "cost", "kill", "budget"]:
        if name not in parts:
            sys.exit(__doc__)
        parts[name]()
    shutil.rmtree(FOLDER, ignore_errors=True)


if __name__ == "__main__":
    main()
