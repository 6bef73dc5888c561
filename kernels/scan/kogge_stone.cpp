// Host description of scan/kogge-stone.
#include "kernels/scan/kogge_stone.hpp"

#include "kernels/scan/counters.hpp"

namespace rooflens::kernels::scan {
namespace {

models::Work work(const Problem& problem) {
  const auto n = static_cast<double>(problem["n"]);
  const std::int64_t block = problem["block"];
  const std::int64_t additions = ceil_div(problem["n"], block) * (block * log2_of(block) - (block - 1));
  return scan_work(n, static_cast<double>(additions));
}

// In step s the first s threads have nothing to add: whole warps of them from s = 32 on.
std::vector<ExpectedCounter> expected_counters(const Problem& problem) {
  const std::int64_t block = problem["block"];
  BlockCounts counts;
  for (std::int64_t s = 1; s < block; s *= 2) {
    const std::int64_t warps = block / kWarpLanes - s / kWarpLanes;
    counts.instructions += warps;
    counts.wavefronts += warps;
    counts.additions += block - s;
  }
  return segment_counters(problem, block, counts);
}

}  // namespace

constinit const Kernel kogge_stone{
    .name = "scan/kogge-stone",
    .family = "scan",
    .summary = "segments of one element a thread in shared memory: few steps, many additions",
    .parameters = kSegmentParameters,
    .minimum_compute_capability = {7, 5},
    .work = work,
    .device_memory = two_arrays,
    .partner = {"scan/brent-kung", "redundant additions", "9 instead of 2 an element with 1024 threads"},
    .expected_counters = expected_counters,
};

}  // namespace rooflens::kernels::scan
