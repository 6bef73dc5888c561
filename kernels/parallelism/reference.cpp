// The CPU reference of parallelism.
#include "kernels/parallelism/reference.hpp"

namespace rooflens::kernels::parallelism {

double reference(const Input& in, std::int64_t factor, std::uint64_t i) {
  return static_cast<double>(factor) * double{in(i)};
}

}  // namespace rooflens::kernels::parallelism
