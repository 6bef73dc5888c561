// Host description of reduction/strided-index.
#include "kernels/reduction/strided_index.hpp"

#include "kernels/reduction/counters.hpp"

namespace rooflens::kernels::reduction {

constinit const Kernel strided_index{
    .name = "reduction/strided-index",
    .family = "reduction",
    .summary = "shared-memory tree, stride doubling: whole warps add, but with bank conflicts",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = tree_work<1>,
    .device_memory = tree_memory<1>,
    .partner = {"reduction/sequential", "bank conflicts", "3.9 wavefronts an access with 256 threads"},
    .expected_counters = tree_counters<1, strided_counts>,
    .in_flight_per_thread = always_in_flight<4>,
};

}  // namespace rooflens::kernels::reduction
