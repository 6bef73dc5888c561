"""What Nsight Compute's rules estimate for catalogue kernels: runs ncu over them and reads the rules of its details page.

A rule's estimate is the share p of the time that would go, so the speed-up is 1 / (1 - p). Estimates are global (of the
kernel) or local (of one part of it); a local one is no promise for the kernel and counts as none.
"""

import os
import re
import signal
import subprocess
import tempfile
import time

from common import WRONG_RESULT, machine_of, ncu, ncu_table, number, rooflens

# Sections that hold the rules which advice.py names, and those whose rules hand them the weights for a global estimate.
SECTIONS = ["SpeedOfLight", "ComputeWorkloadAnalysis", "InstructionStats", "LaunchStats", "MemoryWorkloadAnalysis_Tables",
            "Occupancy", "SchedulerStats", "SourceCounters", "WarpStateStats", "WorkloadDistribution"]
MOST_SAVED = 0.999
FEWEST_SECONDS = 5  # a start of ncu takes most of that


def key_of(kernel):
    return kernel["name"], tuple(sorted(kernel["parameters"].items()))


def base_name(function):
    """"void a::b<(int)3>(float *)" -> "b"."""
    depth, text = 0, ""
    for c in function:
        depth += c == "<"
        if depth == 0:
            text += c
        depth -= c == ">"
    return text.split("(")[0].split("::")[-1].split(" ")[-1]


def launches_of(rows):
    """Launches that ncu saw, in their order: function, duration in ns where it was shown, {rule: [(scope, share of the
    time)]} of rules that gave an estimate."""
    launches = {}
    for row in rows:
        if not row["ID"]:  # units
            continue
        own = {"function": base_name(row["Kernel Name"]), "ranges": ranges_of(row), "duration": 0.0, "rules": {}}
        launch = launches.setdefault(int(row["ID"]), own)
        if row.get("Metric Name") == "Duration":
            launch["duration"] = number(row["Metric Value"])
        if row.get("Rule Name") and row.get("Estimated Speedup"):
            entry = row["Estimated Speedup Type"].strip().lower(), min(MOST_SAVED, number(row["Estimated Speedup"]) / 100)
            launch["rules"].setdefault(row["Rule Name"], []).append(entry)
    return [launches[i] for i in sorted(launches)]


def ranges_of(row):
    """Names of the NVTX ranges that a launch was made in: its column has "rooflens:copy/float4:none:..." of each."""
    return re.findall(r'"rooflens:([^:"]+):', next((row[name] or "" for name in row if name and "Push/Pop_Range" in name), ""))


def by_kernel(kernels, launches):
    """{key: rules of the kernel's longest launch}, and the names of kernels whose launches ncu did not see as they were. Where
    ncu says the ranges, each kernel has its own; otherwise launches come in the order of kernels."""
    if not any(launch["ranges"] for launch in launches):
        found = in_order(kernels, launches)
        return (found, []) if found is not None else ({}, [kernel["name"] for kernel in kernels])
    result, missed = {}, []
    for name in dict.fromkeys(kernel["name"] for kernel in kernels):
        found = in_order([k for k in kernels if k["name"] == name], [launch for launch in launches if name in launch["ranges"]])
        if found is None:
            missed.append(name)
        result.update(found or {})
    return result, missed


def in_order(kernels, launches):
    """{key: rules of the kernel's longest launch}; None if the launches are not those of the kernels, in their order."""
    result, rest = {}, list(launches)
    for kernel in kernels:
        if not kernel["launches"]:  # copies by the driver
            continue
        own = []
        for function in (base_name(launch["function"]) for launch in kernel["launches"] for _ in range(launch["count"])):
            if rest and rest[0]["function"] == function:  # a fill is a launch of ours and none for ncu
                own.append(rest.pop(0))
        if not own:
            return None
        result[key_of(kernel)] = max(own, key=lambda launch: launch["duration"])["rules"]
    return None if rest else result


def run_with_limit(command, seconds):
    """(exit code or None where the time was up, standard output, standard error)."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
    try:
        output, errors = process.communicate(timeout=seconds)
        return process.returncode, output, errors
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        return None, *process.communicate()


def estimates(shards, seconds):
    """{key: {rule: [(scope, share)]}} of the kernels in shards, each a list of arguments of `rooflens run`, and what went
    wrong. A shard is one process of ncu; those that do not fit into the time are left out."""
    found, notes, folder, end = {}, [], tempfile.mkdtemp(), time.monotonic() + seconds
    sections = [word for section in SECTIONS for word in ("--section", section)]
    for i, arguments in enumerate(shards):
        left = end - time.monotonic()
        what = f"shard {i + 1} of {len(shards)} ({' '.join(arguments)[:60]} ...)"
        if left < FEWEST_SECONDS:
            notes.append(f"{what}: not run, the time was up")
            continue
        session = os.path.join(folder, f"{i}.rlens")
        code, output, errors = run_with_limit(
            [ncu(), "--clock-control", "none", "--nvtx", "--nvtx-include", "rooflens@verify]", "--csv", "--page", "details",
             "--print-units", "base", *sections, rooflens(), "run", *arguments, "--no-counters", "--repetitions", "20",
             "--format", "none", "-o", session], left)
        if code not in (0, WRONG_RESULT):
            words = "stopped, the time was up" if code is None else f"exit code {code}: {(output + errors)[-400:].strip()}"
            notes.append(f"{what}: {words}")
            continue
        rows = ncu_table(output)
        if rows and "Rule Name" not in rows[0]:
            notes.append(f"{what}: no rules on ncu's details page, its columns are {', '.join(rows[0])}")
            continue
        result, missed = by_kernel(machine_of(session)["kernels"], launches_of(rows))
        if missed:
            notes.append(f"{what}: the launches that ncu saw are not those of {', '.join(missed)}")
        found.update(result)
    return found, notes


def speedup(rules, wanted):
    """The largest global estimate among the wanted rules as a speed-up; 1 where none speaks."""
    shares = [share for rule in wanted for scope, share in rules.get(rule, []) if scope == "global"]
    return 1 / (1 - max(shares, default=0.0))
