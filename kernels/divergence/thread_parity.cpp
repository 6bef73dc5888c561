// Host description of divergence/thread-parity.
#include "kernels/divergence/thread_parity.hpp"

#include "kernels/divergence/family.hpp"

namespace rooflens::kernels::divergence {

constinit const Kernel thread_parity{
    .name = "divergence/thread-parity",
    .family = "divergence",
    .summary = "chain A for even threads, B for odd ones: every warp goes both ways",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = even_work,
    .device_memory = two_arrays,
    .partner = {.name = "divergence/warp-parity", .cause = "divergence", .dose = "16 of 32 lanes"},
    .expected_counters = even_counters,
};

}  // namespace rooflens::kernels::divergence
