// The CPU reference of vector_add.
#include "kernels/vector_add/reference.hpp"

namespace rooflens::kernels::vector_add {

float reference(const Input& a, const Input& b, std::uint64_t i) { return a(i) + b(i); }

}  // namespace rooflens::kernels::vector_add
