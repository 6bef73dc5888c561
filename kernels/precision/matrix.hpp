// Streams of matrix operations: each warp adds A B to its matrix C of 16 x 64 in every iteration, with three matrices A
// in turn that add up to nothing: after three iterations C is what it was. The four warps of a block have one B. C and
// A stay in registers and B in registers or shared memory, so that nothing but the tensor cores is busy.
#pragma once

#include <array>

#include "kernels/precision/family.hpp"
#include "kernels/sample.hpp"

namespace rooflens::kernels::precision {

inline constexpr int kMatrixRows = 16;
inline constexpr int kMatrixColumns = 64;
inline constexpr int kMatrixElements = kMatrixRows * kMatrixColumns;
inline constexpr int kMatrixWarps = 4;  ///< in a block
inline constexpr int kMatrixBlock = kMatrixWarps * kWarpLanes;

inline constexpr Parameter kWarpsParameter{"warps", "warps, a matrix C each", 16384, kMatrixWarps, 65536, kMatrixWarps};

/// The table entries of one warp; k is the inner dimension, which the format decides.
struct MatrixEntries {
  std::uint64_t warp;
  int k;

  /// A_0 and A_1; A_2 is minus their sum.
  [[nodiscard]] constexpr std::uint64_t a(int which, int row, int inner) const {
    return at(warp, (which * kMatrixRows + row) * k + inner);
  }
  /// The same for the warps of a block.
  [[nodiscard]] constexpr std::uint64_t b(int inner, int column) const {
    return at(warp - warp % kMatrixWarps, 2 * kMatrixRows * k + inner * kMatrixColumns + column);
  }
  [[nodiscard]] constexpr std::uint64_t c(int row, int column) const {
    return at(warp, (2 * kMatrixRows + kMatrixColumns) * k + row * kMatrixColumns + column);
  }

 private:
  [[nodiscard]] static constexpr std::uint64_t at(std::uint64_t owner, int element) {
    return (509 * owner + static_cast<std::uint64_t>(element)) % kTableElements;
  }
};

/// A multiply-add counts two.
template <models::Precision precision, int k>
[[nodiscard]] models::Work matrix_work(const Problem& problem) {
  const auto warps = static_cast<double>(problem["warps"]);
  constexpr double kReads = 2 * kMatrixRows * k + kMatrixColumns * k / kMatrixWarps + kMatrixElements;
  models::Work work = table_work(kReads * warps, kMatrixElements * warps);
  work.operations[precision] =
      models::Operations(2.0 * kMatrixElements * k * static_cast<double>(problem["iterations"]) * warps);
  return work;
}

[[nodiscard]] inline models::Bytes matrix_memory(const Problem& problem) {
  return table_and(kMatrixElements * static_cast<double>(problem["warps"]));
}

/// A lane stores two neighbours at a time, and a warp's store fills the sectors that it touches.
[[nodiscard]] inline std::vector<ExpectedCounter> matrix_counters(const Problem& problem) {
  const auto warps = static_cast<double>(problem["warps"]);
  return {{counter::kGlobalStores, kMatrixElements / (2.0 * kWarpLanes) * warps},
          {counter::kGlobalStoreSectors, 4.0 * kMatrixElements / kSectorBytes * warps}};
}

// The CPU reference: small integers, one output at a time.

/// Element `index` of the matrices, warp by warp, row-major, after so many iterations.
[[nodiscard]] inline double matrix_reference(const Input& table, std::int64_t iterations, int k, std::uint64_t index) {
  const MatrixEntries entries{index / kMatrixElements, k};
  const auto row = static_cast<int>(index % kMatrixElements / kMatrixColumns);
  const auto column = static_cast<int>(index % kMatrixColumns);
  double sum = table(entries.c(row, column));
  for (std::int64_t iteration = 0; iteration < iterations % kPeriod; ++iteration) {
    for (int inner = 0; inner < k; ++inner) {
      const std::array a{double{table(entries.a(0, row, inner))}, double{table(entries.a(1, row, inner))}};
      sum += a[static_cast<std::size_t>(iteration)] * double{table(entries.b(inner, column))};
    }
  }
  return sum;
}

}  // namespace rooflens::kernels::precision
