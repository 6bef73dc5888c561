// The CPU reference of coalescing.
#include "kernels/coalescing/reference.hpp"

namespace rooflens::kernels::coalescing {

double reference(const Input& in, const Pattern& pattern, std::uint64_t i) {
  double sum = 0;
  for (int term = 0; term < pattern.terms; ++term) {
    sum += double{in(static_cast<std::uint64_t>(pattern.shift + pattern.term_step * term) +
                     static_cast<std::uint64_t>(pattern.step) * i)};
  }
  return sum;
}

}  // namespace rooflens::kernels::coalescing
