"""What the scripts share: settings for repeatable results, steps with their times on stderr, checksums."""

import array
import os
import statistics
import sys
import time
import warnings

os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")
warnings.filterwarnings("ignore")


def repeatable_torch():
    """torch with fixed seeds and, where there are any, algorithms that give the same result every time."""
    import torch
    torch.manual_seed(1234)
    torch.use_deterministic_algorithms(True, warn_only=True)
    torch.backends.cudnn.benchmark = False
    return torch


def wait_for_turn():
    """With STEP_TURN=0 steps begin in the even tenths of each second of the wall clock, with STEP_TURN=1 in the odd ones."""
    turn = os.environ.get("STEP_TURN")
    while turn and int(10 * time.time()) % 2 != int(turn):
        time.sleep(0.001)


def run_steps(step, count, wait):
    """Makes `count` steps, or as many as STEPS in the environment says where that is more, or goes on for STEP_SECONDS; says
    how long the first 100 took, and the median of those after them, or of the last half where there are fewer than 200.
    STEP_TIMES names a file for all of them, pairs of doubles: seconds of the wall clock at its begin, and milliseconds. Returns
    the last result."""
    times, begins, result = [], [], None
    count = max(count, int(os.environ.get("STEPS", 0)))
    until = time.time() + float(os.environ.get("STEP_SECONDS", 0))
    while len(times) < count or time.time() < until:
        wait_for_turn()
        begins.append(time.time())
        began = time.perf_counter()
        result = step()
        wait()
        times.append(1e3 * (time.perf_counter() - began))
    if "STEP_TIMES" in os.environ:
        with open(os.environ["STEP_TIMES"], "wb") as file:
            array.array("d", [number for pair in zip(begins, times) for number in pair]).tofile(file)
    kept = times[100:] if len(times) >= 200 else times[len(times) // 2:]
    if len(times) >= 200:
        print(f"first_100_steps_s: {sum(times[:100]) / 1e3:.3f}", file=sys.stderr)
    print(f"step_ms: {statistics.median(kept):.4f}", file=sys.stderr)
    return result


def rounded(value, digits=3):
    """A number as text that does not depend on its last digits, and has no negative zero."""
    return f"{round(float(value), digits) + 0.0:.{digits}f}"
