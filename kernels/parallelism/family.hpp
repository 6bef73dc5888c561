// What the variants of parallelism share: out[i] = f in[i] in every one of them, with f = 1 for copies. The others
// reach f by a chain of FMAs, so that they compute rather than wait for memory.
#pragma once

#include "kernels/bytes.hpp"
#include "kernels/counter_forms.hpp"
#include "kernels/kernel.hpp"
#include "kernels/sample.hpp"

namespace rooflens::kernels::parallelism {

/// Threads per block where that is no parameter.
inline constexpr std::int64_t kBlock = 256;

/// FMAs of the chain x = 1 x + in[i], which begins at in[i]: f = kChainFmas + 1.
inline constexpr std::int64_t kChainFmas = 512;

/// Values that the spilling kernel and its sibling keep in each thread, and FMAs on each: value j begins at (j + 1)
/// in[i] and adds in[i] every round. Their sum has f = kValues (kValues + 1) / 2 + kValues kRounds.
inline constexpr std::int64_t kValues = 64;
inline constexpr std::int64_t kRounds = 16;

inline constexpr std::int64_t kCopyFactor = 1;
inline constexpr std::int64_t kChainFactor = kChainFmas + 1;
inline constexpr std::int64_t kValuesFactor = kValues * (kValues + 1) / 2 + kValues * kRounds;

inline constexpr Parameter kCopyElements{"n", "elements to copy", std::int64_t{1} << 28, 1, std::int64_t{1} << 33};
inline constexpr Parameter kChainElements{"n", "elements, a chain of FMAs each", std::int64_t{1} << 26, 1,
                                          std::int64_t{1} << 32};
inline constexpr Parameter kValuesElements{"n", "elements, a thread each", std::int64_t{1} << 25, 1,
                                           std::int64_t{1} << 32};

/// `operations` FP32 operations an element; each element read once and written once.
template <std::int64_t operations>
[[nodiscard]] models::Work work(const Problem& problem) {
  const auto n = static_cast<double>(problem["n"]);
  models::Work work = array_work(problem);
  if (operations > 0) work.operations[models::Precision::fp32] = models::Operations(operations * n);
  return work;
}

/// FMAs of n elements, `each` for one, and nothing of the memory system, which the geometry decides.
template <std::int64_t each>
[[nodiscard]] std::vector<ExpectedCounter> fma_counters(const Problem& problem) {
  return {{counter::kFfma, static_cast<double>(each * problem["n"])}};
}

// for i in 0..n-1: out[i] = f in[i], on the CPU, one element at a time.

/// out[i].
[[nodiscard]] inline double reference(const Input& in, std::int64_t factor, std::uint64_t i) {
  return static_cast<double>(factor) * double{in(i)};
}

}  // namespace rooflens::kernels::parallelism
