// The table of resources: what a kernel may ask for, how much of it, and at which roof. A new resource is a row there.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "models/place/demand.hpp"

namespace rooflens::models {

struct CountedKernel;

/// The row of metric_table() that counts what a pipe does; empty: no row of its own.
[[nodiscard]] std::string_view metric_of(Pipe pipe);

/// What SMs read from the host's memory, or write to it; nothing where it was not counted, or where the GPU counts no
/// DRAM of its own: an integrated one shares the host's.
[[nodiscard]] std::optional<double> host_bytes(const CountedKernel& kernel, Pipe pipe);

/// Of host reads and writes: the link that was measured, which is none of the GPU's roofs; nothing for all others.
[[nodiscard]] std::optional<ByteRate> host_roof(const Ceilings& ceilings, const RoofResource& resource);

/// Results of threads that the half of the FMA pipe gave which also multiplies integers, for all lanes of its warps,
/// less its half of the floating-point instructions: hardware deals those out to both. At least so many were integers.
/// Floating-point instructions are counted by lanes, and stand for warps with as many lanes on as those of the kernel
/// have on average. Nothing where one of the counters is missing.
[[nodiscard]] std::optional<double> counted_multiply_adds(const CounterSet& counters);

/// What a kernel was seen to ask for, of every resource that has a roof here, at the clock of the run where `run_clock`
/// and the roof's are known; what the formula says stands in for what was not counted.
[[nodiscard]] std::vector<DemandResource> measured_demand(const CountedKernel& kernel, std::optional<Hertz> run_clock);

/// What the task needs at least, by its formula; empty without one.
[[nodiscard]] std::vector<DemandResource> task_demand(const CountedKernel& kernel, std::optional<Hertz> run_clock);

/// Whether each arithmetic of the task, or of the kernel where that is not known, has a roof.
[[nodiscard]] bool all_arithmetic_has_roofs(const CountedKernel& kernel);

}  // namespace rooflens::models
