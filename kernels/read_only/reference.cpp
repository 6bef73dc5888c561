// The CPU reference of read_only.
#include "kernels/read_only/reference.hpp"

namespace rooflens::kernels::read_only {

double reference(const Input& in, std::int64_t step, std::uint64_t i) {
  double sum = 0;
  for (std::uint64_t k = 0; k < kWindow; ++k) sum += double{in(static_cast<std::uint64_t>(step) * (i + k))};
  return sum;
}

}  // namespace rooflens::kernels::read_only
