// What the device code of schedule and its descriptions share: the geometry, and the size of a record.
#pragma once

#include "kernels/bytes.hpp"
#include "kernels/kernel.hpp"

namespace rooflens::kernels::schedule {

inline constexpr std::int64_t kRecordBytes = 32;

/// Warps of the launch: every block is whole, whatever n.
[[nodiscard]] inline std::int64_t warps_of(const Problem& problem) {
  return ceil_div(problem["n"], problem["block"]) * (problem["block"] / 32);
}

}  // namespace rooflens::kernels::schedule
