// What the variants of reduction share: the parameters and the work of one partial sum per block, or of one sum.
#pragma once

#include <algorithm>
#include <array>

#include "kernels/bytes.hpp"
#include "kernels/kernel.hpp"
#include "kernels/sample.hpp"

namespace rooflens::kernels::reduction {

/// 1 GiB by default.
inline constexpr Parameter kLengthParameter{
    .name = "n",
    .summary = "elements to sum",
    .default_value = std::int64_t{1} << 28,
    .minimum = 1,
    .maximum = std::int64_t{1} << 33,
};

inline constexpr Parameter kBlockParameter{
    .name = "block",
    .summary = "threads per block",
    .default_value = 256,
    .minimum = 32,
    .maximum = 1024,
    .power_of_two = true,
};

inline constexpr std::array kParameters{kLengthParameter, kBlockParameter};

/// Elements that the threads of variants which add on loading take, and those which unroll four blocks.
inline constexpr std::int64_t kPair = 2;
inline constexpr std::int64_t kFour = 4;

/// 32 resident blocks on each of 1024 SMs: more than any device has.
inline constexpr std::int64_t kMostResidentBlocks = 32 * 1024;

/// `additions` FP32 additions; 4n bytes read, 4 bytes written per sum, at every level.
[[nodiscard]] inline models::Work reduction_work(double n, double additions, double sums) {
  models::Work work = moved_once(float_bytes(n), float_bytes(sums));
  work.operations[models::Precision::fp32] = models::Operations(additions);
  return work;
}

/// Blocks of a variant whose threads take `per_thread` elements each.
[[nodiscard]] inline std::int64_t tree_blocks(const Problem& problem, std::int64_t per_thread) {
  return ceil_div(problem["n"], problem["block"] * per_thread);
}

/// A partial sum in each of the blocks: n - blocks additions (each block is left with one number).
template <std::int64_t PerThread>
[[nodiscard]] models::Work tree_work(const Problem& problem) {
  const auto n = static_cast<double>(problem["n"]);
  const auto blocks = static_cast<double>(tree_blocks(problem, PerThread));
  return reduction_work(n, n - blocks, blocks);
}

/// The input, and a partial sum per block.
template <std::int64_t PerThread>
[[nodiscard]] models::Bytes tree_memory(const Problem& problem) {
  return float_bytes(static_cast<double>(problem["n"] + tree_blocks(problem, PerThread)));
}

/// One sum: n - 1 additions. Also where the device chooses the blocks and a sum of each is left, which are a few
/// thousand additions fewer and bytes more.
[[nodiscard]] inline models::Work sum_work(const Problem& problem) {
  const auto n = static_cast<double>(problem["n"]);
  return reduction_work(n, n - 1, 1);
}

/// The input, a sum of each of the blocks that fill the device, and some words more.
[[nodiscard]] inline models::Bytes sum_memory(const Problem& problem) {
  constexpr std::int64_t kSpare = 64;
  return float_bytes(static_cast<double>(problem["n"] + kMostResidentBlocks + kSpare));
}

// partial[b] = sum of the elements that block b of a grid of `blocks` x `block` threads reads with a grid stride, in
// FP64. With blocks = ceil(n / block) those are `block` consecutive elements, the share of a block in a tree reduction.

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
