// The CPU reference of copy.
#include "kernels/copy/reference.hpp"

namespace rooflens::kernels::copy {

float reference(const Input& in, std::uint64_t i) { return in(i); }

}  // namespace rooflens::kernels::copy
