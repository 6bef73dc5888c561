// Host description of reduction/interleaved-modulo.
#include "kernels/reduction/interleaved_modulo.hpp"

#include <array>

#include "kernels/reduction/family.hpp"

namespace rooflens::kernels::reduction {
namespace {

constexpr std::array kParameters{
    Parameter{"n", "elements to sum", std::int64_t{1} << 28, 1, std::int64_t{1} << 33},
    kBlockParameter,
};

}  // namespace

constinit const Kernel interleaved_modulo{
    .name = "reduction/interleaved-modulo",
    .family = "reduction",
    .summary = "shared-memory tree, stride doubling: threads with t % (2s) == 0 add, so every warp diverges",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = tree_work,
    .device_memory = tree_memory,
};

}  // namespace rooflens::kernels::reduction
