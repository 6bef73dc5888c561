// Host description of histogram/atomic.
#include "kernels/histogram/atomic.hpp"

#include "kernels/histogram/family.hpp"

namespace rooflens::kernels::histogram {
namespace {

models::Work work(const Problem& problem) {
  models::Work work = histogram_work(problem);
  const models::Bytes atomics = float_bytes(static_cast<double>(problem["n"]));
  work.requested.written = work.requested.written + atomics;
  work.ideal_l2.written = work.ideal_l2.written + whole_sectors(atomics);
  return work;
}

}  // namespace

constinit const Kernel atomic{
    .name = "histogram/atomic",
    .family = "histogram",
    .summary = "a thread an element; every atomic goes to global memory",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = work,
    .device_memory = histogram_memory,
    .partner = {"histogram/private-global", "contention", "all blocks on one copy"},
    .expected_counters = single_counters,
};

}  // namespace rooflens::kernels::histogram
