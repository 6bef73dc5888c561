"""What the tables of a session hold: kernels, roofs, devices. Units end the names; fractions are 0..1, and above 1 where
a roof was exceeded; None (NaN in a data frame) is what is not known, never zero."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from ._table import column


@dataclass(frozen=True)
class Kernel:
    """A kernel, or an NVTX range, on one GPU. The columns have the names that `rooflens export --format csv` uses."""

    gpu: int  #: position in `Session.devices`
    process: Optional[int] = column("process")
    kernel: str = column("name")
    scope: str = column("scope")
    parameters: str = ""
    launches_made: int = column("launches_made")
    launches_counted: int = column("launches_counted")
    counters_by: str = column("counters_by")
    total_time_s: Optional[float] = column("total_time_s")
    repetitions: Optional[int] = column("time.repetitions")
    time_median_s: Optional[float] = column("time.median_s")
    time_minimum_s: Optional[float] = column("time.minimum_s")
    time_lower_quartile_s: Optional[float] = column("time.lower_quartile_s")
    time_upper_quartile_s: Optional[float] = column("time.upper_quartile_s")
    time_maximum_s: Optional[float] = column("time.maximum_s")
    share_of_time: Optional[float] = column("share_of_time")
    recoverable_at_least_s: Optional[float] = column("recoverable_s.at_least")
    recoverable_at_most_s: Optional[float] = column("recoverable_s.at_most")
    bound_by: str = column("bound_by")
    busiest_fraction: Optional[float] = column("busiest_fraction")
    roof_fraction: Optional[float] = column("of_roof.fraction")
    roof_name: Optional[str] = column("of_roof.roof")
    roof_demand: Optional[str] = column("of_roof.demand")
    roof_time_s: Optional[float] = column("of_roof.shortest_s")
    gap_factor: Optional[float] = column("gap.total")
    unexplained_share: Optional[float] = column("gap.unexplained_share")
    precision: Optional[str] = column("precision")
    flop: Optional[float] = column("flop")
    flop_source: Optional[str] = column("flop_source")  #: measured, or analytic: from a formula
    flop_per_s: Optional[float] = column("flop_per_s")
    dram_bytes: Optional[float] = column("points.dram.bytes")
    dram_bytes_per_s: Optional[float] = column("points.dram.bytes_per_s")
    dram_intensity_flop_per_byte: Optional[float] = column("points.dram.intensity_flop_per_byte")
    dram_fraction_of_roof: Optional[float] = column("points.dram.fraction_of_roof")
    dram_source: Optional[str] = column("points.dram.source")
    l2_bytes: Optional[float] = column("points.l2.bytes")
    l2_bytes_per_s: Optional[float] = column("points.l2.bytes_per_s")
    l2_intensity_flop_per_byte: Optional[float] = column("points.l2.intensity_flop_per_byte")
    l2_fraction_of_roof: Optional[float] = column("points.l2.fraction_of_roof")
    l2_source: Optional[str] = column("points.l2.source")
    l1_bytes: Optional[float] = column("points.l1.bytes")
    l1_bytes_per_s: Optional[float] = column("points.l1.bytes_per_s")
    l1_intensity_flop_per_byte: Optional[float] = column("points.l1.intensity_flop_per_byte")
    l1_fraction_of_roof: Optional[float] = column("points.l1.fraction_of_roof")
    l1_source: Optional[str] = column("points.l1.source")
    shared_bytes: Optional[float] = column("points.shared.bytes")
    shared_bytes_per_s: Optional[float] = column("points.shared.bytes_per_s")
    shared_intensity_flop_per_byte: Optional[float] = column("points.shared.intensity_flop_per_byte")
    shared_fraction_of_roof: Optional[float] = column("points.shared.fraction_of_roof")
    shared_source: Optional[str] = column("points.shared.source")
    occupancy_theoretical: Optional[float] = column("theoretical_occupancy")
    occupancy_achieved: Optional[float] = column("achieved_occupancy")
    bank_conflict_degree: Optional[float] = column("bank_conflict_degree")
    contradiction: Optional[str] = column("contradiction.sentence")
    verification: str = column("verification.status")


@dataclass(frozen=True)
class Roof:
    """A roof of a GPU. Its height stands in the column of its kind: memory, compute or instruction."""

    gpu: int
    kind: str  #: memory, compute or instruction
    name: str  #: level, precision or pipe
    judged_by: bool = column("judged_by")
    source: str = column("source")
    bytes_per_s: Optional[float] = column("bytes_per_s")
    operations_per_s: Optional[float] = column("operations_per_s")
    per_s: Optional[float] = column("per_s")
    unit: Optional[str] = column("unit")  #: of per_s
    clock_basis: Optional[str] = column("clock_basis")
    clock_hz: Optional[float] = column("clock_hz")
    relative_spread: Optional[float] = column("relative_spread")
    detail: Optional[str] = column("detail")


@dataclass(frozen=True)
class Device:
    """A GPU of the session, as it described itself."""

    gpu: int
    name: Optional[str] = column("name")
    uuid: Optional[str] = column("uuid")
    pci_bus_id: Optional[str] = column("pci_bus_id")
    chip: Optional[str] = column("chip")
    compute_capability: Optional[str] = column("compute_capability")
    sm_count: Optional[int] = column("sm_count")
    whole_sm_count: Optional[int] = column("whole_sm_count")
    sm_clock_maximum_hz: Optional[float] = column("sm_clock_maximum_hz")
    memory_clock_maximum_hz: Optional[float] = column("memory_clock_maximum_hz")
    memory_bus_bits: Optional[int] = column("memory_bus_bits")
    memory_bytes: Optional[float] = column("memory_bytes")
    l2_bytes: Optional[float] = column("l2_bytes")
    shared_per_sm_bytes: Optional[float] = column("shared_per_sm_bytes")
    power_limit_watts: Optional[float] = column("power_limit_watts")
    ecc: Optional[bool] = column("ecc")
    mig: Optional[bool] = column("mig")
    driver_version: Optional[str] = column("driver_version")
    cuda_driver_version: Optional[str] = column("cuda_driver_version")
    cuda_runtime_version: Optional[str] = column("cuda_runtime_version")


@dataclass(frozen=True)
class Factor:
    """A factor of the gap between a kernel and its roof; the product of all is the gap."""

    id: str = column("id")
    factor: float = column("factor")
    removed_first: Optional[float] = column("removed_first")  #: speed-up if it goes and all else stays
    removed_last: Optional[float] = column("removed_last")  #: speed-up if all else is gone
    then_busiest: Optional[str] = column("then_busiest")
    upper_bound: bool = column("upper_bound", missing=False)  #: only if part of it may be unavoidable


@dataclass(frozen=True)
class Pair:
    """A kernel in both sessions. `speedup` is the time of A over that of B."""

    kernel_a: str = column("a.name")
    kernel_b: str = column("b.name")
    matched_by: str = column("matched_by")
    time_median_a_s: Optional[float] = column("a.median_s")
    time_median_b_s: Optional[float] = column("b.median_s")
    roof_fraction_a: Optional[float] = column("a.of_roof_fraction")
    roof_fraction_b: Optional[float] = column("b.of_roof_fraction")
    bound_by_a: Optional[str] = column("a.bound_by")
    bound_by_b: Optional[str] = column("b.bound_by")
    busiest_a: Optional[str] = column("a.busiest")
    busiest_b: Optional[str] = column("b.busiest")
    speedup: Optional[float] = column("speedup")
    speedup_low: Optional[float] = column("speedup_interval.low")
    speedup_high: Optional[float] = column("speedup_interval.high")
    trend: str = column("trend")
    predicted_speedup: Optional[float] = column("predicted_speedup")
    falls_short: Optional[bool] = column("falls_short")
