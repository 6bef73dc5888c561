#!/usr/bin/env python3
"""Does the latency roof predict kernels that it was not fitted to, and does its prescription deliver what it promises?

usage: ROOFLENS=path latency_roof.py [SESSION]

Needs the latency roof of this GPU: run `rooflens ceilings` first. Records the streams of the catalogue whose code says
what a thread has in flight, at several loads a thread and occupancies, unless SESSION holds them already. The roof comes
from a sweep of another kernel, so all of them are held out; counted are those that ask more of DRAM than of anything
else. A hard corner of the same latency and maximum is printed beside the curve. Goals: median error 5 %, 90th
percentile 15 %, prescriptions within 10 %.
"""

import math
import os
import statistics
import sys
import tempfile

from common import WRONG_RESULT, is_good, machine_of, rooflens, table, timed

KERNELS = ["vector_add/one-d", "vector_add/two-d-grid", "vector_add/float4", "copy/float1", "copy/float4", "copy/ptx-v4",
           "saxpy/one-d", "saxpy/float4", "triad/one-d", "triad/float4", "parallelism/loads-per-thread", "parallelism/occupancy"]
SETTINGS = ["--set", "loads=1,2,3,4,5,6,7,8", "--set", "shared_bytes=0,28672,36864,49152,73728,114688,196608"]
WIDER = {"vector_add/one-d": "vector_add/float4", "vector_add/two-d-grid": "vector_add/float4", "copy/float1": "copy/float4",
         "saxpy/one-d": "saxpy/float4", "triad/one-d": "triad/float4"}
KNEE = 0.9  # of the maximum of a kernel's share of writes; below it a prescription is given
MEDIAN_GOAL, NINETIETH_GOAL, PRESCRIPTION_GOAL = 0.05, 0.15, 0.10


def in_flight(kernel):
    return kernel["latency_roof"]["in_flight_bytes_per_thread"]


def threads(kernel):
    return kernel["latency_roof"]["resident_threads"]


def measured(kernel):
    return kernel["latency_roof"]["fraction_of_roof"] * kernel["latency_roof"]["roof_bytes_per_s"]


def name_of(kernel):
    dose = next((p for p in ("loads", "shared_bytes") if p in kernel["parameters"]), None)
    return f"{kernel['name']} {dose}={kernel['parameters'][dose]}" if dose else kernel["name"]


class Knee:
    """The machine's curve for one kernel: the latency that its own roof stands for, at the curve's p and the maximum of
    its share of writes."""

    def __init__(self, machine, kernel):
        self.p, self.maximum = machine["ceilings"]["latency_roof"]["p"], kernel["latency_roof"]["maximum_bytes_per_s"]
        here = kernel["latency_roof"]["roof_bytes_per_s"]
        below_maximum = max(here ** -self.p - self.maximum ** -self.p, 1e-9 * here ** -self.p)  # rounding, far above the knee
        slope = below_maximum ** (-1 / self.p)
        self.latency = threads(kernel) * in_flight(kernel) / slope

    def bandwidth(self, resident, bytes_each):
        return ((resident * bytes_each / self.latency) ** -self.p + self.maximum ** -self.p) ** (-1 / self.p)

    def hard(self, resident, bytes_each):
        return min(resident * bytes_each / self.latency, self.maximum)


def ninetieth(values):
    return sorted(values)[math.ceil(0.9 * len(values)) - 1]


def spread(errors, goals=False):
    median, high = statistics.median(errors), ninetieth(errors)
    text = f"median {100 * median:.1f} %, 90th percentile {100 * high:.1f} %"
    if goals:
        text += f" (goals {100 * MEDIAN_GOAL:.0f} % and {100 * NINETIETH_GOAL:.0f} %: {'met' if median <= MEDIAN_GOAL and high <= NINETIETH_GOAL else 'MISSED'})"
    return text


def held_out(machine, kernels):
    rows, soft, hard = [], [], []
    for k in kernels:
        knee, at = Knee(machine, k), measured(k)
        error = math.log(k["latency_roof"]["roof_bytes_per_s"] / at)
        corner = math.log(knee.hard(threads(k), in_flight(k)) / at)
        counts = k["gap"]["busiest"] == "DRAM"
        if counts:
            soft.append(abs(error))
            hard.append(abs(corner))
        rows.append([name_of(k), f"{threads(k) / machine['device']['sm_count']:.0f}", f"{in_flight(k):.0f}", f"{at * 1e-9:.0f}",
                     f"{k['latency_roof']['roof_bytes_per_s'] * 1e-9:.0f}", f"{100 * error:+.1f} %", f"{100 * corner:+.1f} %",
                     "yes" if counts else k["gap"]["busiest"]])
    table(["kernel", "threads per SM", "B in flight", "GB/s", "roof", "error", "hard corner", "counted"], rows)
    if not soft:
        sys.exit("DRAM is not the busiest resource of any of these kernels: nothing can be said of its latency roof")
    sweep = machine["ceilings"]["latency_roof"]
    print()
    for title, part in (("fitted", sweep["fitted"]), ("held out", sweep["held_out"])):
        print(f"sweep, {title}: {part['points']} points, median error {100 * part['median_error']:.1f} %, "
              f"worst {100 * part['worst_error']:.1f} %")
    print(f"{len(soft)} kernels it has not seen: {spread(soft, goals=True)}; a hard corner: {spread(hard)}")


