#!/usr/bin/env python3
"""Prints what builds cost, target by target, from the logs that ninja keeps.

    builds.py FOLDER...          of these build folders, side by side
    builds.py --fresh [TARGET]   of a fresh clone, with an empty compiler cache and with the one that this filled

Job-seconds are wall time of each job, added up; with as many jobs as idle cores they are close to CPU seconds.
"""
import collections
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time


def jobs(folder):
    """(target, seconds) of each job of the newest build of each output; a job with several outputs counts once."""
    newest = {}
    for line in (pathlib.Path(folder) / ".ninja_log").read_text().splitlines():
        if line.startswith("#"):
            continue
        start, end, _, output, command = line.split("\t")
        newest[output] = (command, (int(end) - int(start)) / 1000)
    once = {command: (output, seconds) for output, (command, seconds) in newest.items()}
    for output, seconds in once.values():
        target = re.search(r"CMakeFiles/([^/]+)\.dir/", output)
        kind = " (CUDA)" if output.endswith(".cu.o") else ""
        yield (target.group(1) + kind if target else "linking and other steps"), seconds


def summary(folder):
    """target -> [jobs, seconds], and "all"."""
    totals = collections.defaultdict(lambda: [0, 0.0])
    for target, seconds in jobs(folder):
        for name in (target, "all"):
            totals[name][0] += 1
            totals[name][1] += seconds
    return totals


def print_table(builds):
    print("| target |" + "".join(f" {name}: jobs | job-seconds |" for name in builds))
    print("|---|" + "---:|" * 2 * len(builds))
    targets = {target for totals in builds.values() for target in totals}
    for target in sorted(targets, key=lambda t: (t == "all", -max(totals[t][1] for totals in builds.values()))):
        print(f"| {target} |" + "".join(" {} | {:.1f} |".format(*totals[target]) for totals in builds.values()))


def cpu_seconds():
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return children.ru_utime + children.ru_stime


def fresh(target):
    builds = {}
    with tempfile.TemporaryDirectory() as folder:
        clone = f"{folder}/clone"
        environment = os.environ | {"CCACHE_DIR": f"{folder}/cache"}
        for cache in ("empty cache", "filled cache"):
            shutil.rmtree(clone, ignore_errors=True)
            subprocess.run(["git", "clone", "-q", pathlib.Path(__file__).parents[2], clone], check=True)
            quiet = {"cwd": clone, "env": environment, "check": True, "stdout": subprocess.DEVNULL}
            subprocess.run(["cmake", "--preset", "dev"], **quiet)
            began, spent = time.monotonic(), cpu_seconds()
            subprocess.run(["cmake", "--build", "build/dev", "--target", target], **quiet)
            print(f"{cache}: {time.monotonic() - began:.0f} s, {cpu_seconds() - spent:.0f} CPU-s", file=sys.stderr)
            builds[cache] = summary(f"{clone}/build/dev")
    return builds


def main():
    arguments = sys.argv[1:]
    if not arguments:
        sys.exit(__doc__)
    if arguments[0] == "--fresh":
        print_table(fresh(arguments[1] if len(arguments) > 1 else "all"))
    else:
        print_table({folder: summary(folder) for folder in arguments})


if __name__ == "__main__":
    main()
