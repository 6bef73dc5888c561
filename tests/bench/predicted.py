#!/usr/bin/env python3
"""Does evidence predict how long a kernel takes? Every kernel's time beside what the factors of its gap give without it.

usage: ROOFLENS=path predicted.py SESSION...

Prints the time that follows from counters, roofs and what warps wait for, over the measured one; then how far off these
are, the unexplained factors, and how much of the gaps' logarithm they are. The model's constants were fitted to families
of samples/catalogue.rlens (H200) that rules were written on (fit_waiting); families kept back are printed apart, and
other sessions are kept back as a whole. Goals: 15 % for 75 % of kernels, 90th percentile 40 %; unexplained at most 1.15
in the median and 1.5 in 90 %, over the kernels with a gap of 1.1 or more.
"""

import math
import sys

from advice import KEPT_BACK
from common import machines_of, table

GAP = 1.1
CLOSE = 0.15


def unexplained(kernel):
    return next(f["factor"] for f in kernel["gap"]["factors"] if f["id"] == "unexplained")


def by_samples(kernel):
    return next((f["factor"] for f in kernel["gap"]["factors"] if f["id"] == "stalls"), 1)


def quantile(values, share):
    """The smallest value that at least this share of them do not exceed."""
    return sorted(values)[math.ceil(share * len(values)) - 1]


def summary(title, kernels, unexplained=unexplained):
    if not kernels:
        return []
    off = [abs(math.log(unexplained(k))) for k in kernels]
    far = [k for k in kernels if k["gap"]["total"] >= GAP]
    shares = [abs(math.log(unexplained(k))) / math.log(k["gap"]["total"]) for k in far]
    row = [title, len(kernels), f"{100 * sum(o <= math.log1p(CLOSE) for o in off) / len(off):.0f} %"]
    row += [f"{100 * math.expm1(quantile(off, share)):.0f} %" for share in (0.5, 0.75, 0.9)]
    row += [len(far)] + ([f"{quantile([unexplained(k) for k in far], share):.2f}" for share in (0.5, 0.9)] if far else ["-", "-"])
    return [row + [f"{100 * quantile(shares, 0.5):.0f} %" if far else "-"]]


def main():
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    rows, groups, unpredicted = [], [], []
    for session in sys.argv[1:]:
        explained = [k for machine in machines_of(session) for k in machine["kernels"] if k["verification"]["status"] != "mismatch" and k.get("gap")]
        kernels = [k for k in explained if "predicted_s" in k["gap"]]
        unpredicted += [[k["name"][:48], ", ".join(m["id"] for m in k["gap"]["missing"] if m["id"].startswith("demand-"))]
                        for k in explained if k not in kernels]
        for k in sorted(kernels, key=unexplained):
            waits = [f"{f['id']} {f['factor']:.2f}" for f in k["gap"]["factors"]
                     if f["id"] not in ("unexplained", "unclassified") and f["factor"] >= 1.05]
            rows.append([k["name"][:48], f"{k['gap']['measured_s'] * 1e6:.4g}", f"{k['gap']['predicted_s'] * 1e6:.4g}",
                         f"{1 / unexplained(k):.2f}", f"{k['gap']['total']:.2f}", ", ".join(waits)])
        known = [k for k in kernels if "latency" not in [m["id"] for m in k["gap"]["missing"]]]
        if known and all(k["parameters"] for k in known):
            groups += summary("families fitted to", [k for k in known if k["name"].split("/")[0] not in KEPT_BACK])
            groups += summary("families kept back", [k for k in known if k["name"].split("/")[0] in KEPT_BACK])
        groups += summary(session + ", waiting known", known) + summary(session + ", all", kernels)
        if any(by_samples(k) > 1 for k in kernels):
            without = lambda k: unexplained(k) * by_samples(k)  # noqa: E731
            groups += summary("the same without samples of warps", kernels, without)
            groups += summary("families kept back, without samples", [k for k in known if k["name"].split("/")[0] in KEPT_BACK], without)
    table(["kernel", "µs", "predicted", "ratio", "gap", "factors of 1.05 or more"], rows)
    print()
    if unpredicted:
        print("Not predicted: what may have taken the time was not counted\n")
        table(["kernel", "lacking"], unpredicted)
        print()
    table(["kernels", "number", "within 15 %", "median off", "75 %", "90 %", f"gap of {GAP} or more", "unexplained, median", "90 %",
           "of the logarithm, median"], groups)


if __name__ == "__main__":
    main()
