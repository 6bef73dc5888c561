// Host description of histogram/private-shared.
#include "kernels/histogram/private_shared.hpp"

#include "kernels/histogram/family.hpp"

namespace rooflens::kernels::histogram {

constinit const Kernel private_shared{
    .name = "histogram/private-shared",
    .family = "histogram",
    .summary = "counts of each block in shared memory; a thread an element",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = histogram_work,
    .device_memory = histogram_memory,
    .partner = {"histogram/coarsened-interleaved", "short blocks", "1 element a thread"},
    .expected_counters = single_counters,
};

}  // namespace rooflens::kernels::histogram
