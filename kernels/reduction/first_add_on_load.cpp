// Host description of reduction/first-add-on-load.
#include "kernels/reduction/first_add_on_load.hpp"

#include "kernels/reduction/counters.hpp"

namespace rooflens::kernels::reduction {

constinit const Kernel first_add_on_load{
    .name = "reduction/first-add-on-load",
    .family = "reduction",
    .summary = "shared-memory tree, stride halving, after a first addition of two loads: no thread only loads",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = tree_work<kPair>,
    .device_memory = tree_memory<kPair>,
    .partner = {"reduction/last-warp-unrolled", "barriers", "6 of 8 steps are one warp's with 256 threads"},
    .expected_counters = tree_counters<kPair, sequential_counts>,
    .in_flight_per_thread = always_in_flight<8>,
};

}  // namespace rooflens::kernels::reduction
