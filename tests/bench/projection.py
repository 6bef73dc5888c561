#!/usr/bin/env python3
"""Does a projection hold on the GPU that it was made for? Times projected from one session beside those of another.

usage: ROOFLENS=path projection.py FROM TO [GPU]

FROM, TO  sessions of the same kernels on two GPUs
GPU       the model of TO's, as `rooflens report --project` takes it; found by its name where that is in the table

Prints every kernel that both have; then how many times lie inside their interval (goal 85 to 97 %), its half-width (goals
8 % in the median, 20 % in 90 %), and how far off the middle is. Beside it what a ratio of roofs, plus and minus its own
90th percentile on these very kernels, would give: interval scores (Gneiting and Raftery 2007, of logarithms, for 90 %) say
which is better, less is more.
"""

import json
import math
import statistics
import sys

from common import machines_of, rooflens, table, timed

LEVEL = 0.9
LONG = 10e-6
MODELS = {"H200": "H200 SXM", "H100 80GB HBM3": "H100 SXM5"}


def quantile(values, share):
    return sorted(values)[math.ceil(share * len(values)) - 1]


def key(kernel):
    return kernel["name"], tuple(sorted(kernel["parameters"].items()))


def times_of(session):
    return {key(k): k["time"]["median_s"] for machine in machines_of(session) for k in machine["kernels"]
            if k["verification"]["status"] != "mismatch" and k.get("time")}


def interval_score(low, high, value):
    """Of logarithms: the width, and more the further outside."""
    low, high, value = math.log(low), math.log(high), math.log(value)
    return high - low + 2 / (1 - LEVEL) * (max(0, low - value) + max(0, value - high))


def main():
    if len(sys.argv) not in (3, 4) or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    name = machines_of(sys.argv[2])[0]["device"]["name"]
    model = sys.argv[3] if len(sys.argv) == 4 else next((m for words, m in MODELS.items() if words in name), name)
    report = json.loads(timed([rooflens(), "report", sys.argv[1], "--project", model, "--format", "json"])[1])
    measured = times_of(sys.argv[2])
    rows, seen, without = [], [], 0
    for kernel in (k for machine in report["gpus"] for k in machine["kernels"]):
        real = measured.get(key(kernel))
        if real is None:
            continue
        p = kernel.get("projected")
        if not p:
            without += 1
            continue
        p.setdefault("middle_s", math.sqrt(p["low_s"] * p["high_s"]))
        inside = p["low_s"] <= real <= p["high_s"]
        seen.append((kernel, p, real, inside))
        rows.append([kernel["name"][:48], f"{kernel['measured_s'] * 1e6:.4g}", f"{p['low_s'] * 1e6:.4g} to {p['high_s'] * 1e6:.4g}",
                     f"{p['middle_s'] * 1e6:.4g}", f"{real * 1e6:.4g}", f"{100 * (p['middle_s'] / real - 1):+.1f} %", "yes" if inside else "NO"])
    if not seen:
        sys.exit("no kernel of the first session was projected and is in the second")
    table(["kernel", "µs here", "projected", "middle", "µs there", "middle off", "inside"], rows)
    half = [math.sqrt(p["high_s"] / p["low_s"]) - 1 for _, p, _, _ in seen]
    off = [abs(math.log(p["middle_s"] / real)) for _, p, real, _ in seen]
    long = [o for o, (k, _, _, _) in zip(off, seen) if k["measured_s"] >= LONG]
    print(f"\nonto {model}: {sum(i for *_, i in seen)} of {len(seen)} inside ({100 * sum(i for *_, i in seen) / len(seen):.0f} %); half-width "
          f"{100 * statistics.median(half):.1f} % in the median, {100 * quantile(half, 0.9):.1f} % in 90 %")
    print(f"middle off {100 * math.expm1(statistics.median(off)):.1f} % in the median, {100 * math.expm1(quantile(off, 0.9)):.1f} % in 90 %"
          + (f"; {100 * math.expm1(quantile(long, 0.9)):.1f} % in 90 % of {len(long)} kernels of 10 µs and more" if long else ""))
    naive = [math.log(p["by_roofs_s"] / real) for _, p, real, _ in seen]
    width = quantile([abs(n) for n in naive], LEVEL)
    score = statistics.mean(interval_score(p["low_s"], p["high_s"], real) for _, p, real, _ in seen)
    other = statistics.mean(interval_score(p["by_roofs_s"] * math.exp(-width), p["by_roofs_s"] * math.exp(width), real) for _, p, real, _ in seen)
    print(f"ratio of roofs: off {100 * math.expm1(statistics.median([abs(n) for n in naive])):.1f} % in the median, {100 * math.expm1(width):.1f} % in 90 %; "
          f"interval score {other:.3f}, of the projection {score:.3f}")
    if without:
        print(f"{without} kernels of both have no projection")


if __name__ == "__main__":
    main()
