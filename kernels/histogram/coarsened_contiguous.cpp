// Host description of histogram/coarsened-contiguous.
#include "kernels/histogram/coarsened_contiguous.hpp"

#include "kernels/histogram/family.hpp"

namespace rooflens::kernels::histogram {

constinit const Kernel coarsened_contiguous{
    .name = "histogram/coarsened-contiguous",
    .family = "histogram",
    .summary = "each thread counts consecutive elements, as on a CPU: uncoalesced",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = histogram_work,
    .device_memory = histogram_memory,
    .partner = {"histogram/coarsened-interleaved", "uncoalesced loads", "32 instead of 4 sectors a load"},
};

}  // namespace rooflens::kernels::histogram
