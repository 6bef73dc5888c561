// The CPU reference of triad.
#include "kernels/triad/reference.hpp"

#include <cmath>

namespace rooflens::kernels::triad {

float reference(const Input& b, const Input& c, const Input& d, std::uint64_t i) { return std::fma(c(i), d(i), b(i)); }

}  // namespace rooflens::kernels::triad
