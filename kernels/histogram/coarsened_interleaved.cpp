// Host description of histogram/coarsened-interleaved.
#include "kernels/histogram/coarsened_interleaved.hpp"

#include "kernels/histogram/family.hpp"

namespace rooflens::kernels::histogram {

constinit const Kernel coarsened_interleaved{
    .name = "histogram/coarsened-interleaved",
    .family = "histogram",
    .summary = "each thread counts every gridth element in shared memory: coalesced",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = histogram_work,
    .device_memory = histogram_memory,
    .partner = {"histogram/aggregated", "contention of equal neighbours", "by the parameter input"},
    .expected_counters = strided_counters<1>,
};

}  // namespace rooflens::kernels::histogram
