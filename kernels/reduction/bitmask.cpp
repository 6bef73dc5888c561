// Host description of reduction/bitmask.
#include "kernels/reduction/bitmask.hpp"

#include "kernels/reduction/counters.hpp"

namespace rooflens::kernels::reduction {

constinit const Kernel bitmask{
    .name = "reduction/bitmask",
    .family = "reduction",
    .summary = "shared-memory tree, stride doubling: the remainder is a mask, but every warp still diverges",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = tree_work<1>,
    .device_memory = tree_memory<1>,
    .partner = {"reduction/strided-index", "divergence", "5.4 of 32 lanes with 256 threads"},
    .expected_counters = tree_counters<1, interleaved_counts>,
    .in_flight_per_thread = always_in_flight<4>,
};

}  // namespace rooflens::kernels::reduction
