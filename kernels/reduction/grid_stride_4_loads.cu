// partial[b] = sum over i of block b of in[i]
// as grid-stride, but each thread keeps four sums, fed by four loads at once
// flops n - 1, bytes read 4n, bytes written 4 blocks; blocks = SMs x resident blocks, known on the device alone
// Work therefore counts the additions of a full sum (a few thousand too many) and the least write, one partial sum.
// wasted: an instruction for every 4 bytes; a vector load moves 16
#include "kernels/reduction/block_sum.cuh"
#include "kernels/reduction/prepared.cuh"

namespace rooflens::kernels::reduction {

constexpr int kLoads = 4;

__global__ void grid_stride_4_loads_kernel(const float* __restrict__ in, float* __restrict__ partials, std::int64_t n) {
  const std::int64_t step = std::int64_t{gridDim.x} * blockDim.x;
  float sums[kLoads]{};
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += kLoads * step) {
#pragma unroll
    for (int k = 0; k < kLoads; ++k) sums[k] += i + k * step < n ? in[i + k * step] : 0.0f;
  }
  const float sum = block_sum((sums[0] + sums[1]) + (sums[2] + sums[3]));
  if (threadIdx.x == 0) partials[blockIdx.x] = sum;
}

std::unique_ptr<Prepared> prepare_grid_stride_4_loads(const Problem& problem) {
  const auto block = static_cast<unsigned int>(problem["block"]);
  const unsigned int blocks = filling_grid(reinterpret_cast<const void*>(grid_stride_4_loads_kernel), problem);
  return make_prepared(problem, {ROOFLENS_NAMED(reduction, grid_stride_4_loads_kernel), dim3(blocks), dim3(block)});
}

}  // namespace rooflens::kernels::reduction
