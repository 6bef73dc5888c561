// The CPU reference of sgemm.
#include "kernels/sgemm/reference.hpp"

namespace rooflens::kernels::sgemm {

double reference(const Input& a, const Input& b, std::uint64_t n, std::uint64_t index) {
  const std::uint64_t row = index / n;
  const std::uint64_t column = index % n;
  double sum = 0;
  for (std::uint64_t k = 0; k < n; ++k) sum += double{a(row * n + k)} * double{b(k * n + column)};
  return sum;
}

}  // namespace rooflens::kernels::sgemm
