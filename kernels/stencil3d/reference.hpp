// out = sum over the star of coefficient * in, on the CPU in FP64, one point at a time; boundary values are kept.
#pragma once

#include "kernels/sample.hpp"

namespace rooflens::kernels::stencil3d {

struct Grid {
  std::int64_t n = 0;  ///< points along each dimension
  std::int64_t order = 0;
  std::int64_t dimensions = 0;  ///< 2 or 3
};

/// Point `index` of the output; x runs fastest. Coefficients: the centre's, then along x, y and z those of the points
/// at -1, +1, -2, +2, ...
[[nodiscard]] inline double reference(const Input& in, const Input& coefficients, const Grid& grid,
                                      std::uint64_t index) {
  std::uint64_t coefficient = 0;
  double sum = double{coefficients(coefficient++)} * double{in(index)};
  std::int64_t stride = 1;
  for (std::int64_t axis = 0; axis < grid.dimensions; ++axis, stride *= grid.n) {
    const std::int64_t place = static_cast<std::int64_t>(index) / stride % grid.n;
    if (place < grid.order || place >= grid.n - grid.order) return double{in(index)};
    for (std::int64_t distance = 1; distance <= grid.order; ++distance) {
      const auto reach = static_cast<std::uint64_t>(distance * stride);
      sum += double{coefficients(coefficient++)} * double{in(index - reach)};
      sum += double{coefficients(coefficient++)} * double{in(index + reach)};
    }
  }
  return sum;
}

}  // namespace rooflens::kernels::stencil3d
