#!/usr/bin/env python3
"""Counters of rooflens against Nsight Compute's, on the same launches in the same cache state.

Every catalogue kernel runs on arrays of at least four times the L2 (in all), cold. ncu replays the whole application, so
that nothing is saved or restored around the launch, and takes the first timed launch of `--no-counters`. Instruction
counts must be equal, bytes within 1 %, DRAM bytes within 3 % of the traffic at their level. Exit code 1 otherwise.

usage: ROOFLENS=path accuracy_vs_ncu.py [KERNEL...]
"""

import os
import sys
import tempfile

from common import counters, functions, ncu, ncu_rows, number, rooflens, table, timed

# Matrices of the gemms: three of 5120 x 5120 floats are 315 MB, more than four times 60 MiB.
SIZES = {"gemm/naive": 5120, "gemm/tiled": 5120, "gemm/tensor-core-bf16": 8192}
WARM_UP_LAUNCHES = 4  # one verification, three warm-ups


def limit(counter):
    """Allowed difference, relative to the traffic of the level (bytes) or to the count itself."""
    if counter.startswith(("dram__", "fbpa__")):
        return 0.03
    if "bytes" in counter or ("sectors" in counter and "sass" not in counter):
        return 0.01
    return 0.0


def whole(counter, values):
    """What a difference is measured against: one direction of a level against all traffic of that level, so that the
    4 MB that a reduction writes beside the GB it reads are not a level of their own."""
    if counter.startswith(("dram__", "fbpa__")):
        return values["dram__bytes.sum"]
    if counter.startswith("lts__t_sectors"):
        return values["lts__t_sectors_srcunit_tex.sum"]
    return values[counter]


def kind(counter):
    return {0.0: "instructions", 0.01: "bytes", 0.03: "dram"}[limit(counter)]


def compared(names):
    """Sums only: ratios follow from them, and cycles belong to the range or the launch, whichever was measured."""
    return sorted(n for n in names if n.endswith(".sum") and "cycles" not in n)


def main():
    folder = tempfile.mkdtemp()
    listed = [line.split()[0] for line in timed([rooflens(), "list"])[1].splitlines() if line[:1].strip()]
    kernels = sys.argv[1:] or listed
    worst_of_all, rows, failures = {}, [], []
    for kernel in kernels:
        size = ["--set", f"n={SIZES[kernel]}"] if kernel in SIZES else []
        session = os.path.join(folder, kernel.replace("/", "_") + ".rlens")
        timed([rooflens(), "run", kernel, *size, "--format", "none", "-o", session])
        ours = counters(session)[kernel]
        names = compared(ours)
        plain = [rooflens(), "run", kernel, *size, "--no-counters", "--format", "none", "--force", "-o", session + ".none"]
        _, text = timed([ncu(), "--replay-mode", "application", "--cache-control", "none", "--clock-control", "none",
                         "--csv", "--page", "raw", "--print-units", "base", "--print-fp",
                         "-k", f"regex:^{functions(session)[kernel]}$", "--launch-skip", str(WARM_UP_LAUNCHES),
                         "--launch-count", "1", "--metrics", ",".join(names), *plain])
        theirs = ncu_rows(text)[0]
        worst = {"instructions": 0.0, "bytes": 0.0, "dram": 0.0}
        for name in names:
            a, b = ours[name], number(theirs[name])
            difference = abs(a - b) / max(abs(b), whole(name, ours)) if a != b else 0.0
            worst[kind(name)] = max(worst[kind(name)], difference)
            if difference > limit(name):
                failures.append(f"{kernel}: {name}: {a:.0f} against {b:.0f} ({100 * difference:.3f} %)")
        for key, value in worst.items():
            worst_of_all[key] = max(worst_of_all.get(key, 0.0), value)
        rows.append([kernel, len(names)] + [f"{100 * worst[k]:.3f} %" for k in ("instructions", "bytes", "dram")])
    print("Largest difference between rooflens and ncu, by kind of counter\n")
    table(["kernel", "counters", "instructions", "bytes", "DRAM bytes"], rows)
    print(f"\nallowed: instructions 0, bytes 1 %, DRAM bytes 3 %; {len(failures)} beyond")
    for failure in failures:
        print("  " + failure)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
