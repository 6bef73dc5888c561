// Host description of reduction/dynamic-shared.
#include "kernels/reduction/dynamic_shared.hpp"

#include "kernels/reduction/counters.hpp"

namespace rooflens::kernels::reduction {

constinit const Kernel dynamic_shared{
    .name = "reduction/dynamic-shared",
    .family = "reduction",
    .summary = "unroll-4-blocks with dynamic instead of static shared memory: a control, no difference is expected",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = tree_work<kFour>,
    .device_memory = tree_memory<kFour>,
    .partner = {"reduction/unroll-4-blocks", "dynamic shared memory", "none: a control"},
    .expected_counters = tree_counters<kFour, last_warp_counts>,
    .in_flight_per_thread = always_in_flight<16>,
};

}  // namespace rooflens::kernels::reduction
