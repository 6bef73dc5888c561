#!/usr/bin/env python3
"""Prints what a build cost, target by target: `builds.py build/dev` reads the log that ninja keeps there.

Job-seconds are wall time of each job, added up; with as many jobs as idle cores they are close to CPU seconds.
"""
import collections
import pathlib
import re
import sys


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


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: builds.py BUILD_FOLDER")
    count, total = collections.Counter(), collections.Counter()
    for target, seconds in jobs(sys.argv[1]):
        count[target] += 1
        total[target] += seconds
    print("| target | jobs | job-seconds |\n|---|---:|---:|")
    for target, seconds in total.most_common():
        print(f"| {target} | {count[target]} | {seconds:.1f} |")
    print(f"| all | {count.total()} | {total.total():.1f} |")


if __name__ == "__main__":
    main()
