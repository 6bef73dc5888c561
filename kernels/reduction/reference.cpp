// The CPU reference of reduction.
#include "kernels/reduction/reference.hpp"

#include <algorithm>

namespace rooflens::kernels::reduction {

double reference(const Input& in, const Grid& grid, std::uint64_t b) {
  double sum = 0;
  for (std::uint64_t base = b * grid.block; base < grid.n; base += grid.blocks * grid.block) {
    const std::uint64_t end = std::min(base + grid.block, grid.n);
    for (std::uint64_t i = base; i < end; ++i) sum += double{in(i)};
  }
  return sum;
}

std::uint64_t elements_per_block(const Grid& grid) {
  const std::uint64_t stride = grid.blocks * grid.block;
  return (grid.n + stride - 1) / stride * grid.block;
}

}  // namespace rooflens::kernels::reduction
