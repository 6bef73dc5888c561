#!/usr/bin/env python3
"""What autotuners choose, plain and under `rooflens profile`: cuDNN, Triton, inductor and XLA, several runs of each in turn.

usage: ROOFLENS=path [APPS=folder] [OTHERS_APPS=folder] [PYTHON=path] autotuners.py [--runs N] [--floor] [NAME...]

Autotuners time candidates that may be equally fast, so plain runs may disagree, too. A choice, of each operation where there
are several, is `new` where none of all plain runs but one made it, on average over the one that is left out; a plain run is
set beside all others. With --floor also under a library of APPS that only subscribes to CUPTI, and under one that asks for
records of kernels, too. Lines on stderr that no plain run wrote are printed: XLA's "delay kernel timed out" is one.
"""

import argparse
import glob
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile

from common import rooflens, table
from others import PYTHON, apps_folder, execute, floor_library

# Kernels of one more step, as PyTorch's profiler sees them once the script has chosen; or with the profiler on from the start,
# which is a run with CUPTI's records.
SEEN_BY_TORCH = """
import contextlib, json, os, runpy, sys
sys.path.insert(0, os.path.dirname(sys.argv[1]))
import torch
def profiler():
    return torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CUDA])
with profiler() if sys.argv[2] == "from the start" else contextlib.nullcontext():
    script = runpy.run_path(sys.argv[1], run_name="__main__")
with profiler() as seen:
    script["step"]()
    torch.cuda.synchronize()
cuda = torch.autograd.DeviceType.CUDA
json.dump(sorted(e.key for e in seen.key_averages() if e.device_type == cuda), open("kernels.json", "w"))
"""


def kernels_of_step(folder):
    with open(os.path.join(folder, "kernels.json"), encoding="utf-8") as file:
        return "\n".join(sorted(set(json.load(file))))


def printed(pattern):
    def choice(folder):
        with open(os.path.join(folder, "stdout"), encoding="utf-8") as out, open(os.path.join(folder, "said"), encoding="utf-8") as err:
            return "\n".join(re.findall(pattern, out.read() + err.read(), re.MULTILINE))
    return choice


def choices_of(text):
    """Those that one run made: XLA's entries, or lines."""
    parts = text.split(" entries ") if " entries " in text else text.splitlines()
    return {part.strip() for part in parts if part.strip()}


def new_choices(run, plain):
    """How many choices of a run no plain run made, when one of the plain runs is left out: itself, or each in turn."""
    left = [i for i, other in enumerate(plain) if other is run] or range(len(plain))
    return statistics.mean(len(run - set().union(*(other for j, other in enumerate(plain) if j != i))) for i in left)


def xla(folder):
    texts = []
    for path in sorted(glob.glob(os.path.join(folder, "xla*"))):
        with open(path, encoding="utf-8", errors="replace") as file:
            texts.append(re.sub(r"run_time \{[^}]*\}|(nanos|seconds): \d+|scratch_bytes: \d+", "", file.read()))
    return re.sub(r"\s+", " ", " ".join(texts))


# Name, script, settings, how the choice is read, and whether PyTorch's profiler sees it.
AUTOTUNERS = [
    ("cuDNN", "torch_conv_benchmark.py", {}, kernels_of_step, True),
    ("Triton", "triton_autotune.py", {}, printed(r"^chosen .*$"), False),
    ("inductor", "torch_max_autotune.py", {}, printed(r"^AUTOTUNE .*\n(?:strides.*\n|dtypes.*\n)*\s+(.*?) [0-9.]+ ms 100"), False),
    ("XLA", "jax_autotune.py", {"JAX_AUTOTUNE_RESULTS": "xla.txt"}, xla, False),
]


# What a run is under: settings of the floor library, None without it. PyTorch's profiler cannot share CUPTI with that library,
# and asks for records itself.
KINDS = {"plain": None, "subscribed": "", "with records": "records", "profiled": None}


def run(tuner, kind):
    _, script, settings, choice, by_torch = tuner
    folder = tempfile.mkdtemp()
    path, said = os.path.join(apps_folder(), script), os.path.join(folder, "said")
    seen = "from the start" if kind == "with records" else "at the end"
    program = [PYTHON, "-c", SEEN_BY_TORCH, path, seen] if by_torch else [PYTHON, path]
    # A process of its own writes stderr, so that what rooflens says stays apart.
    command = ["sh", "-c", 'exec "$@" 2>said', "sh", *program]
    if kind == "profiled":
        command = [os.path.abspath(rooflens()), "profile", "-o", os.path.join(folder, "s.rlens"), "--", *command]
    floor = None if by_torch else KINDS[kind]
    if floor is not None:
        settings = {**settings, "CUDA_INJECTION64_PATH": floor_library(), "CUPTI_FLOOR": floor}
    result = execute(command, folder, 120, err=said, settings=settings)
    if result.code != 0 or result.timed_out:
        sys.exit(f"{script}, {kind}: exit code {result.code}{', not done' if result.timed_out else ''}: {result.err[-300:]}")
    warnings = {re.sub(r"[0-9.:]+", "#", line) for line in result.err.splitlines() if re.match(r"[WEF]\d{4} |.*(warn|timed out)", line)}
    return choice(folder), sorted(warnings)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", metavar="N", type=int, default=3, help="of each, plain and profiled in turn; at least 2")
    parser.add_argument("--floor", action="store_true", help="also under libraries that only ask CUPTI for something")
    parser.add_argument("names", metavar="NAME", nargs="*", help="autotuners; all without it")
    options = parser.parse_args()
    if options.runs < 2:
        parser.error("--runs is at least 2: a plain run is set beside other plain runs")
    rows = []
    for tuner in AUTOTUNERS:
        if options.names and tuner[0] not in options.names:
            continue
        kinds = [kind for kind in KINDS if kind in ("plain", "profiled") or (options.floor and not (tuner[4] and kind == "subscribed"))]
        runs = {kind: [] for kind in kinds}
        for _ in range(options.runs):
            for kind in kinds:
                runs[kind].append(run(tuner, kind))
        choices = {kind: [choices_of(choice) for choice, _ in runs[kind]] for kind in kinds}
        if not all(all(made) for made in choices.values()):
            sys.exit(f"{tuner[0]}: a run printed no choice")
        known = {line for _, lines in runs["plain"] for line in lines}
        for kind in kinds:
            for made, (choice, lines) in zip(choices[kind], runs[kind]):
                new = new_choices(made, choices["plain"])
                rows.append([tuner[0], kind, str(len(made)), f"{new:.1f}"])
                print(f"{tuner[0]}, {kind}, {new:.1f} new:\n  " + choice.replace("\n", "\n  "), flush=True)
                for line in sorted(set(lines) - known):
                    print(f"{tuner[0]}, only {kind}, on stderr: {line}", flush=True)
    told = {}
    for name, kind, count, new in rows:
        told.setdefault((name, kind), []).append((int(count), float(new)))
    table(["autotuner", "runs are", "choices of a run", "new in a run, mean", "in each"],
          [[*key, str(max(count for count, _ in made)), f"{statistics.mean(new for _, new in made):.1f}", " ".join(f"{new:.1f}" for _, new in made)] for key, made in told.items()])


if __name__ == "__main__":
    main()
