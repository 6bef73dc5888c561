// What the variants of histogram share: the parameters and the work. The input is 32 bits an element, of which each is
// the number of its bin: bytes could not name 4096 bins, and with 4 bytes an element the memory stays the roof of a
// good variant, as it is for the other families.
#pragma once

#include <array>
#include <vector>

#include "kernels/bytes.hpp"
#include "kernels/counter_forms.hpp"
#include "kernels/kernel.hpp"
#include "kernels/random.hpp"

namespace rooflens::kernels::histogram {

/// 1 GiB by default. A count fits into 32 bits and is never all ones, which stands for an output that nobody wrote.
inline constexpr Parameter kLengthParameter{
    .name = "n",
    .summary = "elements to count",
    .default_value = std::int64_t{1} << 28,
    .minimum = 1,
    .maximum = 4'000'000'000,
};

inline constexpr Parameter kBinsParameter{
    .name = "bins", .summary = "bins", .default_value = 256, .minimum = 1, .maximum = 4096};

inline constexpr Parameter kInputParameter{
    .name = "input",
    .summary = "0: all bins alike; 1: skewed, a quarter of all in the first of 256 bins; 2: all in one bin",
    .default_value = 0,
    .minimum = 0,
    .maximum = 2,
};

inline constexpr Parameter kBlockParameter{
    .name = "block",
    .summary = "threads per block",
    .default_value = 1024,
    .minimum = 32,
    .maximum = 1024,
    .power_of_two = true,
};

inline constexpr std::array kParameters{kLengthParameter, kBinsParameter, kInputParameter, kBlockParameter};

/// No FLOPs; 4n bytes read and a count for each bin written. What atomics move besides depends on the input.
[[nodiscard]] inline models::Work histogram_work(const Problem& problem) {
  const models::Bytes in = float_bytes(static_cast<double>(problem["n"]));
  const models::Bytes out = float_bytes(static_cast<double>(problem["bins"]));
  return moved_once(in, out);
}

/// The input and the counts.
[[nodiscard]] inline models::Bytes histogram_memory(const Problem& problem) {
  return float_bytes(static_cast<double>(problem["n"] + problem["bins"]));
}

/// Loads of n words by full warps of `words` words a lane, and the stores that clear `cleared` counts first. Atomics
/// are neither.
[[nodiscard]] inline std::vector<ExpectedCounter> counters_for(std::int64_t n, std::int64_t words,
                                                               std::int64_t cleared) {
  return {{counter::kGlobalLoads, static_cast<double>(ceil_div(n, words * kWarpLanes))},
          {counter::kGlobalLoadSectors, static_cast<double>(ceil_div(n, kFloatsPerSector))},
          {counter::kGlobalStores, static_cast<double>(ceil_div(cleared, kWarpLanes))},
          {counter::kGlobalStoreSectors, static_cast<double>(ceil_div(cleared, kFloatsPerSector))}};
}

/// Of variants whose threads load one element each.
[[nodiscard]] inline std::vector<ExpectedCounter> single_counters(const Problem& problem) {
  return counters_for(problem["n"], 1, problem["bins"]);
}

/// Of variants whose threads run an unrolled loop over `Words` words at a time: the lanes of a warp load together as
/// long as they have equally many, so whole warps alone have a closed form.
template <std::int64_t Words>
[[nodiscard]] std::vector<ExpectedCounter> strided_counters(const Problem& problem) {
  if (problem["n"] % (Words * kWarpLanes) != 0) return {};
  return counters_for(problem["n"], Words, problem["bins"]);
}

// counts[b] = how many of the elements begin, ..., end - 1 are b, one element after the other.

// The input of histogram as a function of the index, the same on CPU and GPU.

enum class Distribution { uniform, skewed, constant };

struct BinInput {
  std::uint64_t seed = 0;
  std::uint32_t bins = 1;
  Distribution distribution = Distribution::uniform;

  /// The bin of element `index`, below `bins`.
  [[nodiscard]] constexpr std::uint32_t operator()(std::uint64_t index) const {
    // 32 random bits stand for u in [0, 1). Skewed: u^4, so that bin 0 gets the fourth root of its width.
    std::uint64_t u = random_bits(seed, distribution == Distribution::constant ? 0 : index) >> 32;
    if (distribution == Distribution::skewed) {
      u = u * u >> 32;
      u = u * u >> 32;
    }
    return static_cast<std::uint32_t>(u * bins >> 32);
  }
};

[[nodiscard]] inline std::vector<std::uint64_t> reference(const BinInput& in, std::uint64_t begin, std::uint64_t end) {
  std::vector<std::uint64_t> counts(in.bins, 0);
  for (std::uint64_t i = begin; i < end; ++i) ++counts[in(i)];
  return counts;
}

}  // namespace rooflens::kernels::histogram
