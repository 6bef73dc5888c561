// What the variants of transpose share: the parameter, the tile, and the work, which is the same for all of them. What
// a variant wastes beyond it is what the counters show.
#pragma once

#include <array>

#include "kernels/bytes.hpp"
#include "kernels/kernel.hpp"

namespace rooflens::kernels::transpose {

/// A block of 32 x 8 threads moves a tile of 32 x 32 elements (naive-row: of 32 x 8).
inline constexpr unsigned int kTile = 32;
inline constexpr unsigned int kBlockRows = 8;

/// 2 x 1 GiB by default.
inline constexpr std::array kParameters{
    Parameter{"n", "rows and columns of the square matrix", 16384, 1, 131072},
};

/// No FLOPs; 4n^2 bytes read and 4n^2 written at every level.
[[nodiscard]] inline models::Work transpose_work(const Problem& problem) {
  const auto n = static_cast<double>(problem["n"]);
  const models::Bytes matrix = float_bytes(n * n);
  models::Work work;
  work.requested = {matrix, matrix};
  work.ideal_l2 = {whole_sectors(matrix), whole_sectors(matrix)};
  work.compulsory = work.requested;
  return work;
}

/// Two matrices of n x n floats.
[[nodiscard]] inline models::Bytes two_matrices(const Problem& problem) {
  const auto n = static_cast<double>(problem["n"]);
  return 2.0 * float_bytes(n * n);
}

}  // namespace rooflens::kernels::transpose
