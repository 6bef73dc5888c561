#!/usr/bin/env python3
"""What advice promises against what its pair delivers: for kernels that differ from their partner in one cause.

usage: ROOFLENS=path advice.py SESSION...       (a session of `rooflens run '*'`, or of `run --pairs`)

Which piece of advice counts for which cause is fixed here, before anything is measured. Where a kernel gets no such
advice the promise is 1. The point of an interval is its geometric mean. Every row is printed.
"""

import json
import math
import os
import statistics
import sys

from common import rooflens, table, timed

# Words of a pair's cause -> advice that counts for it; the first that fits.
CAUSES = [
    ("bank conflict", "bank-conflicts"),
    ("coalesced", "coalescing"),
    ("misaligned", "coalescing"),
    ("predication", "predication"),
    ("FMA mix", "fma-mix"),
    ("spill", "spills"),
    ("tail", "imbalance"),
    ("one SM", "imbalance"),
    ("divergence", "divergence"),
    ("idle lanes", "divergence"),
    ("remainder", "overhead"),
    ("index arithmetic", "overhead"),
    ("loop", "overhead"),
    ("redundant", "overhead"),
    ("narrow", "latency"),
    ("4-byte loads", "latency"),
    ("bytes in flight", "latency"),
    ("dependent", "latency"),
    ("occupancy", "latency"),
    ("short blocks", "latency"),
    ("barrier", "latency"),
    ("second pass", "cache-traffic"),
    ("reuse", "cache-traffic"),
    ("global memory", "cache-traffic"),
]


def advice_for(cause):
    return next((advice for words, advice in CAUSES if words in cause), None)


def promise(kernel, advice):
    """(low, high) of the speed-up that this piece of advice predicts; (1, 1) where it is not given."""
    for entry in kernel.get("advice", []):
        if entry["id"] == advice or (advice == "cache-traffic" and entry["id"] == "unclassified"):
            return entry["gain"]["low"], entry["gain"]["high"]
    return 1.0, 1.0


def pairs_of(session, partners):
    """Kernels beside their partners at the same parameters, as far as these have them."""
    kernels = [k for machine in json.loads(timed([rooflens(), "report", session, "--format", "json"])[1])["machines"]
               for k in machine["kernels"] if k["verification"]["status"] == "verified" and "time" in k]
    for kernel in kernels:
        partner = partners.get(kernel["name"])
        if not partner:
            continue
        same = [k for k in kernels if k["name"] == partner["name"] and
                all(kernel["parameters"].get(name, value) == value for name, value in k["parameters"].items())]
        if same:
            yield kernel, same[0], partner


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    listed = json.loads(timed([rooflens(), "list", "kernels", "--format", "json"])[1])
    partners = {k["name"]: k["partner"] for k in listed if k.get("partner")}
    rows, promised, realised, inside, false_advice = [], [], [], 0, 0
    without = []
    for session in sys.argv[1:]:
        for kernel, partner, pair in pairs_of(session, partners):
            advice = advice_for(pair["cause"])
            gain = kernel["time"]["median_s"] / partner["time"]["median_s"]
            if advice is None:
                without.append([kernel["name"], partner["name"], pair["cause"], f"{gain:.2f}"])
                continue
            low, high = promise(kernel, advice)
            point = math.sqrt(low * high)
            covered = low / 1.05 <= gain <= high * 1.05
            inside += covered
            false_advice += point >= 1.1 and gain < 1.02
            promised.append(math.log(point))
            realised.append(math.log(gain))
            rows.append([kernel["name"], partner["name"], pair["cause"], advice, f"{low:.2f} to {high:.2f}", f"{gain:.2f}",
                         f"{abs(promised[-1] - realised[-1]):.2f}", "yes" if covered else "no"])
    if not rows:
        sys.exit("no kernel stands beside its partner in these sessions: record them with `rooflens run '*'`")
    table(["kernel", "partner", "cause", "advice", "promised", "delivered", "|log error|", "inside"], rows)
    if without:
        print("\nPairs whose cause no advice speaks of\n")
        table(["kernel", "partner", "cause", "delivered"], without)
    total = sum(realised)
    n = len(realised)
    guess = [abs(r - (total - r) / (n - 1)) for r in realised] if n > 1 else [float("nan")]
    errors = [abs(p - r) for p, r in zip(promised, realised)]
    print(f"\n{n} pairs: median |log error| {statistics.median(errors):.2f}; always guessing the mean of the others {statistics.median(guess):.2f}; "
          f"inside the interval {inside} of {n}; false advice (promised 1.1 or more, delivered less than 1.02) {false_advice} of {n}")


if __name__ == "__main__":
    main()
