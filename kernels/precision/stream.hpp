// Streams of FMAs: each thread has kPairs pairs (x, y), and an iteration does x = y - x, y = x - y on every pair, each
// as one FMA with a factor of -1 that the compiler does not know. After three iterations a pair is what it was. Pairs
// do not wait for each other, so the pipe stays busy. Packed formats do it in two lanes.
#pragma once

#include "kernels/precision/family.hpp"
#include "kernels/sample.hpp"

namespace rooflens::kernels::precision {

inline constexpr int kPairs = 8;
inline constexpr int kStreamFmas = 2 * kPairs;  ///< of a thread in an iteration
inline constexpr std::int64_t kStreamBlock = 256;

inline constexpr Parameter kThreadsParameter{"n", "threads", std::int64_t{1} << 20, 1, std::int64_t{1} << 22};

/// The table entry of lane `lane` of value `value` (x of pair p is value p, its y value p + kPairs) of thread i.
[[nodiscard]] constexpr std::uint64_t stream_entry(std::uint64_t i, int value, int lane) {
  constexpr std::uint64_t kApart = kTableElements / (2 * kStreamFmas);  // two lanes at most: no thread reads twice
  return (i + (2 * static_cast<std::uint64_t>(value) + static_cast<std::uint64_t>(lane)) * kApart) % kTableElements;
}

/// `each` operations an FMA.
template <models::Precision precision, int each, int lanes>
[[nodiscard]] models::Work stream_work(const Problem& problem) {
  const auto n = static_cast<double>(problem["n"]);
  models::Work work = table_work(kStreamFmas * lanes * n, n);
  work.operations[precision] =
      models::Operations(double{each} * kStreamFmas * static_cast<double>(problem["iterations"]) * n);
  return work;
}

[[nodiscard]] inline models::Bytes stream_memory(const Problem& problem) {
  return table_and(static_cast<double>(problem["n"]));
}

/// Loads of the table, stores of the results.
template <int lanes>
[[nodiscard]] std::vector<ExpectedCounter> stream_accesses(const Problem& problem) {
  const GlobalAccess access = global_access(problem["n"], 1, 0);
  return {{counter::kGlobalLoads, kStreamFmas * lanes * access.instructions},
          {counter::kGlobalLoadSectors, kStreamFmas * lanes * access.sectors},
          {counter::kGlobalStores, access.instructions},
          {counter::kGlobalStoreSectors, access.sectors}};
}

/// The same, and FMAs by thread in a counter that sees each of them once.
template <const std::string_view& counter, int lanes>
[[nodiscard]] std::vector<ExpectedCounter> stream_counters(const Problem& problem) {
  std::vector<ExpectedCounter> expected = stream_accesses<lanes>(problem);
  expected.push_back({counter, static_cast<double>(kStreamFmas * problem["iterations"] * problem["n"])});
  return expected;
}

// The CPU reference: small integers, one output at a time.

/// The sum over the pairs and lanes of thread i, x + y, after so many iterations. `table` gives integers.
[[nodiscard]] inline double stream_reference(const Input& table, std::int64_t iterations, int lanes, std::uint64_t i) {
  double sum = 0;
  for (int pair = 0; pair < kPairs; ++pair) {
    for (int lane = 0; lane < lanes; ++lane) {
      double x = table(stream_entry(i, pair, lane));
      double y = table(stream_entry(i, pair + kPairs, lane));
      for (std::int64_t iteration = 0; iteration < iterations % kPeriod; ++iteration) {
        x = y - x;
        y = x - y;
      }
      sum += x + y;
    }
  }
  return sum;
}

}  // namespace rooflens::kernels::precision
