// Host description of reduction/two-pass.
#include "kernels/reduction/two_pass.hpp"

#include "kernels/reduction/family.hpp"

namespace rooflens::kernels::reduction {

constinit const Kernel two_pass{
    .name = "reduction/two-pass",
    .family = "reduction",
    .summary = "grid stride, then a second launch of one block over the partial sums",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = sum_work,
    .device_memory = sum_memory,
    .partner = {"reduction/last-block", "second launch", "1 launch"},
};

}  // namespace rooflens::kernels::reduction
