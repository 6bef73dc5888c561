// The CPU reference of scan.
#include "kernels/scan/reference.hpp"

namespace rooflens::kernels::scan {

double sum_between(const Input& in, std::uint64_t begin, std::uint64_t end) {
  double sum = 0;
  for (std::uint64_t i = begin; i < end; ++i) sum += double{in(i)};
  return sum;
}

double reference(const Input& in, std::uint64_t segment, bool exclusive, std::uint64_t index) {
  return sum_between(in, index / segment * segment, exclusive ? index : index + 1);
}

}  // namespace rooflens::kernels::scan
