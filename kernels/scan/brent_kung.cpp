// Host description of scan/brent-kung.
#include "kernels/scan/brent_kung.hpp"

#include "kernels/scan/counters.hpp"

namespace rooflens::kernels::scan {
namespace {

models::Work work(const Problem& problem) {
  const auto n = static_cast<double>(problem["n"]);
  const std::int64_t segment = 2 * problem["block"];
  const std::int64_t additions = ceil_div(problem["n"], segment) * (2 * segment - 2 - log2_of(segment));
  return scan_work(n, static_cast<double>(additions));
}

std::vector<ExpectedCounter> expected_counters(const Problem& problem) {
  const std::int64_t segment = 2 * problem["block"];
  BlockCounts counts;
  for (std::int64_t s = 1; s < segment; s *= 2) add_step(counts, segment / (2 * s), 2 * s);
  for (std::int64_t s = segment / 4; s > 0; s /= 2) add_step(counts, segment / (2 * s) - 1, 2 * s);
  return segment_counters(problem, segment, counts);
}

}  // namespace

constinit const Kernel brent_kung{
    .name = "scan/brent-kung",
    .family = "scan",
    .summary = "segments of two elements a thread in shared memory: two additions an element, twice the steps",
    .parameters = kSegmentParameters,
    .minimum_compute_capability = {7, 5},
    .work = work,
    .device_memory = two_arrays,
    .expected_counters = expected_counters,
};

}  // namespace rooflens::kernels::scan
