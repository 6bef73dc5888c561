// Advice on exposed latency: more resident warps, more loads in flight, or more work for each thread.
#pragma once

#include <optional>

#include "models/advise/advice.hpp"

namespace rooflens::models {

/// A change of registers, shared memory or block size that lets more blocks reside, where latency is exposed. Nothing
/// where the device's limits or the launch are not known, or where the driver counted other blocks than the rules give.
[[nodiscard]] std::optional<Advice> occupancy_advice(const Placement& kernel, const Gap& gap);

/// Independent loads a thread that reach 90 % of the DRAM roof at the kernel's occupancy. Nothing where DRAM is not the
/// busiest resource and the loads in flight are no factor of the gap, occupancy is not known, or no realisable loads
/// bring more.
[[nodiscard]] std::optional<Advice> loads_in_flight_advice(const Placement& kernel, const Gap& gap,
                                                           const LatencyRoof& latency_roof);

/// Whether instructions take the time: then nobody knows how many of them are of a thread and how many of each of its
/// results, and more work per thread promises nothing for sure.
[[nodiscard]] bool of_instructions(const Placement& kernel, const Gap& gap);

/// More elements for each thread, as wider loads or several at once: fewer blocks come and go, and more loads are in
/// flight. From twice as many to eight times, but no fewer blocks than run at once. Nothing where it is not known what
/// warps wait for.
[[nodiscard]] std::optional<Advice> work_per_thread_advice(const Placement& kernel, const Gap& gap);

/// "loads-in-flight" as well, where nothing is kBusyThreshold busy, and the time is kModelError or more above what
/// counters explain: if the loads of each warp, kChain or more, waited for each other, that would make kSerialLoads of
/// it, at least half of what is unexplained, and no longer time than was measured. Up to so much may be gained. Where
/// loads in flight were counted, from kNearlyOneLoad to kFewLoads of them for a warp say the same; up to eight loads
/// may then be in flight, or the busiest resource at its roof.
[[nodiscard]] std::optional<Advice> serial_loads_advice(const Placement& kernel, const Gap& gap);

/// "few-warps", where the grid is less than a wave, at most half of the warps that fit are resident, each SM has a
/// block, nothing is kBusyThreshold busy, and the time is kModelError or more above what counters explain. Up to what
/// is unexplained or waiting may be gained.
[[nodiscard]] std::optional<Advice> few_warps_advice(const Placement& kernel, const Gap& gap);

}  // namespace rooflens::models
