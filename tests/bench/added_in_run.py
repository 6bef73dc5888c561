#!/usr/bin/env python3
"""What rooflens adds to the later steps of a program, found within one run. Runs of one program differ by more than that; but
rooflens looks at launches in the first tenth of every two seconds of the wall clock, and leaves them alone in between, so steps
are compared with those a second later. Work from formula is observed for 0.6 of every 10 s, nobody knows when: of all phases the
one with the largest difference is taken, so what is printed for it is too high rather than too low. What CUPTI's subscription
costs is in both parts; --subscription compares the tenths of a second in which a library that does nothing else is subscribed
with those in which it is not. The plain run is treated alike: what it prints is noise.

usage: added_in_run.py [--seconds S] [--first S] [--refused | --subscription] PROGRAM.py...
       (of tests/apps; --first: seconds that are left out)
"""

import argparse
import array
import math
import os
import statistics
import subprocess
import sys
import tempfile

from common import rooflens
from others import apps_folder, floor_library, refusing_library
from own_times import step_ms

PERIOD, LOOKS = 2.0, 0.6  # seconds: schedule/callback_switch.hpp; a look and what it leaves behind
LONG, WHOLE = 10.0, 0.8   # the same of torch/formulas.cpp, whose ticks are a little longer than 200 ms
LONGEST = 10.6
TURN = 0.1                # seconds: apps/cupti_floor.cpp


def steps_of(file, first):
    """[(seconds since the first step, ms)] of the steps that begin later than `first` seconds, and the clock then."""
    numbers = array.array("d")
    with open(file, "rb") as data:
        numbers.frombytes(data.read())
    pairs = list(zip(numbers[0::2], numbers[1::2]))
    return [(at, ms) for at, ms in pairs if at - pairs[0][0] >= first]


def added_by_looks(steps):
    """Shares by which all steps of each period take longer than those of its quiet part: [share]."""
    periods = {}
    for at, ms in steps:
        periods.setdefault(int(at // PERIOD), []).append((at % PERIOD, ms))
    shares = []
    for rows in list(periods.values())[1:-1]:
        quiet = [ms for phase, ms in rows if phase >= LOOKS]
        if quiet:
            shares.append(statistics.fmean(ms for _, ms in rows) / statistics.fmean(quiet) - 1)
    return shares


def added_by_observing(steps):
    """The largest share that one phase of a period of ten seconds adds to the whole."""
    largest, period = -math.inf, LONG
    while period <= LONGEST:
        cells = int(period / 0.1)
        sums, counts = [0.0] * cells, [0] * cells
        for at, ms in steps:
            cell = int(at % period / period * cells)
            sums[cell] += ms
            counts[cell] += 1
        width = round(WHOLE / 0.1)
        for begin in range(cells):
            inside = [(begin + i) % cells for i in range(width)]
            count, total = sum(counts[i] for i in inside), sum(sums[i] for i in inside)
            if 0 < count < sum(counts):
                others = (sum(sums) - total) / (sum(counts) - count)
                largest = max(largest, sum(sums) / sum(counts) / others - 1)
        period += 0.05
    return largest


def added_by_subscription(steps):
    """Shares by which steps in even tenths of a second take longer than those in the odd ones after them: [share]."""
    turns = {}
    for at, ms in steps:
        turns.setdefault(int(at / TURN), []).append(ms)
    return [statistics.median(turns[t]) / statistics.median(turns[t + 1]) - 1 for t in turns if t % 2 == 0 and t + 1 in turns]


def median_and_error(shares):
    """The median and its standard error, of shares with outliers: (share, share)."""
    quarters = statistics.quantiles(shares, n=4)
    return quarters[1], 0.93 * (quarters[2] - quarters[0]) / math.sqrt(len(shares))


def measured(command, folder, options, settings):
    file = os.path.join(folder, "steps")
    run = subprocess.run(command, cwd=folder, env={**os.environ, **settings, "STEP_TIMES": file}, capture_output=True, text=True,
                         timeout=6 * options.seconds + 120)
    if run.returncode != 0:
        sys.exit(f"{' '.join(command)}: exit code {run.returncode}\n{run.stderr[-2000:]}")
    if "cupti_floor:" in run.stderr:
        sys.exit(run.stderr[-2000:])
    return steps_of(file, options.first), run


def row(name, how, steps):
    shares = added_by_looks(steps)
    error = statistics.stdev(shares) / math.sqrt(len(shares)) if len(shares) > 1 else math.nan
    return (f"| `{name}` | {how} | {len(steps)} | {statistics.median(ms for _, ms in steps):.3f} | "
            f"{100 * statistics.fmean(shares):+.1f} ± {100 * error:.1f} % | {100 * added_by_observing(steps):+.1f} % |")


def subscription_row(name, how, steps):
    share, error = median_and_error(added_by_subscription(steps))
    return f"| `{name}` | {how} | {len(steps)} | {statistics.median(ms for _, ms in steps):.3f} | {100 * share:+.1f} ± {100 * error:.1f} % |"


def compare_looks(name, command, folder, options, settings):
    refusing = {"ROOFLENS_CUPTI": refusing_library()} if options.refused else {}
    print(row(name, "plain", measured(command, folder, options, settings)[0]), flush=True)
    under = [rooflens(), "profile", "--force", "-o", os.path.join(folder, "s.rlens"), "--", *command]
    steps, _ = measured(under, folder, options, {**settings, **refusing})
    print(row(name, "counters refused" if options.refused else "profiled", steps), flush=True)


def compare_subscription(name, command, folder, options, settings):
    for how, floor in (("plain", {}), ("subscribed in turns", {"CUDA_INJECTION64_PATH": floor_library(), "CUPTI_FLOOR": "turns"})):
        print(subscription_row(name, how, measured(command, folder, options, {**settings, **floor})[0]), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--first", type=float, default=10)
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--refused", action="store_true", help="counters are refused")
    which.add_argument("--subscription", action="store_true", help="what a subscription to CUPTI adds")
    parser.add_argument("programs", nargs="+")
    options = parser.parse_args()
    columns = ["adds"] if options.subscription else ["looks add", "observing adds at most"]
    print(f"| program | run | steps | median, ms | {' | '.join(columns)} |\n|---|---|---:|---:|{'---:|' * len(columns)}")
    for program in options.programs:
        name, command = program.removesuffix(".py"), [sys.executable, os.path.join(apps_folder(), program)]
        with tempfile.TemporaryDirectory() as folder:
            short = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120)
            settings = {"STEPS": str(int(1e3 * options.seconds / step_ms(short.stderr)))}
            compare = compare_subscription if options.subscription else compare_looks
            compare(name, command, folder, options, settings)


if __name__ == "__main__":
    main()
