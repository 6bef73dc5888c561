// Host description of reduction/interleaved-modulo.
#include "kernels/reduction/interleaved_modulo.hpp"

#include "kernels/reduction/counters.hpp"

namespace rooflens::kernels::reduction {

constinit const Kernel interleaved_modulo{
    .name = "reduction/interleaved-modulo",
    .family = "reduction",
    .summary = "shared-memory tree, stride doubling: threads with t % (2s) == 0 add, so every warp diverges",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = tree_work<1>,
    .device_memory = tree_memory<1>,
    .partner = {"reduction/bitmask", "integer remainder", "one % in each step"},
    .expected_counters = tree_counters<1, interleaved_counts>,
    .in_flight_per_thread = always_in_flight<4>,
};

}  // namespace rooflens::kernels::reduction
