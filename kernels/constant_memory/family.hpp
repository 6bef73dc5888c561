// What the variants of constant_memory share: every thread adds kTerms entries of a table in constant memory to its
// element. Lanes of a warp begin `stride` entries apart; with 0 they all read the same one.
#pragma once

#include "kernels/bytes.hpp"
#include "kernels/counter_forms.hpp"
#include "kernels/kernel.hpp"
#include "kernels/sample.hpp"

namespace rooflens::kernels::constant_memory {

inline constexpr std::uint64_t kTableElements = 4096;  ///< a quarter of constant memory
inline constexpr int kTerms = 64;

inline constexpr Parameter kElementsParameter{"n", "elements", std::int64_t{1} << 25, 1, std::int64_t{1} << 32};

/// The first entry that thread i adds; the others follow it. Warps begin 7 entries apart.
[[nodiscard]] constexpr std::uint64_t first_entry(std::uint64_t i, std::uint64_t stride) {
  return i / kWarpLanes * 7 + i % kWarpLanes * stride;
}

/// kTerms additions an element. Constant memory has caches of its own: of device memory only in and out count.
[[nodiscard]] inline models::Work work(const Problem& problem) {
  models::Work work = array_work(problem);
  work.operations[models::Precision::fp32] = models::Operations(kTerms * static_cast<double>(problem["n"]));
  return work;
}

[[nodiscard]] inline std::vector<ExpectedCounter> expected_counters(const Problem& problem) {
  const GlobalAccess access = global_access(problem["n"], 1, 0);
  return {{counter::kFadd, static_cast<double>(kTerms * problem["n"])},
          {counter::kGlobalLoads, access.instructions},
          {counter::kGlobalLoadSectors, access.sectors},
          {counter::kGlobalStores, access.instructions},
          {counter::kGlobalStoreSectors, access.sectors}};
}

// for i in 0..n-1: out[i] = in[i] + sum over k of table[(first entry of i + k) mod table size], on the CPU in FP64.

/// out[i].
[[nodiscard]] inline double reference(const Input& in, const Input& table, std::uint64_t stride, std::uint64_t i) {
  double sum = in(i);
  for (std::uint64_t k = 0; k < kTerms; ++k) sum += double{table((first_entry(i, stride) + k) % kTableElements)};
  return sum;
}

}  // namespace rooflens::kernels::constant_memory
