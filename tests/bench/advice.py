#!/usr/bin/env python3
"""What advice promises against what its pair delivers: for kernels that differ from their partner in one cause.

usage: ROOFLENS=path advice.py [--doses FOLDER] [--ncu] SESSION...

SESSION         of `rooflens run '*'`
--doses FOLDER  adds pairs with a known dose and null pairs, where the cause is there and costs nothing; records them in the
                folder unless it holds them already
--ncu           asks Nsight Compute's rules about the same kernels, at most NCU_SECONDS (120) long

Which piece of advice and which rules count for which cause is fixed here, before anything is measured. Where a kernel
gets no such advice, or no such rule speaks, the promise is 1. The point of an interval is its geometric mean. Every row
is printed: natural pairs are steps of an optimisation, dosed ones were made to show one cause, null ones to hide it.
"""

import argparse
import json
import math
import os
import statistics
import sys
from dataclasses import dataclass

from common import is_good, machine_of, rooflens, table, timed
from doses import DOSED_FAMILIES, SERIES, pairs_of_series, record, recordings
from ncu_rules import estimates, key_of, speedup

# Words of a pair's cause -> advice that counts for it, the first of these that is given; rules of ncu, the largest of
# their estimates. The first words that fit. "copies in global memory" to "tensor cores", and "atomics" for contention,
# were added on 2026-11-25 in sight of the samples, when atomics and tensor cores became advice of their own; "rewriting",
# "reread" and "constants" on the 28th.
CAUSES = [
    ("bank conflict", ["bank-conflicts"], ["SharedMemoryConflicts", "UncoalescedSharedAccess"]),
    ("coalesced", ["coalescing"], ["UncoalescedGlobalAccess", "MemoryCacheAccessPattern"]),
    ("misaligned", ["coalescing"], ["UncoalescedGlobalAccess", "MemoryCacheAccessPattern"]),
    ("predication", ["predication"], ["ThreadDivergence"]),
    ("FMA mix", ["fma-mix"], ["FPInstructions"]),
    ("spill", ["spills"], ["MemoryCacheAccessPattern", "CPIStall"]),
    ("tail", ["imbalance"], ["LaunchConfiguration", "WorkloadImbalance"]),
    ("one SM", ["imbalance"], ["LaunchConfiguration", "WorkloadImbalance"]),
    ("divergence", ["divergence"], ["ThreadDivergence"]),
    ("idle lanes", ["divergence"], ["ThreadDivergence", "LaunchConfiguration"]),
    ("remainder", ["integer-division", "overhead"], []),
    ("index arithmetic", ["overhead"], []),
    ("loop", ["overhead"], []),
    ("redundant", ["overhead"], []),
    ("narrow", ["work-per-thread", "loads-in-flight"], ["CPIStall"]),
    ("4-byte loads", ["work-per-thread", "loads-in-flight"], ["CPIStall"]),
    ("bytes in flight", ["work-per-thread", "loads-in-flight"], ["CPIStall"]),
    ("dependent", ["dependence", "stalls"], ["CPIStall"]),
    ("occupancy", ["occupancy"], ["TheoreticalOccupancy", "AchievedOccupancy"]),
    ("short blocks", ["work-per-thread"], ["AchievedOccupancy", "CPIStall"]),
    ("barrier", ["overlap", "stalls"], ["CPIStall"]),
    ("serialised", ["constants", "stalls"], ["CPIStall"]),
    ("contention", ["atomics", "stalls"], ["CPIStall"]),
    ("copies in global memory", ["atomics", "cache-traffic", "unclassified"], ["MemoryCacheAccessPattern"]),
    ("halo", ["work-per-thread", "cache-traffic", "unclassified"], ["MemoryCacheAccessPattern"]),
    ("of the own thread", ["work-per-thread", "unclassified"], ["MemoryCacheAccessPattern"]),
    ("only load", ["divergence", "predication"], ["ThreadDivergence"]),
    ("serial rows", ["imbalance"], ["LaunchConfiguration", "WorkloadImbalance"]),
    ("launches on the device", ["start-up"], []),
    ("tensor cores", ["tensor-cores"], ["FPInstructions"]),
    ("second pass", ["cache-traffic", "reread", "unclassified"], ["MemoryCacheAccessPattern"]),
    ("no reuse in registers", ["work-per-thread", "cache-traffic", "unclassified"], ["MemoryCacheAccessPattern"]),
    ("reuse", ["cache-traffic", "unclassified"], ["MemoryCacheAccessPattern"]),
    ("global memory", ["cache-traffic", "rewriting", "unclassified"], ["MemoryCacheAccessPattern"]),
]
KINDS = ["natural", "dosed", "null"]
# Families whose pairs no rule may be written on or fitted to: they only judge. Rules that are older than this list were
# written with all pairs in sight, so for those the two halves say the same.
KEPT_BACK = ("scan", "histogram", "stencil1d", "stencil3d", "convolution2d", "sgemm", "gemm", "latency", "parallelism", "read_only",
             "constant_memory")
