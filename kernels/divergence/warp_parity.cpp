// Host description of divergence/warp-parity.
#include "kernels/divergence/warp_parity.hpp"

#include "kernels/divergence/family.hpp"

namespace rooflens::kernels::divergence {

constinit const Kernel warp_parity{
    .name = "divergence/warp-parity",
    .family = "divergence",
    .summary = "chain A for even warps, B for odd ones: a branch, but no divergence",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = even_work,
    .device_memory = two_arrays,
    .expected_counters = even_counters,
};

}  // namespace rooflens::kernels::divergence
