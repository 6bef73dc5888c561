// What the variants of reduction share: the block parameter and the work of one partial sum per block. The tree
// variants give each block `block` consecutive elements.
#pragma once

#include "kernels/bytes.hpp"
#include "kernels/kernel.hpp"

namespace rooflens::kernels::reduction {

inline constexpr Parameter kBlockParameter{
    .name = "block",
    .summary = "threads per block",
    .default_value = 256,
    .minimum = 32,
    .maximum = 1024,
    .power_of_two = true,
};

/// `additions` FP32 additions; 4n bytes read, 4 bytes written per partial sum, at every level.
[[nodiscard]] inline models::Work reduction_work(double n, double additions, double partials) {
  models::Work work;
  work.operations[models::Precision::fp32] = models::Operations(additions);
  work.requested = {float_bytes(n), float_bytes(partials)};
  work.ideal_l2 = {whole_sectors(float_bytes(n)), whole_sectors(float_bytes(partials))};
  work.compulsory = work.requested;
  return work;
}

/// A tree in each of ceil(n / block) blocks: n - blocks additions (each block is left with one number).
[[nodiscard]] inline models::Work tree_work(const Problem& problem) {
  const auto n = static_cast<double>(problem["n"]);
  const auto blocks = static_cast<double>(ceil_div(problem["n"], problem["block"]));
  return reduction_work(n, n - blocks, blocks);
}

/// The input, and a partial sum per block.
[[nodiscard]] inline models::Bytes tree_memory(const Problem& problem) {
  return float_bytes(static_cast<double>(problem["n"] + ceil_div(problem["n"], problem["block"])));
}

}  // namespace rooflens::kernels::reduction
