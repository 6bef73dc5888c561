// Host description of reduction/grid-stride.
#include "kernels/reduction/grid_stride.hpp"

#include "kernels/reduction/counters.hpp"

namespace rooflens::kernels::reduction {

constinit const Kernel grid_stride{
    .name = "reduction/grid-stride",
    .family = "reduction",
    .summary = "accumulates in registers with a grid stride, then warp shuffles: one wave of blocks",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = sum_work,
    .device_memory = sum_memory,
    .partner = {"reduction/grid-stride-4-loads", "dependent additions", "one sum a thread"},
    .expected_counters = strided_counters,
};

}  // namespace rooflens::kernels::reduction