HALVES = [("families written on", False), ("families kept back", True)]
WORTH_CHANGING = 1.1
AT_ITS_ROOF = 0.9  # of it, and no advice: the report says so
SAID = 2  # pieces of advice that a report gives of a kernel
KERNELS_A_SHARD = 12
SERIES_A_SHARD = 4
MEMBERS_A_SERIES = 4  # that ncu sees


@dataclass
class Pair:
    kind: str
    before: dict
    after: dict
    cause: str
    series: bool = False  # a member of a series beside the one without the cause

    def gain(self):
        return self.before["time"]["median_s"] / self.after["time"]["median_s"]

    def row(self):
        return next((row for row in CAUSES if row[0] in self.cause), None)

    def kept_back(self):
        return self.before["name"].split("/")[0] in KEPT_BACK


@dataclass
class Outcome:
    pair: Pair
    low: float
    high: float
    rules: float  # what ncu's rules promise, or None where ncu was not asked
    given: bool = True  # False: no advice on the cause, which promises 1

    def point(self):
        return math.sqrt(self.low * self.high)

    def inside(self):
        return self.low / 1.05 <= self.pair.gain() <= self.high * 1.05


def promise(kernel, ids):
    """(low, high) of the speed-up that the first of these pieces of advice predicts; (1, 1) where none is given."""
    given = {entry["id"]: entry["gain"] for entry in kernel.get("advice", [])}
    gain = next((given[i] for i in ids if i in given), {"low": 1.0, "high": 1.0})
    return gain["low"], gain["high"]


def place_of(kernel, ids):
    """Where the first of these pieces of advice stands among all that the kernel gets, from 1; None where it gets none."""
    given = [entry["id"] for entry in kernel.get("advice", [])]
    return next((given.index(i) + 1 for i in ids if i in given), None)


def kind_of(name):
    series = next((s for s in SERIES if s.kernel == name), None)
    return series.kind if series else "dosed" if name.startswith(DOSED_FAMILIES) else "natural"


def pairs_of(session, partners):
    """Members of series beside the one without the cause; all other kernels beside their partners at the same
    parameters, as far as these have them."""
    kernels = [k for k in machine_of(session)["kernels"] if is_good(k)]
    in_series = set()
    for series in SERIES:
        for before, after in pairs_of_series(kernels, series):
            in_series.add(series.kernel)
            yield Pair(series.kind, before, after, series.cause, series=True)
    for kernel in kernels:
        partner = partners.get(kernel["name"])
        if not partner or kernel["name"] in in_series:
            continue
        same = [k for k in kernels if k["name"] == partner["name"] and
                all(kernel["parameters"].get(name, value) == value for name, value in k["parameters"].items())]
        if same:
            yield Pair(kind_of(kernel["name"]), kernel, same[0], partner["cause"])


