// for i in 0..n-1: out[i] = in[a permutation within the 256 elements of a warp], through a tile in shared memory
// flops 0, bytes read 4n, bytes written 4n; bound by DRAM: 1 + ways wavefronts for every 256 bytes that it moves
// wasted: each shared load takes `ways` wavefronts instead of 1; with few ways nobody waits for them
// A warp has a tile to itself, so that no block waits at a barrier.
#include <array>
#include <bit>
#include <string>

#include "kernels/device/array_map.cuh"
#include "kernels/shared_layout/prepared.cuh"
#include "kernels/shared_layout/reference.hpp"
#include "kernels/shared_layout/streamed.hpp"

namespace rooflens::kernels::shared_layout {

template <unsigned int ways>
__global__ void streamed_conflict_kernel(const float* __restrict__ in, float* __restrict__ out, std::int64_t n) {
  __shared__ float tiles[kStreamedThreads / 32][kStreamedTile];
  const unsigned int lane = threadIdx.x % 32;
  float* tile = tiles[threadIdx.x / 32];
  const std::int64_t first =
      std::int64_t{blockIdx.x} * kStreamedBlockElements + threadIdx.x / 32 * kStreamedTile + lane;
  float values[kStreamedRows];
#pragma unroll
  for (unsigned int row = 0; row < kStreamedRows; ++row) {
    const std::int64_t i = first + row * 32;
    values[row] = i < n ? in[i] : 0.0F;
  }
#pragma unroll
  for (unsigned int row = 0; row < kStreamedRows; ++row) tile[row * 32 + lane] = values[row];
  __syncwarp();
#pragma unroll
  for (unsigned int row = 0; row < kStreamedRows; ++row) {
    const std::int64_t i = first + row * 32;
    if (i < n) out[i] = tile[streamed_word(ways, row, lane)];
  }
}

constexpr std::array kStreamedKernels{streamed_conflict_kernel<1>, streamed_conflict_kernel<2>,
                                      streamed_conflict_kernel<4>, streamed_conflict_kernel<8>};

namespace {

struct Streamed {
  std::uint64_t n;
  unsigned int ways;
  __device__ float operator()(const RandomInputs<1>& in, std::uint64_t i) const {
    const auto within = static_cast<unsigned int>(i % kStreamedTile);
    const std::uint64_t from = i - within + streamed_word(ways, within / 32, within % 32);
    return from < n ? in[0](from) : 0.0F;
  }
};

}  // namespace

std::unique_ptr<Prepared> prepare_streamed_conflict(const Problem& problem) {
  const std::int64_t n = problem["n"];
  const auto ways = static_cast<unsigned int>(problem["ways"]);
  const Streamed rule{static_cast<std::uint64_t>(n), ways};
  const auto expected = [rule](const RandomInputs<1>& in, std::uint64_t i) {
    return streamed(in[0], rule.n, rule.ways, i);
  };
  const Launch launch{kStreamedKernels[static_cast<std::size_t>(std::bit_width(ways) - 1)],
                      "rooflens::kernels::shared_layout::streamed_conflict_kernel<" + std::to_string(ways) + ">",
                      dim3(grid_for(n, kStreamedBlockElements)), dim3(kStreamedThreads)};
  return prepare_array_map({n, n}, random_inputs<1>(), rule, expected, element_label, launch, n);
}

}  // namespace rooflens::kernels::shared_layout
