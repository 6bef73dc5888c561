"""Kernels with a known dose of one cause, those where the cause is there and costs nothing, and how both are recorded.

A series is one kernel at several doses and the member without the cause: the same kernel at another value of the dose
where there is one, so that nothing else differs. Read by dosed.py and advice.py.
"""

import json
import math
import os
from dataclasses import dataclass, field

from common import WRONG_RESULT, find_kernel, rooflens, timed


@dataclass
class Series:
    """`factors` are the ids of the gap whose product the cause makes; closed(dosed, undosed, device) is that product
    from formula, over that of the undosed member, or None where what it needs was not recorded."""
    cause: str
    kernel: str
    dose: str                  # parameter; "" for a cause that is there or not
    values: list
    undosed: tuple             # (kernel, parameters)
    factors: tuple = ()
    form: str = ""
    closed: object = None
    kind: str = "dosed"

    def members(self):
        """Parameters of the members with the cause."""
        return [{self.dose: value} for value in self.values] if self.dose else [{}]


def conflict_wavefronts(k, _u, _device):
    loads = 32 * k["parameters"]["passes"]
    return (8 + loads * k["parameters"]["ways"]) / (8 + loads)


def blocks_of_the_busiest_sm(k, _u, device):
    mean = math.prod(k["launches"][0]["grid"]) / device["sm_count"]
    return math.ceil(mean) / mean


def latency_roofs(k, u, _device):
    if "latency_roof" not in k or "latency_roof" not in u:
        return None
    return u["latency_roof"]["roof_bytes_per_s"] / k["latency_roof"]["roof_bytes_per_s"]


def longest_at_a_roof(k, u, _device):
    def busy(kernel):
        return kernel["time"]["median_s"] * kernel["gap"]["busiest_fraction"]
    return busy(k) / busy(u)


FMA_CYCLES = 4  # from an FFMA to one that needs its result, compute capability 7.0 and later

SERIES = [
    Series("divergence", "divergence/lanes", "lanes", [1, 2, 4, 8, 12, 16, 20, 24, 28], ("divergence/lanes", {"lanes": 32}),
           ("divergence",), "32 / k of active lanes", lambda k, u, d: 32 / k["parameters"]["lanes"]),
    Series("divergence", "divergence/thread-parity", "", [], ("divergence/warp-parity", {}),
           ("divergence",), "2: both sides, 16 lanes each", lambda k, u, d: 2),
    Series("divergence", "divergence/loop-imbalance", "step", [256, 1024], ("divergence/loop-by-warp", None),
           ("divergence",), "31 / 15.5 turns", lambda k, u, d: 2),
    Series("idle lanes", "parallelism/block-size", "block", [33, 40, 48, 80, 144, 272], ("parallelism/block-size", {"block": 256}),
           ("divergence",), "32 ceil(b / 32) / b", lambda k, u, d: 32 * math.ceil(k["parameters"]["block"] / 32) / k["parameters"]["block"]),
    Series("bank conflicts", "shared_layout/conflict", "ways", [2, 3, 4, 6, 8, 12, 16, 24, 32], ("shared_layout/conflict", {"ways": 1}),
           ("bank-conflicts",), "(8 + 32 p n) / (8 + 32 p) wavefronts", conflict_wavefronts),
    Series("uncoalesced access", "coalescing/stride", "stride", [2, 3, 4, 6, 8, 16, 32], ("coalescing/stride", {"stride": 1}),
           ("coalescing", "cache-traffic"), "(min(16, s) + 1) / 2 of the bytes: DRAM gives 64 at least",
           lambda k, u, d: (min(16, k["parameters"]["stride"]) + 1) / 2),
    Series("FMA mix", "parallelism/multiply-add", "fused", [0, 128, 256, 384], ("parallelism/fma", {}),
           ("fma-mix",), "2 / (1 + f) = 2 - fused / 512", lambda k, u, d: 2 - k["parameters"]["fused"] / 512),
    Series("tail", "parallelism/waves", "waves", [105, 110, 130, 205, 305], ("parallelism/waves", {"waves": 800}),
           ("imbalance",), "ceil(B / SMs) / (B / SMs), B blocks", blocks_of_the_busiest_sm),
    Series("bytes in flight", "parallelism/loads-per-thread", "loads", [1, 2, 3, 4, 5, 6, 7], ("parallelism/loads-per-thread", {"loads": 8}),
           ("latency",), "latency roof of 8 loads / of k", latency_roofs),
    Series("occupancy", "parallelism/occupancy", "shared_bytes", [28672, 49152, 73728, 114688], ("parallelism/occupancy", {"shared_bytes": 0}),
           ("latency",), "latency roof at all / at these blocks", latency_roofs),
    Series("dependent instructions", "latency/independent-fma", "ilp", [1, 2, 3], ("latency/independent-fma", {"ilp": 8}),
           ("latency",), "4 cycles / chains", lambda k, u, d: FMA_CYCLES / k["parameters"]["ilp"]),
    Series("register spills", "parallelism/register-spill", "", [], ("parallelism/no-spill", {}),
           ("spills",), "longest time at a roof, with / without", longest_at_a_roof),
    # The cause is there, and something else takes longer.
    Series("bank conflicts", "shared_layout/streamed-conflict", "ways", [2, 4], ("shared_layout/streamed-conflict", {"ways": 1}), kind="null"),
    Series("divergence", "divergence/streamed-paths", "paths", [2, 4], ("divergence/streamed-paths", {"paths": 1}), kind="null"),
    Series("misaligned access", "coalescing/offset", "offset", [1, 4, 16], ("coalescing/offset", {"offset": 0}), kind="null"),
]