def with_more_loads(kernel, kernels):
    """The least in flight that is as much as prescribed; the most there is where nothing is as much."""
    wanted = kernel["latency_roof"]["prescription"]["loads"] * kernel["latency_roof"]["prescription"]["width_bytes"]
    same = kernel["name"] if kernel["name"] == "parallelism/loads-per-thread" else WIDER.get(kernel["name"])
    more = sorted((k for k in kernels if k["name"] == same and in_flight(k) > in_flight(kernel)), key=in_flight)
    return wanted, next((k for k in more if in_flight(k) >= wanted), more[-1] if more else None)


def prescriptions(machine, kernels):
    """Kernels below their knee, beside what the roof promises for more loads, or for more blocks: of the threads that an
    SM may then hold, as large a part as before is resident."""
    full = next((k for k in kernels if k["name"] == "parallelism/occupancy" and k["parameters"]["shared_bytes"] == 0), None)
    for k in kernels:
        if k["gap"]["busiest"] != "DRAM" or k["latency_roof"]["roof_bytes_per_s"] >= KNEE * k["latency_roof"]["maximum_bytes_per_s"]:
            continue
        knee = Knee(machine, k)
        if k["name"] == "parallelism/occupancy":
            if full and full is not k:
                resident = threads(k) / k["theoretical_occupancy"] * full["theoretical_occupancy"]
                yield k, f"{100 * full['theoretical_occupancy']:.0f} % occupancy", full, knee.bandwidth(resident, in_flight(k))
        elif "prescription" in k["latency_roof"]:
            wanted, after = with_more_loads(k, kernels)
            if after:
                yield k, f"{wanted} B in flight", after, knee.bandwidth(threads(k), in_flight(after))


def judge_prescriptions(machine, kernels):
    rows, within = [], 0
    for before, what, after, promised in prescriptions(machine, kernels):
        off = measured(after) / promised - 1
        within += abs(off) <= PRESCRIPTION_GOAL
        rows.append([name_of(before), what, f"{name_of(after)} ({in_flight(after):.0f} B)", f"{measured(before) * 1e-9:.0f}",
                     f"{promised * 1e-9:.0f}", f"{measured(after) * 1e-9:.0f}", f"{100 * off:+.1f} %",
                     f"{before['time']['median_s'] / after['time']['median_s']:.2f}", "yes" if abs(off) <= PRESCRIPTION_GOAL else "NO"])
    print("\nKernels below their knee, before and after their prescription\n")
    if not rows:
        print("none of these kernels is below its knee and has a prescription that one of the others follows")
        return
    table(["kernel", "prescribed", "applied", "GB/s before", "promised", "GB/s after", "off", "speed-up", "within 10 %"], rows)
    print(f"\n{within} of {len(rows)} prescriptions deliver what they promise within 10 %")


def main():
    if len(sys.argv) > 2 or (len(sys.argv) == 2 and sys.argv[1].startswith("-")):
        sys.exit(__doc__)
    session = sys.argv[1] if len(sys.argv) == 2 else os.path.join(tempfile.mkdtemp(), "latency.rlens")
    if not os.path.exists(session):
        seconds, _ = timed([rooflens(), "run", *KERNELS, *SETTINGS, "--format", "none", "-o", session],
                           allowed=(0, WRONG_RESULT))
        print(f"`rooflens run` took {seconds:.1f} s\n")
    machine = machine_of(session)
    if "latency_roof" not in machine["ceilings"]:
        sys.exit(f"{session} has no latency roof: run `rooflens ceilings`, and record the session anew")
    kernels = [k for k in machine["kernels"] if k["name"] in KERNELS and is_good(k) and "latency_roof" in k and "gap" in k]
    if not kernels:
        sys.exit(f"no kernel in {session} says what it has in flight beside its DRAM traffic: were counters permitted?")
    held_out(machine, kernels)
    judge_prescriptions(machine, kernels)


if __name__ == "__main__":
    main()
