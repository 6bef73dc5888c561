// Host description of transpose/swizzled.
#include "kernels/transpose/swizzled.hpp"

#include "kernels/transpose/family.hpp"

namespace rooflens::kernels::transpose {

constinit const Kernel swizzled{
    .name = "transpose/swizzled",
    .family = "transpose",
    .summary = "32 x 32 tile whose columns are exchanged by XOR: no bank conflicts and no padding",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = transpose_work,
    .device_memory = two_matrices,
    .expected_counters = conflict_free_counters,
};

}  // namespace rooflens::kernels::transpose
