// partial[b] = sum over i of block b of in[i]    blocks that fill the device once; registers first, then warp shuffles
// flops n - 1, bytes read 4n, bytes written 4 blocks; blocks = SMs x resident blocks, known on the device alone
// Work therefore counts the additions of a full sum (a few thousand too many) and the least write, one partial sum.
#include "kernels/reduction/block_sum.cuh"
#include "kernels/reduction/prepared.cuh"

namespace rooflens::kernels::reduction {

__global__ void grid_stride_kernel(const float* __restrict__ in, float* __restrict__ partials, std::int64_t n) {
  const std::int64_t step = std::int64_t{gridDim.x} * blockDim.x;
  float own = 0.0f;
#pragma unroll 8
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += step) own += in[i];
  const float sum = block_sum(own);
  if (threadIdx.x == 0) partials[blockIdx.x] = sum;
}

std::unique_ptr<Prepared> prepare_grid_stride(const Problem& problem) {
  const auto block = static_cast<unsigned int>(problem["block"]);
  const unsigned int blocks = filling_grid(reinterpret_cast<const void*>(grid_stride_kernel), problem);
  return make_prepared(problem, {ROOFLENS_NAMED(reduction, grid_stride_kernel), dim3(blocks), dim3(block)});
}

}  // namespace rooflens::kernels::reduction
