// Host description of reduction/grid-stride-4-loads.
#include "kernels/reduction/grid_stride_4_loads.hpp"

#include "kernels/reduction/counters.hpp"

namespace rooflens::kernels::reduction {

constinit const Kernel grid_stride_4_loads{
    .name = "reduction/grid-stride-4-loads",
    .family = "reduction",
    .summary = "grid stride with four independent sums a thread",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = sum_work,
    .device_memory = sum_memory,
    .expected_counters = strided_counters,
};

}  // namespace rooflens::kernels::reduction
