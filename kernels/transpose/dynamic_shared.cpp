// Host description of transpose/dynamic-shared.
#include "kernels/transpose/dynamic_shared.hpp"

#include "kernels/transpose/family.hpp"

namespace rooflens::kernels::transpose {

constinit const Kernel dynamic_shared{
    .name = "transpose/dynamic-shared",
    .family = "transpose",
    .summary = "the 32 x 33 tile of padded in shared memory whose size is given at the launch",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = transpose_work,
    .device_memory = two_matrices,
    .partner = {.name = "transpose/padded", .cause = "dynamic shared memory", .dose = "the whole tile"},
    .expected_counters = conflict_free_counters,
};

}  // namespace rooflens::kernels::transpose
