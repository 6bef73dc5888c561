// The CPU reference of shuffle.
#include "kernels/shuffle/reference.hpp"

namespace rooflens::kernels::shuffle {

float reference(const Input& in, std::uint64_t n, Kind kind, const Exchange& exchange, std::uint64_t i) {
  const auto source = static_cast<std::uint64_t>(source_element(kind, exchange, static_cast<std::int64_t>(i)));
  return source < n ? in(source) : 0.0F;
}

}  // namespace rooflens::kernels::shuffle
