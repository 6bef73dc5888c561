// What the variants that keep 8 x 8 sums per thread in registers share, as the host sees them: the geometry, the work
// and the counters that follow from it.
#pragma once

#include <vector>

#include "kernels/counter_names.hpp"
#include "kernels/gemm/family.hpp"

namespace rooflens::kernels::gemm {

/// A block of 256 threads computes 128 x 128 elements of C; each thread 8 x 8 of them.
inline constexpr int kRegisterTile = 128;
inline constexpr int kRegisterThreads = 256;
inline constexpr int kRegisterSums = 8;

/// Columns of A and rows of B in shared memory at a time: 4 KiB of FP32 each.
inline constexpr int kFp32Slice = 8;

/// 2n^3 operations in FP32; 8n^2 ceil(n / 128) bytes read, 4n^2 written.
[[nodiscard]] inline models::Work register_tile_work(const Problem& problem) {
  return tiled_product(problem["n"], models::Precision::fp32, kRegisterTile, 4);
}

/// What does not depend on how wide the loads are: a multiply-add for every element of every whole tile and slice; and
/// where n is a multiple of the tile, every sector fully used.
[[nodiscard]] inline std::vector<ExpectedCounter> register_tile_counters(const Problem& problem) {
  const std::int64_t n = problem["n"];
  const auto side = static_cast<double>(ceil_div(n, kRegisterTile) * kRegisterTile);
  const auto depth = static_cast<double>(ceil_div(n, kFp32Slice) * kFp32Slice);
  std::vector<ExpectedCounter> counters{{counter::kFfma, side * side * depth}};
  if (n % kRegisterTile == 0) {
    const models::Traffic traffic = tiled_traffic(n, kRegisterTile, 4);
    counters.push_back({counter::kGlobalLoadSectors, traffic.read.value() / kSectorBytes});
    counters.push_back({counter::kGlobalStoreSectors, traffic.written.value() / kSectorBytes});
  }
  return counters;
}

/// Warp instructions on shared memory: per multiplied column of A and row of B, a warp loads 16 / `width` times; per
/// slice it stores 4 elements of A one by one (transposed) and 4 of B in 4 / `width` goes.
struct SharedInstructions {
  double loads;
  double stores;
};

[[nodiscard]] inline SharedInstructions shared_instructions(const Problem& problem, int width) {
  const std::int64_t tiles = ceil_div(problem["n"], kRegisterTile);
  const std::int64_t slices = ceil_div(problem["n"], kFp32Slice);
  const auto warp_slices = static_cast<double>(tiles * tiles * slices * (kRegisterThreads / 32));
  return {warp_slices * kFp32Slice * 2 * kRegisterSums / width, warp_slices * (4.0 + 4.0 / width)};
}

}  // namespace rooflens::kernels::gemm
