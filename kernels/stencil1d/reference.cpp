// The CPU reference of stencil1d.
#include "kernels/stencil1d/reference.hpp"

namespace rooflens::kernels::stencil1d {

double reference(const Input& in, const Input& coefficients, std::int64_t n, std::int64_t radius, std::int64_t i) {
  const auto at = [&](std::int64_t j) { return j < 0 || j >= n ? 0.0 : double{in(static_cast<std::uint64_t>(j))}; };
  double sum = 0;
  for (std::int64_t k = 1; k <= radius; ++k) {
    sum += double{coefficients(static_cast<std::uint64_t>(k - 1))} * (at(i + k) - at(i - k));
  }
  return sum;
}

}  // namespace rooflens::kernels::stencil1d
