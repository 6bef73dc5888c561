// Host description of stencil1d/read-only-cache.
#include "kernels/stencil1d/read_only_cache.hpp"

#include "kernels/stencil1d/family.hpp"

namespace rooflens::kernels::stencil1d {
namespace {

models::Work work(const Problem& problem) {
  const double coefficients = static_cast<double>(problem["radius"]) * static_cast<double>(problem["n"]);
  return stencil_work(problem, neighbours(problem) + coefficients);
}

}  // namespace

constinit const Kernel read_only_cache{
    .name = "stencil1d/read-only-cache",
    .family = "stencil1d",
    .summary = "one thread per output; coefficients and elements through the L1",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = work,
    .device_memory = array_memory,
    .partner = {"stencil1d/constant-coefficients", "coefficients through the L1", "one load in three"},
    .expected_counters = arithmetic_counters,
};

}  // namespace rooflens::kernels::stencil1d
