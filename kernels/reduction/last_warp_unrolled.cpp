// Host description of reduction/last-warp-unrolled.
#include "kernels/reduction/last_warp_unrolled.hpp"

#include "kernels/reduction/counters.hpp"

namespace rooflens::kernels::reduction {

constinit const Kernel last_warp_unrolled{
    .name = "reduction/last-warp-unrolled",
    .family = "reduction",
    .summary = "shared-memory tree whose last warp works without barriers of the block",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = tree_work<kPair>,
    .device_memory = tree_memory<kPair>,
    .partner = {"reduction/fully-unrolled", "loop overhead", "a compare, a shift and a branch in each step"},
    .expected_counters = tree_counters<kPair, last_warp_counts>,
    .in_flight_per_thread = always_in_flight<8>,
};

}  // namespace rooflens::kernels::reduction
