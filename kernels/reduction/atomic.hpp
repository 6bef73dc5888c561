// Work and counters of the variants whose blocks add their sums to one result with atomics.
#pragma once

#include "kernels/reduction/counters.hpp"

namespace rooflens::kernels::reduction {

/// An atomic is an addition in the L2 and 4 bytes on the way there.
[[nodiscard]] inline models::Work atomic_work_of(const Problem& problem, std::int64_t per_thread) {
  models::Work work = sum_work(problem);
  const models::Bytes atomics = float_bytes(static_cast<double>(tree_blocks(problem, per_thread)));
  work.requested.written = atomics;
  work.ideal_l2.written = whole_sectors(atomics);
  return work;
}

template <std::int64_t PerThread>
[[nodiscard]] models::Work atomic_work(const Problem& problem) {
  return atomic_work_of(problem, PerThread);
}

/// Atomics are counted neither as loads nor as stores, and their additions not as FADDs.
[[nodiscard]] inline std::vector<ExpectedCounter> atomic_counters_of(const Problem& problem, std::int64_t per_thread) {
  return block_counters(problem, per_thread, sequential_counts(problem["block"]));
}

template <std::int64_t PerThread>
[[nodiscard]] std::vector<ExpectedCounter> atomic_counters(const Problem& problem) {
  return atomic_counters_of(problem, PerThread);
}

}  // namespace rooflens::kernels::reduction
