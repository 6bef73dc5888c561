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
[[nodiscard]] double reference(const Input& in, const Input& coefficients, const Grid& grid, std::uint64_t index);

}  // namespace rooflens::kernels::stencil3d
