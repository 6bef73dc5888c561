// The CPU references of precision: small integers, one output at a time.
#pragma once

#include <array>

#include "kernels/precision/matrix.hpp"
#include "kernels/precision/stream.hpp"
#include "kernels/sample.hpp"

namespace rooflens::kernels::precision {

/// The sum over the pairs and lanes of thread i, x + y, after so many iterations. `table` gives integers.
[[nodiscard]] inline double stream_reference(const Input& table, std::int64_t iterations, int lanes, std::uint64_t i) {
  double sum = 0;
  for (int pair = 0; pair < kPairs; ++pair) {
    for (int lane = 0; lane < lanes; ++lane) {
      double x = table(stream_entry(i, pair, lane));
      double y = table(stream_entry(i, pair + kPairs, lane));
      for (std::int64_t iteration = 0; iteration < iterations % kPeriod; ++iteration) {
        x = y - x;
        y = x - y;
      }
      sum += x + y;
    }
  }
  return sum;
}

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
