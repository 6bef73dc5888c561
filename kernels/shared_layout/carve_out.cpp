// Host description of shared_layout/carve-out.
#include "kernels/shared_layout/carve_out.hpp"

#include "kernels/shared_layout/family.hpp"

namespace rooflens::kernels::shared_layout {
namespace {

constexpr std::array kCarveOutParameters{
    kParameters[0],
    Parameter{"percent", "share of the SM's memory that is preferred to be shared memory, the rest being L1", 50, 0,
              100},
};

models::Work work(const Problem& problem) {
  const auto n = static_cast<double>(problem["n"]);
  models::Work work = round_trip_work(problem);
  work.operations[models::Precision::fp32] = models::Operations(n);
  work.requested.read = 2.0 * float_bytes(n);
  return work;
}

}  // namespace

constinit const Kernel carve_out{
    .name = "shared_layout/carve-out",
    .family = "shared_layout",
    .summary = "shared memory for resident blocks against L1 for a second load: percent decides",
    .parameters = kCarveOutParameters,
    .minimum_compute_capability = {7, 5},
    .work = work,
    .device_memory = two_arrays,
    .seed = "seed 003, 5.1.4",
    .expected_counters = [](const Problem& problem) -> ExpectedCounters { return {expect(kFadds, problem["n"])}; },
};

}  // namespace rooflens::kernels::shared_layout
