"""What programs of tests/apps say of their own times on stderr, and how a session compares with it."""

import re
import statistics

OWN_TIMES = ("step_ms: ", "first_100_steps_s: ", "kernel_ms: ")


def step_ms(err, word="step_ms"):
    found = re.findall(rf"^{word}: ([0-9.]+)$", err, re.MULTILINE)
    return statistics.median(map(float, found)) if found else None


def shortest_step(runs):
    """The shortest of the runs' medians, in ms: hosts make steps longer, never shorter."""
    return min(step_ms(run.err) for run in runs)


def steps_in(seconds, run):
    """Steps that take so long, by a run's median; at least 500, so that there are some after the first 100."""
    return max(500, min(200_000, round(1e3 * seconds / step_ms(run.err))))


def first_steps_added(plain, profiled):
    """Seconds that the first 100 steps took longer, in the median of the runs; None where the program does not say."""
    before, after = ([step_ms(run.err, "first_100_steps_s") for run in runs] for runs in (plain, profiled))
    return None if None in before + after else statistics.median(after) - statistics.median(before)


def kernel_time_ratios(err, kernels):
    """Time of a kernel in the session over that by the program's own events, and the kernel's share of the program's."""
    own = {name: float(ms) for name, ms in re.findall(r"^kernel_ms: (\S+) ([0-9.]+)$", err, re.MULTILINE)}
    seen = {k["name"]: 1e3 * k["time"]["median_s"] for k in kernels if "time" in k}
    return {name: [seen[name] / ms, ms / sum(own.values())] if name in seen else None for name, ms in own.items()}


def kernel_times(rows):
    """Sentences on times of kernels beside those by the program's own events."""
    def one(name, seen):
        return f"{name} {'not seen' if seen is None else f'{seen[0]:.3f} of the time by events, {100 * seen[1]:.0f} % of all'}"
    return [f"{row['program']}: " + "; ".join(one(*item) for item in row["kernel_times"].items()) for row in rows if row.get("kernel_times")]
