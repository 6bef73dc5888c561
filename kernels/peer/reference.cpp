// The CPU references of peer.
#include "kernels/peer/reference.hpp"

namespace rooflens::kernels::peer {

std::int64_t sum_reference(const UniformInput& in, Stretch stretch) {
  std::int64_t sum = 0;
  for (std::uint64_t i = stretch.begin; i < stretch.end; ++i) sum += in.scaled(i);
  return sum;
}

double scan_reference(const Input& in, double before, std::uint64_t i) { return before + double{in(i)}; }

Counts histogram_reference(const ByteInput& in, Stretch stretch) {
  Counts counts{};
  for (std::uint64_t i = stretch.begin; i < stretch.end; ++i) ++counts[in(i)];
  return counts;
}

}  // namespace rooflens::kernels::peer
