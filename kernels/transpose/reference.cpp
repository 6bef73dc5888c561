// The CPU reference of transpose.
#include "kernels/transpose/reference.hpp"

namespace rooflens::kernels::transpose {

float reference(const Input& in, std::uint64_t n, std::uint64_t index) {
  const std::uint64_t row = index / n;
  const std::uint64_t column = index % n;
  return in(column * n + row);
}

}  // namespace rooflens::kernels::transpose