def shards_for(pairs, listed):
    """Arguments of `rooflens run` for the kernels before: the series, and of all others those at their defaults."""
    defaults = {k["name"]: {p["name"]: p["default"] for p in k["parameters"]} for k in listed}
    plain = list(dict.fromkeys(p.before["name"] for p in pairs if not p.series and
                               p.before["parameters"].items() <= defaults.get(p.before["name"], {}).items()))
    shards = [plain[i:i + KERNELS_A_SHARD] for i in range(0, len(plain), KERNELS_A_SHARD)]
    others = {pair.before["name"] for pair in pairs if pair.series}
    for recording in reversed(recordings()) if others else []:
        wanted = [series for series in recording.series if series.kernel in others]
        for i in range(0, len(wanted), SERIES_A_SHARD):
            recording.series = wanted[i:i + SERIES_A_SHARD]
            shards.append(recording.arguments(with_undosed=False, most=MEMBERS_A_SERIES))
    return shards


def ranks(values):
    """Ranks from 0; equal values share the mean of theirs."""
    ordered = sorted(values)
    return [ordered.index(v) + (ordered.count(v) - 1) / 2 for v in values]


def rank_correlation(a, b):
    """Spearman's; None where one side does not vary."""
    if len(set(a)) < 2 or len(set(b)) < 2:
        return None
    return statistics.correlation(ranks(a), ranks(b))


def median_error(promised, realised):
    return f"{statistics.median(abs(math.log(p) - math.log(r)) for p, r in zip(promised, realised)):.2f}" if promised else "-"


def false_advice(promised, realised):
    return f"{sum(p >= 1.1 and r < 1.02 for p, r in zip(promised, realised))} of {len(promised)}"


def inside_of_given(outcomes):
    """Silence apart: where no advice on the cause is given, nothing is promised that could hold."""
    given = [o for o in outcomes if o.given]
    return f"{sum(o.inside() for o in given)} of {len(given)}"


def correlation_text(promised, realised):
    value = rank_correlation(promised, realised)
    return "-" if value is None else f"{value:.2f}"


def others_mean(realised):
    """For every pair the geometric mean of the others."""
    logs = [math.log(r) for r in realised]
    return [math.exp((sum(logs) - one) / (len(logs) - 1)) for one in logs] if len(logs) > 1 else []


def summary(title, outcomes):
    """A row for all pairs, and one for those that ncu was asked about."""
    rows = []
    asked = [o for o in outcomes if o.rules is not None]
    for name, chosen in ((title, outcomes), (title + ", seen by ncu", asked)):
        if not chosen:
            continue
        realised = [o.pair.gain() for o in chosen]
        ours = [o.point() for o in chosen]
        rules = [o.rules for o in chosen] if chosen is asked else []
        rows.append([name, len(chosen), median_error(ours, realised), median_error(rules, realised), median_error(others_mean(realised), realised),
                     f"{sum(o.inside() for o in chosen)} of {len(chosen)}", inside_of_given(chosen), false_advice(ours, realised),
                     false_advice(rules, realised) if rules else "-", correlation_text(ours, realised),
                     correlation_text(rules, realised) if rules else "-"])
    return rows


def print_places(pairs):
    """How often the cause that a pair is known to differ in stands first, of those whose removal brings a tenth or more.
    The list was ranked without knowing the cause."""
    rows = []
    groups = [(kind, [p for p in pairs if p.kind == kind]) for kind in KINDS]
    groups += [(title, [p for p in pairs if p.kept_back() == back]) for title, back in HALVES]
    for title, chosen in groups + [("all", pairs)]:
        gains = [p for p in chosen if p.gain() >= WORTH_CHANGING]
        if not gains:
            continue
        places = [place_of(p.before, p.row()[1]) if p.row() else None for p in gains]
        rows.append([title, len(gains), sum(place == 1 for place in places), sum(place in (1, 2) for place in places),
                     sum(place is None for place in places), sum(not p.before.get("advice") for p in gains)])
    print(f"\nWhere the true cause stands in a list that does not know it, pairs that deliver {WORTH_CHANGING} or more\n")
    table(["pairs", "number", "first", "first or second", "not in it", "no advice at all"], rows)
    print_misses(pairs)
    print_false_sentences(pairs)
    print_stops(pairs)


