// NVTX ranges as observations: sums over the kernels that were launched in them.
#pragma once

#include <vector>

#include "models/observation.hpp"
#include "profiler/collect/spool_index.hpp"

namespace rooflens::collect {

struct RangeMember {
  const KernelEntry* kernel;
  int machine;
};

/// One observation for each range and machine of a process. Counters that add up are the kernels' means times their
/// launches in the range; they are given only where kernels that take 95 % of the range's time have them. Its one
/// duration is the time of its kernels, added up, over all times the range was entered.
[[nodiscard]] std::vector<models::Observation> range_observations(const SpoolIndex& index,
                                                                  const std::vector<RangeMember>& members,
                                                                  const std::vector<models::Observation>& kernels,
                                                                  int process);

}  // namespace rooflens::collect
