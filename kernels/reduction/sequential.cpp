// Host description of reduction/sequential.
#include "kernels/reduction/sequential.hpp"

#include <array>

#include "kernels/reduction/family.hpp"

namespace rooflens::kernels::reduction {
namespace {

constexpr std::array kParameters{
    Parameter{"n", "elements to sum", std::int64_t{1} << 28, 1, std::int64_t{1} << 33},
    kBlockParameter,
};

}  // namespace

constinit const Kernel sequential{
    .name = "reduction/sequential",
    .family = "reduction",
    .summary = "shared-memory tree, stride halving: whole warps retire, no bank conflicts",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = tree_work,
    .device_memory = tree_memory,
};

}  // namespace rooflens::kernels::reduction
