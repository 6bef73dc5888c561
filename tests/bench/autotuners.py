#!/usr/bin/env python3
"""What autotuners choose, plain and under `rooflens profile`: cuDNN, Triton, inductor and XLA, several runs of each in turn.

usage: ROOFLENS=path [OTHERS_APPS=folder] [PYTHON=path] autotuners.py [--runs N] [NAME...]

Autotuners time candidates that may be equally fast, so plain runs may disagree, too. A choice, of each operation where there
are several, is `new` where no plain run made it. Lines on stderr that no plain run wrote are printed: XLA's "delay kernel timed out" is one.
"""

import argparse
import glob
import json
import os
import re
import subprocess
import sys
import tempfile

from common import rooflens, table
from others import PYTHON, apps_folder, execute

STEPS = 400  # kernels launched at least as often belong to steps, not to tuning

# Kernels of the steps, as PyTorch's profiler sees them, which needs no second tool in the process.
SEEN_BY_TORCH = """
import json, os, runpy, sys
sys.path.insert(0, os.path.dirname(sys.argv[1]))
import torch
with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CUDA]) as seen:
    runpy.run_path(sys.argv[1], run_name="__main__")
cuda = torch.autograd.DeviceType.CUDA
launched = [(e.key, e.count) for e in seen.key_averages() if e.device_type == cuda]
json.dump(sorted(name for name, count in launched if count >= 400), open("kernels.json", "w"))
"""


def kernels_of_steps(folder, session):
    """Names of kernels of the steps, without arguments; from a session, or from what PyTorch's profiler left."""
    if session:
        text = subprocess.run([rooflens(), "report", session, "--format", "json"], capture_output=True, text=True, check=True).stdout
        names = [k["launches"][0]["function"] for gpu in json.loads(text)["gpus"] for k in gpu["kernels"]
                 if k["scope"] == "launch" and k["launches_made"] >= STEPS]
    else:
        with open(os.path.join(folder, "kernels.json"), encoding="utf-8") as file:
            names = json.load(file)
    return "\n".join(sorted({re.split(r"[<(]", name.removeprefix("void "))[0].split("::")[-1] for name in names}))


def printed(pattern):
    def choice(folder, _session):
        with open(os.path.join(folder, "stdout"), encoding="utf-8") as out, open(os.path.join(folder, "said"), encoding="utf-8") as err:
            return "\n".join(re.findall(pattern, out.read() + err.read(), re.MULTILINE))
    return choice


def choices_of(text):
    """Those that one run made: XLA's entries, or lines."""
    parts = text.split(" entries ") if " entries " in text else text.splitlines()
    return {part.strip() for part in parts if part.strip()}


def differing(runs):
    """Choices that not every run made."""
    return set.union(*runs) - set.intersection(*runs)


def xla(folder, _session):
    texts = []
    for path in sorted(glob.glob(os.path.join(folder, "xla*"))):
        with open(path, encoding="utf-8", errors="replace") as file:
            texts.append(re.sub(r"run_time \{[^}]*\}|(nanos|seconds): \d+|scratch_bytes: \d+", "", file.read()))
    return re.sub(r"\s+", " ", " ".join(texts))


# Name, script, settings, how the choice is read, and whether a plain run needs PyTorch's profiler for that.
AUTOTUNERS = [
    ("cuDNN", "torch_conv_benchmark.py", {}, kernels_of_steps, True),
    ("Triton", "triton_autotune.py", {}, printed(r"^chosen .*$"), False),
    ("inductor", "torch_max_autotune.py", {}, printed(r"^AUTOTUNE .*\n(?:strides.*\n|dtypes.*\n)*\s+(.*?) [0-9.]+ ms 100"), False),
    ("XLA", "jax_autotune.py", {"JAX_AUTOTUNE_RESULTS": "xla.txt"}, xla, False),
]


def run(tuner, profiled):
    _, script, settings, choice, by_torch = tuner
    folder = tempfile.mkdtemp()
    path, said = os.path.join(apps_folder(), script), os.path.join(folder, "said")
    program = [PYTHON, path] if profiled or not by_torch else [PYTHON, "-c", SEEN_BY_TORCH, path]
    session = os.path.join(folder, "s.rlens") if profiled else None
    # A process of its own writes stderr, so that what rooflens says stays apart.
    command = ["sh", "-c", 'exec "$@" 2>said', "sh", *program]
    command = [os.path.abspath(rooflens()), "profile", "-o", session, "--", *command] if profiled else command
    result = execute(command, folder, 120, err=said, settings=settings)
    if result.code != 0 or result.timed_out:
        return f"exit code {result.code}{', not done' if result.timed_out else ''}: {result.err[-300:]}", []
    warnings = {re.sub(r"[0-9.:]+", "#", line) for line in result.err.splitlines() if re.match(r"[WEF]\d{4} |.*(warn|timed out)", line)}
    return choice(folder, session), sorted(warnings)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", metavar="N", type=int, default=2, help="of each, plain and profiled in turn")
    parser.add_argument("names", metavar="NAME", nargs="*", help="autotuners; all without it")
    options = parser.parse_args()
    rows, failed = [], False
    for tuner in AUTOTUNERS:
        if options.names and tuner[0] not in options.names:
            continue
        runs = {False: [], True: []}
        for _ in range(options.runs):
            for profiled in (False, True):
                runs[profiled].append(run(tuner, profiled))
        plain, ours = ([choice for choice, _ in runs[profiled]] for profiled in (False, True))
        before, after = ([choices_of(choice) for choice in choices] for choices in (plain, ours))
        new = set.union(*after) - set.union(*before)
        failed |= bool(new) or not all(plain + ours)
        rows.append([tuner[0], str(max(map(len, before))), str(len(differing(before))), str(len(differing(after))), str(len(new))])
        for title, choices in (("plain", plain), ("profiled", ours)):
            for choice in choices:
                print(f"{tuner[0]}, {title}:\n  " + choice.replace("\n", "\n  "), flush=True)
        known = {line for _, lines in runs[False] for line in lines}
        for line in sorted({line for _, lines in runs[True] for line in lines} - known):
            print(f"{tuner[0]}, only profiled, on stderr: {line}", flush=True)
    table(["autotuner", "choices of a run", "differ, plain", "differ, profiled", "new"], rows)
    sys.exit(failed)


if __name__ == "__main__":
    main()
