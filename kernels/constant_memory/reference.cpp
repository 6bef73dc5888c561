// The CPU reference of constant_memory.
#include "kernels/constant_memory/reference.hpp"

namespace rooflens::kernels::constant_memory {

double reference(const Input& in, const Input& table, std::uint64_t stride, std::uint64_t i) {
  double sum = in(i);
  for (std::uint64_t k = 0; k < kTerms; ++k) sum += double{table((first_entry(i, stride) + k) % kTableElements)};
  return sum;
}

}  // namespace rooflens::kernels::constant_memory
