// What the variants of latency share. The chase follows pointers around one random cycle; the FMA kernels do the same
// number of FMAs in one chain or in several.
#pragma once

#include <bit>

#include "kernels/bytes.hpp"
#include "kernels/counter_forms.hpp"
#include "kernels/kernel.hpp"
#include "kernels/sample.hpp"

namespace rooflens::kernels::latency {

/// Nodes of the cycle lie in cache lines of their own.
inline constexpr std::int64_t kNodeBytes = 128;

/// The chase needs one thread; it has a warp to itself.
inline constexpr unsigned int kChaseBlock = 32;

/// Where the node lies that comes `step` steps after the first one, among 2^bits places: a bijection of multiplications
/// by odd numbers and shifts, different for each seed.
[[nodiscard]] constexpr std::uint32_t position(std::uint32_t step, int bits, std::uint32_t seed) {
  const std::uint32_t mask = (std::uint32_t{1} << bits) - 1;
  std::uint32_t x = step & mask;
  for (const std::uint32_t odd : {0x9e3779b1U, 0x85ebca6bU, 0xc2b2ae35U}) {
    x = (x * odd + seed) & mask;
    x ^= x >> ((bits + 1) / 2);
  }
  return x;
}

/// Places in so many bytes, as a power of two.
[[nodiscard]] constexpr int position_bits(std::int64_t footprint) {
  return static_cast<int>(std::bit_width(static_cast<std::uint64_t>(footprint / kNodeBytes))) - 1;
}

/// Threads per block of the FMA kernels: a warp for each of the four schedulers of an SM.
inline constexpr std::int64_t kBlock = 128;
inline constexpr std::int64_t kMostChains = 8;
/// A multiple of every number of chains up to kMostChains, so that each chain has as many FMAs as the others.
inline constexpr std::int64_t kFmaMultiple = 840;

inline constexpr Parameter kFmasParameter{"fmas",       "FMAs per thread",   1024 * kFmaMultiple,
                                          kFmaMultiple, 5000 * kFmaMultiple, kFmaMultiple};
inline constexpr Parameter kBlocksParameter{"blocks", "blocks of 128 threads", 32, 1, 65536};

/// Chain c, from 1 on, begins at c in[i] and adds in[i] with each FMA: all of them together leave this times in[i].
[[nodiscard]] constexpr std::int64_t fma_factor(std::int64_t fmas, std::int64_t chains) {
  return fmas + chains * (chains + 1) / 2;
}

[[nodiscard]] inline models::Work fma_work(const Problem& problem) {
  const auto threads = static_cast<double>(problem["blocks"] * kBlock);
  models::Work work = moved_once(float_bytes(threads), float_bytes(threads));
  work.operations[models::Precision::fp32] = models::Operations(2.0 * static_cast<double>(problem["fmas"]) * threads);
  return work;
}

[[nodiscard]] inline models::Bytes fma_memory(const Problem& problem) {
  return 2.0 * float_bytes(static_cast<double>(problem["blocks"] * kBlock));
}

[[nodiscard]] inline std::vector<ExpectedCounter> fma_counters(const Problem& problem) {
  const std::int64_t threads = problem["blocks"] * kBlock;
  const GlobalAccess access = global_access(threads, 1, 0);
  return {{counter::kFfma, static_cast<double>(problem["fmas"]) * static_cast<double>(threads)},
          {counter::kGlobalLoads, access.instructions},
          {counter::kGlobalLoadSectors, access.sectors},
          {counter::kGlobalStores, access.instructions},
          {counter::kGlobalStoreSectors, access.sectors}};
}

// The CPU references of latency: where a chase ends, and what chains of FMAs leave.

/// The place of the node that is reached after `steps` steps: followed node by node.
[[nodiscard]] inline double chase_reference(std::int64_t footprint, std::int64_t steps, std::uint32_t seed) {
  const int bits = position_bits(footprint);
  std::vector<std::uint32_t> next(std::size_t{1} << bits);
  for (std::uint32_t step = 0; step < next.size(); ++step)
    next[position(step, bits, seed)] = position(step + 1, bits, seed);
  std::uint32_t place = position(0, bits, seed);
  for (std::int64_t step = 0; step < steps; ++step) place = next[place];
  return place;
}

/// out[i] of `fmas` FMAs in so many chains, in FP64.
[[nodiscard]] inline double fma_reference(const Input& in, std::int64_t fmas, std::int64_t chains, std::uint64_t i) {
  double sum = 0;
  for (std::int64_t chain = 1; chain <= chains; ++chain) {
    sum += static_cast<double>(chain + fmas / chains) * double{in(i)};
  }
  return sum;
}

}  // namespace rooflens::kernels::latency
