#!/usr/bin/env python3
"""Does the gap show a known dose of one cause as what it is from formula, and leave the other factors alone?

usage: ROOFLENS=path dosed.py [SESSIONS-FOLDER]

Records two sessions (three calls of rooflens with the one that asks for the device) of kernels with a known dose and of
the same kernels without it; those that the folder holds already are used. Every row is printed: the product of the
factors that the cause makes, over that of the member without it, against its closed form; and of all other factors the
one that moved most. Both have to be within 5 %. Where another resource is the busiest once the dose is there, the other
factors speak of another resource than before: these rows are counted apart, not left out. The latency roof takes
part only where `rooflens ceilings` has run before.
"""

import math
import os
import sys
import tempfile

from common import machine_of, table
from doses import SERIES, pairs_of_series, record

TOLERANCE = 0.05


def factors_of(kernel):
    return {factor["id"]: factor["factor"] for factor in kernel["gap"]["factors"]}


def others(dosed, undosed, ids):
    """(id, ratio) of the other factor that moved most; a factor that one side lacks counts as moved."""
    a, b = factors_of(dosed), factors_of(undosed)
    lost = sorted((a.keys() ^ b.keys()) - set(ids))
    if lost:
        return lost[0], None
    ratios = {i: a[i] / b[i] for i in a if i not in ids}
    return max(ratios.items(), key=lambda entry: abs(math.log(entry[1])))


def near(ratio, expected):
    return abs(ratio / expected - 1) <= TOLERANCE


def judge(series, dosed, undosed, device):
    """A row of the table, and what is counted: whether the factor follows (None: no closed form), whether that could
    have failed with a factor of 1, whether the others stayed, whether another resource is the busiest."""
    a, b = factors_of(dosed), factors_of(undosed)
    factor = math.prod(a.get(i, 1) for i in series.factors) / math.prod(b.get(i, 1) for i in series.factors)
    expected = series.closed(dosed, undosed, device)
    moved, ratio = others(dosed, undosed, series.factors)
    kept = ratio is not None and near(ratio, 1)
    before, after = undosed["gap"]["busiest"], dosed["gap"]["busiest"]
    follows = None if expected is None else near(factor, expected)
    row = [dosed["name"], f"{series.dose}={dosed['parameters'][series.dose]}" if series.dose else "on", series.form,
           "-" if expected is None else f"{expected:.3f}", "*".join(series.factors), f"{factor:.3f}",
           "-" if expected is None else f"{100 * (factor / expected - 1):+.1f} %",
           {None: "-", True: "yes", False: "NO"}[follows], f"{dosed['time']['median_s'] / undosed['time']['median_s']:.3f}",
           after if before == after else f"{before} -> {after}",
           f"{moved} lost" if ratio is None else f"{moved} x {ratio:.3f}", "yes" if kept else "NO"]
    telling = expected is not None and not near(1, expected)
    return row, (follows, telling, kept, before != after)


def count(rows, which):
    chosen = [row for row in rows if which(row) is not None]
    return f"{sum(which(row) for row in chosen)} of {len(chosen)}"


def main():
    if len(sys.argv) > 2 or (len(sys.argv) == 2 and sys.argv[1].startswith("-")):
        sys.exit(__doc__)
    folder = sys.argv[1] if len(sys.argv) == 2 else tempfile.mkdtemp()
    sessions, seconds = record(folder, ("divergence", "dosed"))
    machines = [machine_of(session) for session in sessions.values()]
    kernels = [k for machine in machines for k in machine["kernels"]]
    rows, counted, absent = [], [], []
    for series in SERIES:
        if series.kind != "dosed":
            continue
        pairs = [(a, b) for a, b in pairs_of_series(kernels, series) if "gap" in a and "gap" in b]
        if len(pairs) < len(series.members()):
            absent.append(f"{series.kernel}: {len(series.members()) - len(pairs)} of {len(series.members())} doses have no pair of verified kernels")
        for dosed, undosed in pairs:
            row, verdict = judge(series, dosed, undosed, machines[0]["device"])
            rows.append(row)
            counted.append(verdict)
    if not rows:
        sys.exit(f"nothing was recorded in {folder} that has a dose: remove its sessions, or name another folder")
    table(["kernel", "dose", "closed form", "expected", "factor", "is", "off", "follows", "time x", "busiest", "moved most", "others stay"], rows)
    print(f"\n{count(counted, lambda v: v[0])} factors follow their closed form within 5 % "
          f"({count(counted, lambda v: v[0] if v[1] else None)} where a factor of 1 would not); "
          f"{count(counted, lambda v: v[2])} leave the others alone "
          f"({count(counted, lambda v: None if v[3] else v[2])} where the busiest resource stays the same, "
          f"{count(counted, lambda v: v[2] if v[3] else None)} where another one takes over)")
    without = sum(v[0] is None for v in counted)
    if without:
        print(f"{without} rows have no closed form here: there is no latency roof, run `rooflens ceilings` first")
    for line in absent:
        print("absent: " + line)
    print(f"`rooflens run` took {seconds:.1f} s for {len(kernels)} kernels; sessions in {os.path.abspath(folder)}")


if __name__ == "__main__":
    main()