def fastest_of_families(pairs):
    fastest = {}
    for kernel in (k for p in pairs for k in (p.before, p.after)):
        family = kernel["name"].split("/")[0]
        fastest[family] = min(fastest.get(family, math.inf), kernel["time"]["median_s"])
    return fastest


def best_of_family(pair, fastest):
    """How much faster the family's fastest kernel is, in which other causes are gone as well."""
    return pair.before["time"]["median_s"] / fastest[pair.before["name"].split("/")[0]]


def print_misses(pairs):
    """Pairs that deliver a tenth or more whose cause does not stand first, with what does."""
    fastest, rows = fastest_of_families(pairs), []
    for p in pairs:
        place = place_of(p.before, p.row()[1]) if p.row() else None
        if p.gain() < WORTH_CHANGING or place == 1:
            continue
        first = next(iter(p.before.get("advice", [])), None)
        said = f"{first['id']} {first['gain']['low']:.2f} to {first['gain']['high']:.2f}" if first else "-"
        rows.append([dose_of(p.before), p.cause, f"{p.gain():.2f}", place or "-", said, f"{best_of_family(p, fastest):.2f}"])
    print("\nPairs whose cause does not stand first\n")
    table(["kernel", "cause", "delivered", "its place", "first", "fastest of the family"], rows)


def width(gains):
    return f"{statistics.median(g['high'] / g['low'] for g in gains):.2f}" if gains else "-"


def print_false_sentences(pairs):
    """All sentences said. False: on the cause that goes, a tenth or more promised for sure where the pair delivers next to
    nothing. Of other causes a pair says nothing; but what promises more for sure than the family's fastest kernel delivers
    is at least doubtful."""
    fastest, rows = fastest_of_families(pairs), []
    for title, chosen in [(t, [p for p in pairs if p.kept_back() == back]) for t, back in HALVES] + [("all", pairs)]:
        said = [(entry, p) for p in chosen for entry in p.before.get("advice", [])[:SAID]]
        on_cause = [(entry, p) for entry, p in said if p.row() and entry["id"] in p.row()[1]]
        sure = [(entry, p) for entry, p in said if entry["gain"]["low"] >= WORTH_CHANGING]
        wrong = [1 for entry, p in on_cause if entry["gain"]["low"] >= WORTH_CHANGING and p.gain() < 1.02]
        nothing = [1 for entry, p in sure if p.gain() < 1.02]
        beyond = [1 for entry, p in sure if entry["gain"]["low"] > 1.05 * best_of_family(p, fastest)]
        rows.append([title, len(said), len(on_cause), len(wrong), len(sure), len(nothing), len(beyond),
                     width([entry["gain"] for entry, _ in said]), width([entry["gain"] for entry, _ in on_cause])])
    print(f"\nSentences ({SAID} a kernel), those on the cause that goes, and the false among them; those that promise {WORTH_CHANGING} or\n"
          "more for sure, where the pair delivers less than 1.02, and where the family's fastest kernel delivers less; median high/low\n")
    table(["pairs", "said", "on the cause", "false", "sure", "of pairs without gain", "beyond the family", "high/low", "on the cause"], rows)


def print_stops(pairs):
    """Kernels that are said to be at their roof, although their partner is a tenth faster or more."""
    faster = [p for p in pairs if p.gain() >= WORTH_CHANGING]
    wrong = [p.before["name"] for p in faster if not p.before.get("advice") and p.before.get("of_roof", {}).get("demand") == "compulsory"
             and p.before["of_roof"]["fraction"] >= AT_ITS_ROOF]
    print(f"\n{len(wrong)} of {len(faster)} kernels whose partner is {WORTH_CHANGING} times as fast or more are said to be at their roof"
          + ("" if not wrong else ": " + ", ".join(wrong)))


