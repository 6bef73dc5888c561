// What the variants of coalescing share: thread i leaves one element, the sum of elements that a pattern names. The
// instructions are the same; the pattern alone decides how many sectors a warp's request needs.
#pragma once

#include "kernels/bytes.hpp"
#include "kernels/counter_forms.hpp"
#include "kernels/kernel.hpp"
#include "kernels/sample.hpp"

namespace rooflens::kernels::coalescing {

/// out[i] = sum over t in 0..terms-1 of in[shift + step i + term_step t]
struct Pattern {
  std::int64_t step = 1;
  std::int64_t shift = 0;
  int terms = 1;
  std::int64_t term_step = 0;
};

/// Fields of a record.
inline constexpr int kFields = 4;

[[nodiscard]] inline Pattern contiguous_pattern(const Problem&) { return {}; }
[[nodiscard]] inline Pattern stride_pattern(const Problem& problem) { return {.step = problem["stride"]}; }
[[nodiscard]] inline Pattern offset_pattern(const Problem& problem) { return {.shift = problem["offset"]}; }
[[nodiscard]] inline Pattern array_of_structs_pattern(const Problem&) {
  return {.step = kFields, .terms = kFields, .term_step = 1};
}
[[nodiscard]] inline Pattern struct_of_arrays_pattern(const Problem& problem) {
  return {.terms = kFields, .term_step = problem["n"]};
}

/// Elements that the input must have.
[[nodiscard]] constexpr std::int64_t input_elements(std::int64_t n, const Pattern& pattern) {
  return pattern.shift + pattern.step * (n - 1) + pattern.term_step * (pattern.terms - 1) + 1;
}

/// Every element that is summed counts once: terms - 1 additions, 4 terms bytes read and 4 written per thread.
template <Pattern (*pattern_of)(const Problem&)>
[[nodiscard]] models::Work work(const Problem& problem) {
  const auto n = static_cast<double>(problem["n"]);
  const int terms = pattern_of(problem).terms;
  models::Work work = moved_once(float_bytes(terms * n), float_bytes(n));
  if (terms > 1) work.operations[models::Precision::fp32] = models::Operations((terms - 1) * n);
  return work;
}

template <Pattern (*pattern_of)(const Problem&)>
[[nodiscard]] models::Bytes device_memory(const Problem& problem) {
  const std::int64_t n = problem["n"];
  return float_bytes(static_cast<double>(input_elements(n, pattern_of(problem)) + n));
}

/// A load per term and one store; the sectors of a full warp are min(32, 4 step) where the pattern begins with a
/// sector.
template <Pattern (*pattern_of)(const Problem&)>
[[nodiscard]] std::vector<ExpectedCounter> expected_counters(const Problem& problem) {
  const std::int64_t n = problem["n"];
  const Pattern pattern = pattern_of(problem);
  GlobalAccess loads;
  for (int term = 0; term < pattern.terms; ++term) {
    const GlobalAccess load = global_access(n, pattern.step, pattern.shift + pattern.term_step * term);
    loads.instructions += load.instructions;
    loads.sectors += load.sectors;
  }
  const GlobalAccess stores = global_access(n, 1, 0);
  return {{counter::kGlobalLoads, loads.instructions},
          {counter::kGlobalLoadSectors, loads.sectors},
          {counter::kGlobalStores, stores.instructions},
          {counter::kGlobalStoreSectors, stores.sectors},
          {counter::kFadd, static_cast<double>((pattern.terms - 1) * n)}};
}

// for i in 0..n-1: out[i] = sum over t of in[shift + step i + term_step t], on the CPU in FP64, one element at a time.

/// out[i].
[[nodiscard]] inline double reference(const Input& in, const Pattern& pattern, std::uint64_t i) {
  double sum = 0;
  for (int term = 0; term < pattern.terms; ++term) {
    sum += double{in(static_cast<std::uint64_t>(pattern.shift + pattern.term_step * term) +
                     static_cast<std::uint64_t>(pattern.step) * i)};
  }
  return sum;
}

}  // namespace rooflens::kernels::coalescing
