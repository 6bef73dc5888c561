#!/usr/bin/env python3
"""What a step takes longer under rooflens, or under a library that only subscribes to CUPTI. Runs of one program on one host
differ by more than that, so two processes of it run side by side, on the same cores: one makes steps in the even tenths of each
second, plainly, and the other in the odd ones, under the tool. What slows the host down slows both.

usage: steps_in_turns.py [--seconds S] [--first S] [--kinds KIND,...] PROGRAM.py...    (of tests/apps)

--first: seconds that are left out, in which rooflens counts. Kinds: plain (both processes: what it prints is noise), subscribed,
asked (subscribed, and CUPTI asked once, after 2 s, which counters there are), counted (the same, and one window of them), idle
(`profile --idle`), profiled, refused (profiled, and CUPTI refuses counters).
"""

import argparse
import array
import os
import statistics
import subprocess
import sys
import tempfile

from added_in_run import median_and_error
from common import rooflens
from others import apps_folder, floor_library, refusing_library

TURN = 0.1  # seconds: tests/apps/_steps.py
CORES = 4


def tool(kind, session):
    """What stands before the program's command, and in its environment."""
    profile = [rooflens(), "profile", "--force", "-o", session]
    return {
        "plain": ([], {}),
        "subscribed": ([], {"CUDA_INJECTION64_PATH": floor_library(), "CUPTI_FLOOR": ""}),
        "counted": ([], {"CUDA_INJECTION64_PATH": floor_library(), "CUPTI_FLOOR": "counters"}),
        "asked": ([], {"CUDA_INJECTION64_PATH": floor_library(), "CUPTI_FLOOR": "counters-asked"}),
        "idle": ([*profile, "--idle", "--"], {}),
        "profiled": ([*profile, "--"], {}),
        "refused": ([*profile, "--"], {"ROOFLENS_CUPTI": refusing_library()}),
    }[kind]


def turns(pairs, first):
    """Median step of each tenth of a second that begins `first` s or more after the first step: {tenth: ms}."""
    steps = {}
    for at, ms in pairs:
        if at - pairs[0][0] >= first:
            steps.setdefault(int(at / TURN), []).append(ms)
    return {turn: statistics.median(all_ms) for turn, all_ms in steps.items()}


def added(plain, other):
    """Shares by which the tool's tenth takes longer than the plain one before it: [share]."""
    return [other[turn + 1] / ms - 1 for turn, ms in sorted(plain.items()) if turn % 2 == 0 and turn + 1 in other]


def pairs_of(file):
    numbers = array.array("d")
    with open(file, "rb") as data:
        numbers.frombytes(data.read())
    return list(zip(numbers[0::2], numbers[1::2]))


def side_by_side(program, kind, folder, options):
    """Steps of the plain process and of the other: ([(seconds, ms)], [(seconds, ms)])."""
    cores = sorted(os.sched_getaffinity(0))[:CORES]
    running, files = [], []
    for turn, of in enumerate(("plain", kind)):
        before, settings = tool(of, os.path.join(folder, "s.rlens"))
        files.append(os.path.join(folder, f"steps.{turn}"))
        settings = {**settings, "XLA_PYTHON_CLIENT_PREALLOCATE": "false", "STEP_TURN": str(turn),
                    "STEP_SECONDS": str(options.seconds), "STEP_TIMES": files[-1]}
        with open(os.path.join(folder, f"said.{turn}"), "w") as said:
            running.append(subprocess.Popen([*before, sys.executable, os.path.join(apps_folder(), program)], cwd=folder,
                                            env={**os.environ, **settings}, stdout=subprocess.DEVNULL, stderr=said,
                                            preexec_fn=lambda: os.sched_setaffinity(0, cores)))
    try:
        codes = [process.wait(timeout=3 * options.seconds + 120) for process in running]
    finally:
        for process in running:
            process.kill()
    for turn, code in enumerate(codes):
        if code != 0:
            with open(os.path.join(folder, f"said.{turn}")) as said:
                sys.exit(f"{program} ({kind}): exit code {code}\n{said.read()[-2000:]}")
    return [pairs_of(file) for file in files]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--first", type=float, default=6)
    parser.add_argument("--kinds", type=lambda text: text.split(","), default=["plain", "subscribed", "profiled"])
    parser.add_argument("programs", nargs="+")
    options = parser.parse_args()
    print("| program | beside a plain run | tenths | plain step, ms | takes longer |\n|---|---|---:|---:|---:|")
    for program in options.programs:
        for kind in options.kinds:
            with tempfile.TemporaryDirectory() as folder:
                plain, other = (turns(pairs, options.first) for pairs in side_by_side(program, kind, folder, options))
            shares = added(plain, other)
            share, error = median_and_error(shares)
            print(f"| `{program.removesuffix('.py')}` | {kind} | {len(shares)} | {statistics.median(plain.values()):.3f} | "
                  f"{100 * share:+.1f} ± {100 * error:.1f} % |", flush=True)


if __name__ == "__main__":
    main()
