// Host description of divergence/uniform.
#include "kernels/divergence/uniform.hpp"

#include "kernels/divergence/family.hpp"

namespace rooflens::kernels::divergence {

constinit const Kernel uniform{
    .name = "divergence/uniform",
    .family = "divergence",
    .summary = "one chain for all: every lane of every warp works",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = even_work,
    .device_memory = two_arrays,
    .expected_counters = even_counters,
};

}  // namespace rooflens::kernels::divergence
