// What the variants of read_only share: out[i] is the sum of a window of kWindow elements that begins at element i,
// with `step` elements from one to the next, all of them loaded through the L1 as data that nobody writes.
#pragma once

#include "kernels/bytes.hpp"
#include "kernels/counter_forms.hpp"
#include "kernels/kernel.hpp"
#include "kernels/sample.hpp"

namespace rooflens::kernels::read_only {

inline constexpr int kWindow = 8;

inline constexpr Parameter kElementsParameter{"n", "elements", std::int64_t{1} << 26, 1, std::int64_t{1} << 32};

/// Elements that the input has.
[[nodiscard]] constexpr std::int64_t input_elements(std::int64_t n, std::int64_t step) {
  return (n + kWindow - 1) * step;
}

/// kWindow loads and kWindow - 1 additions an element; the L1 should let only one of the loads through.
[[nodiscard]] inline models::Work work(const Problem& problem) {
  const auto n = static_cast<double>(problem["n"]);
  models::Work work;
  work.operations[models::Precision::fp32] = models::Operations((kWindow - 1) * n);
  work.requested = {float_bytes(kWindow * n), float_bytes(n)};
  work.compulsory = {float_bytes(n + kWindow - 1), float_bytes(n)};
  work.ideal_l2 = {whole_sectors(work.compulsory.read), whole_sectors(work.compulsory.written)};
  return work;
}

[[nodiscard]] inline models::Bytes window_memory(std::int64_t n, std::int64_t step) {
  return float_bytes(static_cast<double>(input_elements(n, step) + n));
}

[[nodiscard]] inline std::vector<ExpectedCounter> window_counters(std::int64_t n, std::int64_t step) {
  GlobalAccess loads;
  for (std::int64_t place = 0; place < kWindow; ++place) {
    const GlobalAccess load = global_access(n, step, place * step);
    loads.instructions += load.instructions;
    loads.sectors += load.sectors;
  }
  const GlobalAccess stores = global_access(n, 1, 0);
  return {{counter::kGlobalLoads, loads.instructions},
          {counter::kGlobalLoadSectors, loads.sectors},
          {counter::kGlobalStores, stores.instructions},
          {counter::kGlobalStoreSectors, stores.sectors},
          {counter::kFadd, static_cast<double>((kWindow - 1) * n)}};
}

/// The variants whose step is 1.
[[nodiscard]] inline models::Bytes dense_memory(const Problem& problem) { return window_memory(problem["n"], 1); }
[[nodiscard]] inline std::vector<ExpectedCounter> dense_counters(const Problem& problem) {
  return window_counters(problem["n"], 1);
}

// for i in 0..n-1: out[i] = sum over k in 0..7 of in[step (i + k)], on the CPU in FP64, one element at a time.

/// out[i].
[[nodiscard]] inline double reference(const Input& in, std::int64_t step, std::uint64_t i) {
  double sum = 0;
  for (std::uint64_t k = 0; k < kWindow; ++k) sum += double{in(static_cast<std::uint64_t>(step) * (i + k))};
  return sum;
}

}  // namespace rooflens::kernels::read_only
