#!/usr/bin/env python3
"""How fast reports of 10 000 kernels are written and opened, without a GPU: the best of RUNS runs, goal beside it.

usage: ROOFLENS=path MANY_KERNELS=path reports.py [RUNS]     MANY_KERNELS is the program of that name in the build's tests/bench
The CPU time of a command stands beside its wall time: on a machine that others use it is the one to look at.
Opening and hovering need chromium, node, and playwright-core in reports/web; without them these rows say so.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

from common import rooflens, table

KERNELS = 10_000
HERE = os.path.dirname(os.path.abspath(__file__))


def measured(command):
    """Wall seconds, CPU seconds and peak resident MiB of one process."""
    began = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"{' '.join(command)}: exit code {process.returncode}")
    return time.perf_counter() - began, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def best(command, runs):
    wall, cpu, memory = zip(*(measured(command) for _ in range(runs)))
    return min(wall), min(cpu), max(memory)


def page_speed(folder, name, count):
    """Milliseconds until drawn and of a movement of the pointer, or None."""
    chromium = os.environ.get("ROOFLENS_CHROMIUM") or shutil.which("chromium-headless-shell") or shutil.which("chromium") or shutil.which("google-chrome")
    if not chromium or not shutil.which("node"):
        return None
    environment = {**os.environ, "ROOFLENS_CHROMIUM": chromium, "ROOFLENS_WEB_DIRECTORY": folder}
    runs = []
    for _ in range(count):
        result = subprocess.run(
            ["node", os.path.join(HERE, "page_speed.mjs"), name], env=environment, capture_output=True, text=True
        )
        if result.returncode != 0:
            print(result.stderr[-1000:], file=sys.stderr)
            return None
        runs.append(json.loads(result.stdout))
    return min(run["ready"] for run in runs), min(run["hover"] for run in runs)


def main():
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    maker = os.environ.get("MANY_KERNELS")
    if not maker or not os.access(maker, os.X_OK):
        sys.exit("MANY_KERNELS names no program: build many_kernels, it lies in the build's tests/bench")
    folder = tempfile.mkdtemp()
    a, b = (os.path.join(folder, name) for name in ("a.rlens", "b.rlens"))
    subprocess.run([maker, str(KERNELS), "1", a], check=True)
    subprocess.run([maker, str(KERNELS), "1.1", b], check=True)
    rows = []
    peak = 0

    def row(what, value, unit, goal, cpu=""):
        digits = 0 if value >= 20 else 2 if value < 2 else 1
        rows.append([what, f"{value:.{digits}f} {unit}", cpu, f"{goal} {unit}", "" if value <= goal else "missed"])

    def written(what, goal, *arguments):
        nonlocal peak
        wall, cpu, memory = best([rooflens(), *arguments, "--force"], runs)
        peak = max(peak, memory)
        row(what, wall, "s", goal, f"{cpu:.2f} s")

    def opened(what, name):
        speed = page_speed(folder, name, runs)
        if speed is None:
            rows.append([f"{what}, opened and drawn", "no browser", "", "1 s", ""])
            return
        row(f"{what}, opened and drawn", speed[0] / 1e3, "s", 1)
        row(f"{what}, a movement of the pointer (95 of 100)", speed[1], "ms", 16)

    page = os.path.join(folder, "report.html")
    compared = os.path.join(folder, "compared.html")
    written("report -o .html", 1, "report", a, "-o", page)
    row("its size", os.path.getsize(page) / 1e6, "MB", 3)
    opened("the page", "report")
    written("plot -o .png", 0.3, "plot", a, "-o", os.path.join(folder, "report.png"))
    written("compare -o .html", 2, "compare", a, b, "-o", compared)
    row("its size", os.path.getsize(compared) / 1e6, "MB", 3)
    opened("the comparison", "compared")
    written("compare -o .png", 2, "compare", a, b, "-o", os.path.join(folder, "compared.png"))
    row("peak memory of these commands", peak, "MiB", 300)
    table(["10 000 kernels", "measured", "CPU", "goal", ""], rows)
    shutil.rmtree(folder)


if __name__ == "__main__":
    main()