def dose_of(kernel):
    series = next((s for s in SERIES if s.kernel == kernel["name"] and s.dose in kernel["parameters"]), None)
    return f"{kernel['name']} {series.dose}={kernel['parameters'][series.dose]}" if series else kernel["name"]


def print_pairs(kind, outcomes):
    print(f"\n{kind.capitalize()} pairs\n")
    table(["kernel", "partner", "cause", "advice", "its place", "first", "promised", "ncu", "delivered", "|log error|", "inside"],
          [[dose_of(o.pair.before), dose_of(o.pair.after), o.pair.cause, "/".join(o.pair.row()[1]),
            place_of(o.pair.before, o.pair.row()[1]) or "-", next((e["id"] for e in o.pair.before.get("advice", [])), "-"),
            f"{o.low:.2f} to {o.high:.2f}",
            "-" if o.rules is None else f"{o.rules:.2f}", f"{o.pair.gain():.2f}",
            f"{abs(math.log(o.point() / o.pair.gain())):.2f}", "yes" if o.inside() else "no"] for o in outcomes])


def main():
    parser = argparse.ArgumentParser(description=__doc__, usage=argparse.SUPPRESS,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--doses")
    parser.add_argument("--ncu", action="store_true")
    parser.add_argument("sessions", nargs="*")
    options = parser.parse_args()
    if not options.sessions and not options.doses:
        sys.exit(__doc__)
    sessions = options.sessions + (list(record(options.doses)[0].values()) if options.doses else [])
    listed = json.loads(timed([rooflens(), "list", "kernels", "--format", "json"])[1])
    partners = {k["name"]: k["counterpart"] for k in listed if k.get("counterpart")}
    pairs = [pair for session in sessions for pair in pairs_of(session, partners)]
    in_series = {pair.before["name"] for pair in pairs if pair.series}
    pairs = [pair for pair in pairs if pair.series or pair.before["name"] not in in_series]
    if not pairs:
        sys.exit("no kernel stands beside its partner in these sessions: record them with `rooflens run '*'`")
    judged = [pair for pair in pairs if pair.row()]
    found, notes = {}, []
    if options.ncu:
        found, notes = estimates(shards_for(judged, listed), float(os.environ.get("NCU_SECONDS", "120")))
    outcomes = []
    for pair in judged:
        rules = found.get(key_of(pair.before))
        outcomes.append(Outcome(pair, *promise(pair.before, pair.row()[1]), None if rules is None else speedup(rules, pair.row()[2]),
                                place_of(pair.before, pair.row()[1]) is not None))
    rows = []
    for kind in KINDS:
        chosen = [o for o in outcomes if o.pair.kind == kind]
        if chosen:
            print_pairs(kind, chosen)
            rows += summary(kind, chosen)
    without = [[dose_of(p.before), dose_of(p.after), p.cause, f"{p.gain():.2f}"] for p in pairs if not p.row()]
    if without:
        print("\nPairs whose cause no advice speaks of\n")
        table(["kernel", "partner", "cause", "delivered"], without)
    print("\nMedian |log error| of promised against delivered speed-ups; false advice promised 1.1 or more and delivered less than 1.02\n")
    table(["pairs", "number", "error", "of ncu", "of the others' mean", "inside", "of advice given", "false", "false by ncu", "rank correlation", "of ncu"],
          rows + [row for title, back in HALVES for row in summary(title, [o for o in outcomes if o.pair.kept_back() == back])] +
          summary("all", outcomes))
    print_places(pairs)
    for note in notes:
        print("ncu: " + note)


if __name__ == "__main__":
    main()
