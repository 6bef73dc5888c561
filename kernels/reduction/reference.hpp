// partial[b] = sum of the elements that block b of a grid of `blocks` x `block` threads reads with a grid stride, in
// FP64. With blocks = ceil(n / block) those are `block` consecutive elements, the share of a block in a tree reduction.
#pragma once

#include "kernels/sample.hpp"

namespace rooflens::kernels::reduction {

struct Grid {
  std::uint64_t n = 0;       ///< elements in all
  std::uint64_t block = 0;   ///< threads per block
  std::uint64_t blocks = 0;  ///< partial sums
};

/// The sum that block `b` leaves.
[[nodiscard]] double reference(const Input& in, const Grid& grid, std::uint64_t b);

/// The most elements that one block sums.
[[nodiscard]] std::uint64_t elements_per_block(const Grid& grid);

}  // namespace rooflens::kernels::reduction
