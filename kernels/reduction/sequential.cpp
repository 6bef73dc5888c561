// Host description of reduction/sequential.
#include "kernels/reduction/sequential.hpp"

#include "kernels/reduction/counters.hpp"

namespace rooflens::kernels::reduction {

constinit const Kernel sequential{
    .name = "reduction/sequential",
    .family = "reduction",
    .summary = "shared-memory tree, stride halving: whole warps retire, no bank conflicts",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = tree_work<1>,
    .device_memory = tree_memory<1>,
    .partner = {"reduction/first-add-on-load", "bytes in flight", "1 load a thread"},
    .expected_counters = tree_counters<1, sequential_counts>,
    .in_flight_per_thread = always_in_flight<4>,
};

}  // namespace rooflens::kernels::reduction
