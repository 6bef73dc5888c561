#!/usr/bin/env python3
"""Time that counters add: rooflens against Nsight Compute, same metrics, same launches, in one call.

For each tool: the wall time of the whole run minus the wall time of `--no-counters` on the same kernels. ncu observes
one launch of each case (the one in the NVTX range `verify`), rooflens one as well. Runs alternate and medians are taken,
because machines are noisy.

usage: ROOFLENS=path overhead_vs_ncu.py [--rounds N]
"""

import os
import statistics
import sys
import tempfile

from common import counters, functions, ncu, ncu_rows, rooflens, table, timed

# The tensor kernel is left to the default sizes: its extra counter group is collected for it alone, which ncu has no way
# to ask for.
KERNELS = ["vector_add/*", "copy/*", "transpose/*", "reduction/*", "gemm/naive", "gemm/tiled"]


def sweep(sizes):
    """11 kernels at each of the sizes."""
    return [*KERNELS, "--set", "n=" + ",".join(str(n) for n in sizes)]


def measure(title, size, rounds, folder):
    session = os.path.join(folder, "s.rlens")
    base = [rooflens(), "run", *size, "--format", "none", "--force", "-o", session]
    timed(base)
    observed = counters(session)
    names = sorted({name for values in observed.values() for name in values})
    quick = [n for n in names if not n.startswith("sm__ops_path") and "pipe_tensor_cycles" not in n]
    hardware = [n for n in quick if "__sass_" not in n or n.endswith("peak_sustained")]
    functions_of = "|".join(sorted(set(functions(session).values())))

    def under_ncu(metrics):
        seconds, text = timed([ncu(), "--cache-control", "none", "--clock-control", "none", "--nvtx", "--nvtx-include",
                               "rooflens@verify]", "-k", f"regex:^({functions_of})$", "--csv", "--page", "raw",
                               "--metrics", ",".join(metrics), *base, "--no-counters"])
        seen = len(ncu_rows(text))
        if seen != len(observed):
            sys.exit(f"ncu observed {seen} launches, rooflens {len(observed)}")
        return seconds

    samples = {"none": [], "hardware": [], "quick": [], "ncu hardware": [], "ncu quick": []}
    for i in range(rounds):
        samples["none"].append(timed([*base, "--no-counters"])[0])
        samples["hardware"].append(timed([*base, "--no-sass"])[0])
        samples["quick"].append(timed(base)[0])
        if i < max(1, rounds // 3):
            samples["ncu hardware"].append(under_ncu(hardware))
            samples["ncu quick"].append(under_ncu(quick))
    middle = {key: statistics.median(values) for key, values in samples.items()}
    rows = []
    for ours, theirs in (("hardware", "ncu hardware"), ("quick", "ncu quick")):
        added, added_ncu = middle[ours] - middle["none"], middle[theirs] - middle["none"]
        rows.append([f"{title}, {len(observed)} launches: {ours}", f"{added:.2f} s", f"{1e3 * added / len(observed):.1f} ms",
                     f"{added_ncu:.2f} s", f"{1e3 * added_ncu / len(observed):.0f} ms", f"1/{added_ncu / added:.1f}"])
    patched = [middle["quick"] - middle["hardware"], middle["ncu quick"] - middle["ncu hardware"]]
    note = (f"{title}, {len(observed)} launches: {middle['none']:.2f} s without counters; of the time added for quick, patched code (SASS counters) "
            f"took {patched[0]:.2f} s under rooflens and {patched[1]:.2f} s under ncu")
    return rows, note


def main():
    rounds = int(sys.argv[sys.argv.index("--rounds") + 1]) if "--rounds" in sys.argv else 3
    folder = tempfile.mkdtemp()
    rows, notes = [], []
    for title, arguments in (("default sizes", []), ("sweep", sweep(range(256, 1409, 128))),
                             ("sweep", sweep(range(256, 1729, 64)))):
        more, note = measure(title, arguments, rounds, folder)
        rows += more
        notes.append(note)
    print("Time added by counters (whole run minus the run without counters)\n")
    table(["case", "rooflens", "a launch", "ncu", "a launch", "ratio"], rows)
    print("\n" + "\n".join(notes))


if __name__ == "__main__":
    main()
