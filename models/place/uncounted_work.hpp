// Floating-point work that a kernel may have done though nobody counted it: what was counted is then not all of it.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "models/base/precision.hpp"
#include "models/counters/names.hpp"
#include "models/place/counted_kernel.hpp"
#include "models/place/operations.hpp"

namespace rooflens::models {

/// Warp instructions, by patched code and by hardware.
inline constexpr std::string_view kWarps = counter::kSmspSassInstExecutedSum,
                                  kWarpsByHardware = counter::kSmspInstExecutedSum;

/// Of patched code where that was counted, else of the hardware.
[[nodiscard]] std::optional<double> warp_instructions(const CounterSet& counters);

/// The most operations of a format outside of the tensor pipe: every warp instruction may have been one of its, for all
/// lanes (FMA counts 2, packed half FMA 4). Absent where warp instructions were not counted.
[[nodiscard]] std::optional<Operations> most_operations(const TrustedCounters& kernel, Precision precision);

/// Floating-point formats outside of the tensor pipe, whose instructions have a counter of their own, that were to be
/// counted and were not, and of which no formula tells. What a recording never asked for is not among them: it tells of
/// the formats that it was made for.
[[nodiscard]] std::vector<OperationMetric> lost_formats(const TrustedCounters& kernel);

/// Whether the lost formats may have had more than 5 % of `counted`.
[[nodiscard]] bool may_lack_operations(const TrustedCounters& kernel, Operations counted);

/// Whether those may have kept their pipe busy for longer than `shortest`, or for nobody knows how long.
[[nodiscard]] bool may_need_longer(const TrustedCounters& kernel, Seconds shortest);

/// Whether it is known that a kernel does no floating-point work: that was counted, or follows from its formula.
[[nodiscard]] bool has_no_flops(const CountedKernel& kernel);

}  // namespace rooflens::models
