// The CPU reference of saxpy.
#include "kernels/saxpy/reference.hpp"

#include <cmath>

#include "kernels/saxpy/family.hpp"

namespace rooflens::kernels::saxpy {

float reference(const Input& x, const Input& y, std::uint64_t i) { return std::fma(kA, x(i), y(i)); }

}  // namespace rooflens::kernels::saxpy
