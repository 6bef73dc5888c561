// Host description of reduction/segmented-atomic.
#include "kernels/reduction/segmented_atomic.hpp"

#include "kernels/reduction/atomic.hpp"

namespace rooflens::kernels::reduction {

constinit const Kernel segmented_atomic{
    .name = "reduction/segmented-atomic",
    .family = "reduction",
    .summary = "shared-memory tree of two elements a thread; the blocks add to one result with atomics",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = atomic_work<kPair>,
    .device_memory = sum_memory,
    .partner = {"reduction/coarsened", "short blocks", "2 elements a thread"},
    .expected_counters = atomic_counters<kPair>,
};

}  // namespace rooflens::kernels::reduction
