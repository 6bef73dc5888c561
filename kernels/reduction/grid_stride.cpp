// Host description of reduction/grid-stride.
#include "kernels/reduction/grid_stride.hpp"

#include <algorithm>
#include <array>

#include "kernels/reduction/family.hpp"

namespace rooflens::kernels::reduction {
namespace {

constexpr std::array kParameters{
    Parameter{"n", "elements to sum", std::int64_t{1} << 28, 1, std::int64_t{1} << 33},
    kBlockParameter,
};

// 32 resident blocks on each of 1024 SMs: more than any device has.
constexpr std::int64_t kMostBlocks = 32 * 1024;

models::Work work(const Problem& problem) {
  const auto n = static_cast<double>(problem["n"]);
  return reduction_work(n, n - 1, 1);
}

models::Bytes device_memory(const Problem& problem) {
  const std::int64_t partials = std::min(ceil_div(problem["n"], problem["block"]), kMostBlocks);
  return float_bytes(static_cast<double>(problem["n"] + partials));
}

}  // namespace

constinit const Kernel grid_stride{
    .name = "reduction/grid-stride",
    .family = "reduction",
    .summary = "accumulates in registers with a grid stride, then warp shuffles: one wave of blocks",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = work,
    .device_memory = device_memory,
};

}  // namespace rooflens::kernels::reduction
