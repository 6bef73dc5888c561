// Host description of histogram/replicated.
#include "kernels/histogram/replicated.hpp"

#include "kernels/histogram/family.hpp"

namespace rooflens::kernels::histogram {

constinit const Kernel replicated{
    .name = "histogram/replicated",
    .family = "histogram",
    .summary = "a copy of the counts for each lane of a warp, each in a bank of its own",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = histogram_work,
    .device_memory = histogram_memory,
    .expected_counters = strided_counters<4>,
};

}  // namespace rooflens::kernels::histogram
