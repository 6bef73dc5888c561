// What the variants of gemm share: C = A B for square matrices, and the traffic of a kernel that computes C in tiles.
#pragma once

#include <array>

#include "kernels/bytes.hpp"
#include "kernels/kernel.hpp"
#include "kernels/sample.hpp"

namespace rooflens::kernels::gemm {

/// The FP32 variants: a block of 32 x 32 threads computes a tile of 32 x 32 elements, one per thread.
inline constexpr unsigned int kTile = 32;

/// The variants that keep 8 x 8 sums per thread in registers: a block of 256 threads computes 128 x 128 elements of C.
inline constexpr int kRegisterTile = 128;
inline constexpr int kRegisterThreads = 256;
inline constexpr int kRegisterSums = 8;
/// Columns of A and rows of B in shared memory at a time: 4 KiB of FP32 each.
inline constexpr int kFp32Slice = 8;

/// The variants on the tensor cores: rows and columns of C that a block computes, and its threads.
inline constexpr int kTensorTile = 128;
inline constexpr int kTensorThreads = 256;

inline constexpr std::array kFp32Parameters{
    Parameter{"n", "rows and columns of the square matrices", 3072, 1, 65536},
};

/// Reading A and B once for every tile of `tile` x `tile` elements of C, and writing C once:
/// ceil(n / tile) * 2 n^2 inputs of `input_bytes` read, 4n^2 bytes written. With n a multiple of the tile: 2n^3 / tile.
[[nodiscard]] inline models::Traffic tiled_traffic(std::int64_t n, std::int64_t tile, double input_bytes) {
  const auto matrix = static_cast<double>(n) * static_cast<double>(n);
  return {models::Bytes(2.0 * input_bytes * matrix * static_cast<double>(ceil_div(n, tile))), float_bytes(matrix)};
}

/// Each input read once, C written once.
[[nodiscard]] inline models::Traffic compulsory_traffic(std::int64_t n, double input_bytes) {
  return tiled_traffic(n, n, input_bytes);
}

/// An FMA counts two: 2n^3.
[[nodiscard]] inline models::Operations multiply_adds(std::int64_t n) {
  const auto side = static_cast<double>(n);
  return models::Operations(2.0 * side * side * side);
}

/// 2n^3 operations, and the bytes of C in tiles of `tile` x `tile`.
[[nodiscard]] inline models::Work tiled_product(std::int64_t n, models::Precision precision, std::int64_t tile,
                                                double input_bytes) {
  models::Work work;
  work.operations[precision] = multiply_adds(n);
  work.requested = tiled_traffic(n, tile, input_bytes);
  work.ideal_l2 = work.requested;
  work.compulsory = compulsory_traffic(n, input_bytes);
  return work;
}

/// A, B and C.
[[nodiscard]] inline models::Bytes three_matrices(std::int64_t n, double input_bytes) {
  return compulsory_traffic(n, input_bytes).total();
}

[[nodiscard]] inline models::Bytes fp32_memory(const Problem& problem) { return three_matrices(problem["n"], 4); }

// for i, j in 0..n-1: c[i][j] = sum over k of a[i][k] * b[k][j], on the CPU in FP64, one element at a time.

/// Element `index` of the row-major n x n product.
[[nodiscard]] inline double reference(const Input& a, const Input& b, std::uint64_t n, std::uint64_t index) {
  const std::uint64_t row = index / n;
  const std::uint64_t column = index % n;
  double sum = 0;
  for (std::uint64_t k = 0; k < n; ++k) sum += double{a(row * n + k)} * double{b(k * n + column)};
  return sum;
}

}  // namespace rooflens::kernels::gemm
