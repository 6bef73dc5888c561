// Host description of stencil1d/constant-coefficients.
#include "kernels/stencil1d/constant_coefficients.hpp"

#include "kernels/stencil1d/family.hpp"

namespace rooflens::kernels::stencil1d {
namespace {

models::Work work(const Problem& problem) { return stencil_work(problem, neighbours(problem)); }

}  // namespace

constinit const Kernel constant_coefficients{
    .name = "stencil1d/constant-coefficients",
    .family = "stencil1d",
    .summary = "one thread per output; coefficients in constant memory, elements from global memory",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = work,
    .device_memory = array_memory,
    .partner = {"stencil1d/shared-tile", "elements loaded again by every neighbour", "2 radius times"},
    .expected_counters = arithmetic_counters,
};

}  // namespace rooflens::kernels::stencil1d