# Families whose kernels were made to show one cause, where they stand in a session without the members above.
DOSED_FAMILIES = ("divergence/", "coalescing/", "parallelism/", "latency/", "constant_memory/", "read_only/", "shared_layout/conflict")


def spread_over(values, most):
    if most is None or len(values) <= most:
        return values
    return [values[round(i * (len(values) - 1) / (most - 1))] for i in range(most)]


@dataclass
class Recording:
    """One call of `rooflens run`. Its values belong to all of its kernels, as far as they have the parameter."""
    name: str
    series: list = field(default_factory=list)
    sizes: dict = field(default_factory=dict)

    def arguments(self, with_undosed=True, most=None):
        """Of `rooflens run`; with at most so many members of a series, from its first to its last."""
        kernels, values = [], {}
        for series in self.series:
            kernels += [series.kernel] + ([series.undosed[0]] if with_undosed else [])
            without = [(series.undosed[1] or {}).get(series.dose)] if with_undosed else []
            for value in [*spread_over(series.values, most), *without]:
                if value is not None and value not in values.setdefault(series.dose, []):
                    values[series.dose].append(value)
        settings = {**{name: [value] for name, value in self.sizes.items()}, **values}
        return [*dict.fromkeys(kernels), *(word for name, listed in settings.items()
                                           for word in ("--set", f"{name}={','.join(map(str, listed))}"))]


def recordings():
    """The arithmetic of divergence runs long enough that what comes before its loop does not count, in four whole waves
    of blocks; everything else at its own sizes."""
    device = json.loads(timed([rooflens(), "devices", "--format", "json"])[1])[0]
    waves = 4 * device["sm_count"] * 8 * 256
    lists = {"divergence": [], "dosed": [], "null": []}
    for series in SERIES:
        name = series.kind if series.kind == "null" else "divergence" if series.kernel.startswith("divergence/") else "dosed"
        lists[name].append(series)
    return [Recording("divergence", lists["divergence"], {"n": waves, "rounds": 16384}),
            Recording("dosed", lists["dosed"]), Recording("null", lists["null"])]


def record(folder, kinds=("divergence", "dosed", "null")):
    """Sessions {name of the recording: path} in the folder; those that it holds already are used. And seconds taken."""
    os.makedirs(folder, exist_ok=True)
    sessions, seconds = {}, 0.0
    wanted = {kind: os.path.join(folder, kind + ".rlens") for kind in kinds}
    missing = [kind for kind, path in wanted.items() if not os.path.exists(path)]
    for recording in recordings() if missing else []:
        if recording.name in missing:
            took, _ = timed([rooflens(), "run", *recording.arguments(), "--format", "none", "-o", wanted[recording.name]],
                            allowed=(0, WRONG_RESULT))
            seconds += took
    sessions.update(wanted)
    return sessions, seconds


def pairs_of_series(kernels, series):
    """(kernel with the cause, kernel without it) for every member that both were recorded of."""
    for parameters in series.members():
        dosed = find_kernel(kernels, series.kernel, parameters)
        name, without = series.undosed
        undosed = find_kernel(kernels, name, parameters if without is None else without)
        if dosed and undosed:
            yield dosed, undosed
