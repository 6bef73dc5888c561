// out[i] = passes x (sum of column l)         of the 32 x 32 elements of a block of 256 threads; l is the lane
// flops 32n passes, bytes read 4096 a block, bytes written 4n; bound by shared memory, not by DRAM
// wasted: nothing
#include "kernels/shared_layout/conflict_family.hpp"
#include "kernels/shared_layout/prepared.cuh"

namespace rooflens::kernels::shared_layout {

// A lane reads down its own column. Shared memory is read as volatile, or each word would be read once.
__global__ void conflict_free_kernel(const float* __restrict__ in, float* __restrict__ out, std::int64_t n,
                                     int /*ways*/, int passes) {
  __shared__ float tile[2 * kConflictTile];
  const float* block_in = in + std::int64_t{blockIdx.x} * kConflictTile;
#pragma unroll
  for (unsigned int k = threadIdx.x; k < kConflictTile; k += kConflictBlock) {
    const float value = block_in[k];
    tile[k] = value;
    tile[k + kConflictTile] = value;
  }
  __syncthreads();

  const unsigned int lane = threadIdx.x % 32;
  const volatile float* mine = tile + lane;
  float sum = 0.0F;
#pragma unroll 1
  for (int pass = 0; pass < passes; ++pass) {
#pragma unroll
    for (unsigned int row = 0; row < kRowsRead; ++row) sum += mine[row * 32];
  }
  const std::int64_t i = std::int64_t{blockIdx.x} * kConflictBlock + threadIdx.x;
  if (i < n) out[i] = sum;
}

std::unique_ptr<Prepared> prepare_conflict_free(const Problem& problem) {
  return make_conflict(problem, 1, ROOFLENS_NAMED(shared_layout, conflict_free_kernel));
}

}  // namespace rooflens::kernels::shared_layout
