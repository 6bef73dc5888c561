// out[i] = passes x (sum of column l / ways)  of the 32 x 32 elements of a block of 256 threads; l is the lane
// flops 32n passes, bytes read 4096 a block, bytes written 4n; bound by shared memory, not by DRAM
// wasted: each shared load takes `ways` wavefronts instead of 1
#include "kernels/shared_layout/conflict_family.hpp"
#include "kernels/shared_layout/prepared.cuh"

namespace rooflens::kernels::shared_layout {

// Lane l begins in row l % ways and column l / ways: `ways` lanes meet in a bank, each in a row of its own, and one row
// further every time. Shared memory is read as volatile, or each word would be read once.
__global__ void conflict_kernel(const float* __restrict__ in, float* __restrict__ out, std::int64_t n, int ways,
                                int passes) {
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
  const auto lanes = static_cast<unsigned int>(ways);  // of a bank
  const volatile float* mine = tile + lane % lanes * 32 + lane / lanes;
  float sum = 0.0F;
#pragma unroll 1
  for (int pass = 0; pass < passes; ++pass) {
#pragma unroll
    for (unsigned int row = 0; row < kRowsRead; ++row) sum += mine[row * 32];
  }
  const std::int64_t i = std::int64_t{blockIdx.x} * kConflictBlock + threadIdx.x;
  if (i < n) out[i] = sum;
}

std::unique_ptr<Prepared> prepare_conflict(const Problem& problem) {
  return make_conflict(problem, problem["ways"], ROOFLENS_NAMED(shared_layout, conflict_kernel));
}

}  // namespace rooflens::kernels::shared_layout
