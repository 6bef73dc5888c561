// NVTX ranges as observations: sums over the kernels that were launched in them.
#pragma once

#include <cstddef>
#include <vector>

#include "models/record/observation.hpp"
#include "profiler/assemble/spool_index.hpp"

namespace rooflens::collect {

struct RangeMember {
  const KernelEntry* kernel;
  int machine;
  std::size_t first;  ///< place in `kernels` of its observations
  std::size_t works;  ///< how many they are: one for each amount of work that its launches do
};

/// One observation for each range and machine of a process. Its one duration is the time of its kernels, added up, over
/// all times the range was entered; its counters are those that add up (".sum"): the kernels' means times their
/// launches in the range. They are given where kernels that take 95 % of the range's time have them, and refused with
/// the name of a kernel that lacks them where not. A kernel whose launches do several amounts of work has the mean of
/// them if all of its launches are in the range, and none where nobody knows which ones are.
[[nodiscard]] std::vector<models::Observation> range_observations(const SpoolIndex& index,
                                                                  const std::vector<RangeMember>& members,
                                                                  const std::vector<models::Observation>& kernels,
                                                                  int process);

}  // namespace rooflens::collect
