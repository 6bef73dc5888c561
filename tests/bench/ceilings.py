#!/usr/bin/env python3
"""Measured roofs against their goals: share of the theoretical rate at the clock they were measured at, spread, what counters
saw of what a probe claims, wall time.

usage: ROOFLENS=path ceilings.py [options of `rooflens ceilings`]
Shares hold for every GPU; the goal for DRAM is that of an H200. Exit code 1 if a goal is missed.
"""

import json
import sys

from common import rooflens, table, timed

SHARES = {"fp32": 0.97, "fp64": 0.97, "shared": 0.97, "l1": 0.95, "tensor-bf16": 0.90}  # of_peak_at_its_clock
RATES = {"NVIDIA H200": {"dram-read": 4.45e12}}
SPREAD = 0.015
COUNTED = 0.02  # off 1
NOT_COUNTED = {"l2-shared"}  # lines that SMs share: more arrive than L2 gives out
SECONDS = 40


def text(value, unit):
    if unit == "s":
        return f"{1e6 * value:.2f} us"
    for prefix, factor in (("P", 1e15), ("T", 1e12), ("G", 1e9), ("M", 1e6)):
        if value >= factor:
            return f"{value / factor:.4g} {prefix}{unit}"
    return f"{value:.4g} {unit}"


def percent(share):
    return "-" if share is None else f"{100 * share:.1f} %"


def main():
    seconds, out = timed([rooflens(), "ceilings", "--format", "json", *sys.argv[1:]])
    measured = json.loads(out)
    rows, missed = [], []
    for roof in measured["roofs"]:
        name, share = roof["probe"], roof.get("of_peak_at_its_clock")
        verdicts = []
        if name in SHARES:
            verdicts.append((f"at clock >= {100 * SHARES[name]:.0f} %", share is not None and share >= SHARES[name]))
        least = RATES.get(measured["device"], {}).get(name)
        if least is not None:
            verdicts.append((f">= {text(least, roof['unit'])}", roof["value"] >= least))
        if roof["unit"] not in ("s", "launch/s"):
            verdicts.append((f"spread <= {100 * SPREAD:.1f} %", roof["spread"] <= SPREAD))
        if "counted" in roof and name not in NOT_COUNTED:
            verdicts.append((f"counted within {100 * COUNTED:.0f} %", abs(roof["counted"] - 1) <= COUNTED))
        missed += [f"{name}: {goal}" for goal, reached in verdicts if not reached]
        rows.append([
            name,
            text(roof["value"], roof["unit"]),
            f"{100 * roof['spread']:.2f} %",
            f"{roof['clock_hz'] / 1e6:.0f}",
            f"{roof['power_watts']:.0f}" if "power_watts" in roof else "-",
            percent(roof.get("counted")),
            f"{roof['per_clock_and_sm']:.5g}" if "per_clock_and_sm" in roof else "-",
            percent(share),
            percent(roof.get("of_queried_peak")),
            percent(roof.get("of_data_sheet")),
            " ".join("ok" if reached else f"MISSED({goal})" for goal, reached in verdicts),
        ])
    print(f"{measured['device']}, driver {measured['driver_version']}, {measured['sm_count']} SMs")
    table(["roof", "measured", "spread", "MHz", "W", "counted", "/clk/SM", "at clock", "of queried", "of sheet", "goals"], rows)
    print()
    for roof in measured["roofs"]:
        print(f"{roof['probe']:15} {roof['point']}")
    for entry in measured["refused"]:
        print(f"{entry['probe']:15} refused: {entry['reason']}")
    if seconds > SECONDS:
        missed.append(f"wall time <= {SECONDS} s")
    print(f"\nwall time {seconds:.1f} s (goal {SECONDS} s)")
    print("goals missed: " + "; ".join(missed) if missed else "all goals reached")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
