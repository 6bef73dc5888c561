// Resources that a kernel may have kept busy without anything telling how busy: counters or a roof are missing. What is
// known of the others is then a lower bound of what it asked for.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/base/quantity.hpp"

namespace rooflens::models {

struct CountedKernel;

/// UnknownDemand::id of atomics, for which no probe measures a roof.
inline constexpr std::string_view kAtomicsDemand = "demand-atomics";

struct UnknownDemand {
  std::string id;     ///< "demand-dram", "demand-tensor"
  std::string label;  ///< of the resource, for people
  std::vector<std::string>
      counters;  ///< that would tell; none where no counter could, or where it is a roof that is not known
  std::string reason;
  /// It took no longer at its roof, at the clock of the run: by the number of warp instructions, or by the cycles in
  /// which the tensor pipe worked. Absent where nothing bounds it.
  std::optional<Seconds> at_most{};
};

/// Counters that would tell whether the kernel did matrix work and how much, where that is not known.
[[nodiscard]] std::vector<std::string_view> lacking_for_matrix_work(const CountedKernel& kernel);

/// Levels at which the kernel was seen to move bytes, and formats that it computed in, that have no roof here.
[[nodiscard]] std::vector<std::string_view> without_roof(const CountedKernel& kernel);

/// Of a kernel with a time, whose operations, points and metrics are filled in: memory levels and pipes that have a
/// roof here, arithmetic and atomics that have none, warp issue, integer multiply-adds and other pipes where they
/// may be filled, and the tensor pipe where matrix work may have been done. Where the kernel's formula stands in for
/// the counter, it tells the least. `busiest` is the time that all else needs.
[[nodiscard]] std::vector<UnknownDemand> unknown_demand(const CountedKernel& kernel, Seconds busiest);

}  // namespace rooflens::models
