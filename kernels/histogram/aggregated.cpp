// Host description of histogram/aggregated.
#include "kernels/histogram/aggregated.hpp"

#include "kernels/histogram/family.hpp"

namespace rooflens::kernels::histogram {

constinit const Kernel aggregated{
    .name = "histogram/aggregated",
    .family = "histogram",
    .summary = "each thread adds up runs of equal elements before it adds them to shared memory",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = histogram_work,
    .device_memory = histogram_memory,
    .expected_counters = strided_counters<1>,
};

}  // namespace rooflens::kernels::histogram
