// The CPU reference of stencil3d.
#include "kernels/stencil3d/reference.hpp"

namespace rooflens::kernels::stencil3d {

double reference(const Input& in, const Input& coefficients, const Grid& grid, std::uint64_t index) {
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
