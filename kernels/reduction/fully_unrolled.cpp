// Host description of reduction/fully-unrolled.
#include "kernels/reduction/fully_unrolled.hpp"

#include "kernels/reduction/counters.hpp"

namespace rooflens::kernels::reduction {

constinit const Kernel fully_unrolled{
    .name = "reduction/fully-unrolled",
    .family = "reduction",
    .summary = "shared-memory tree without a loop: a kernel for each block size",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = tree_work<kPair>,
    .device_memory = tree_memory<kPair>,
    .partner = {"reduction/unroll-4-blocks", "bytes in flight", "2 loads a thread"},
    .expected_counters = tree_counters<kPair, last_warp_counts>,
    .in_flight_per_thread = always_in_flight<8>,
};

}  // namespace rooflens::kernels::reduction
