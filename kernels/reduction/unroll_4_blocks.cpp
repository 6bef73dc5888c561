// Host description of reduction/unroll-4-blocks.
#include "kernels/reduction/unroll_4_blocks.hpp"

#include "kernels/reduction/counters.hpp"

namespace rooflens::kernels::reduction {

constinit const Kernel unroll_4_blocks{
    .name = "reduction/unroll-4-blocks",
    .family = "reduction",
    .summary = "four elements a thread, then the unrolled shared-memory tree",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = tree_work<kFour>,
    .device_memory = tree_memory<kFour>,
    .expected_counters = tree_counters<kFour, last_warp_counts>,
    .in_flight_per_thread = always_in_flight<16>,
};

}  // namespace rooflens::kernels::reduction
