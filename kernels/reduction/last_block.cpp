// Host description of reduction/last-block.
#include "kernels/reduction/last_block.hpp"

#include "kernels/reduction/family.hpp"

namespace rooflens::kernels::reduction {

constinit const Kernel last_block{
    .name = "reduction/last-block",
    .family = "reduction",
    .summary = "grid stride in one launch: the last block to finish sums the partial sums, behind a fence",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = sum_work,
    .device_memory = sum_memory,
    .partner = {"reduction/float4", "4-byte loads", "4 bytes an instruction"},
};

}  // namespace rooflens::kernels::reduction
