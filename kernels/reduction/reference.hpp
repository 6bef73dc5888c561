// partial[b] = sum of the elements that block b of a grid of `blocks` x `block` threads reads with a grid stride, in
// FP64. With blocks = ceil(n / block) those are `block` consecutive elements, the share of a block in a tree reduction.
#pragma once

#include <algorithm>

#include "kernels/sample.hpp"

namespace rooflens::kernels::reduction {

struct Grid {
  std::uint64_t n = 0;       ///< elements in all
  std::uint64_t block = 0;   ///< threads per block
  std::uint64_t blocks = 0;  ///< partial sums
};

/// The sum that block `b` leaves.
[[nodiscard]] inline double reference(const Input& in, const Grid& grid, std::uint64_t b) {
  double sum = 0;
  for (std::uint64_t base = b * grid.block; base < grid.n; base += grid.blocks * grid.block) {
    const std::uint64_t end = std::min(base + grid.block, grid.n);
    for (std::uint64_t i = base; i < end; ++i) sum += double{in(i)};
  }
  return sum;
}

/// The most elements that one block sums.
[[nodiscard]] inline std::uint64_t elements_per_block(const Grid& grid) {
  const std::uint64_t stride = grid.blocks * grid.block;
  return (grid.n + stride - 1) / stride * grid.block;
}

}  // namespace rooflens::kernels::reduction
