// Host description of transpose/padded.
#include "kernels/transpose/padded.hpp"

#include "kernels/transpose/family.hpp"

namespace rooflens::kernels::transpose {

constinit const Kernel padded{
    .name = "transpose/padded",
    .family = "transpose",
    .summary = "32 x 33 tile in shared memory: coalesced both ways, no bank conflicts",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = transpose_work,
    .device_memory = two_matrices,
    .expected_counters = conflict_free_counters,
};

}  // namespace rooflens::kernels::transpose
