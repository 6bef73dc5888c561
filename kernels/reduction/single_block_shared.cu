// sum = sum over i of in[i]    one block: a sum of every blockth element a thread, then a tree in shared memory
// flops n - 1, bytes read 4n, bytes written 4
// wasted: all SMs but one
#include <utility>

#include "kernels/reduction/prepared.cuh"

namespace rooflens::kernels::reduction {

__global__ void single_block_shared_kernel(const float* __restrict__ in, float* __restrict__ sum, std::int64_t n) {
  extern __shared__ float sums[];
  const std::int64_t step = std::int64_t{gridDim.x} * blockDim.x;
  float own = 0.0f;
#pragma unroll 8
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += step) own += in[i];
  sums[threadIdx.x] = own;
  __syncthreads();
  for (unsigned int stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (threadIdx.x < stride) sums[threadIdx.x] += sums[threadIdx.x + stride];
    __syncthreads();
  }
  if (threadIdx.x == 0) *sum = sums[0];
}

std::unique_ptr<Prepared> prepare_single_block_shared(const Problem& problem) {
  const auto block = static_cast<unsigned int>(problem["block"]);
  KernelLaunch<const float*, float*, std::int64_t> kernel{ROOFLENS_NAMED(reduction, single_block_shared_kernel),
                                                          dim3(1), dim3(block), block * sizeof(float)};
  SumPlan plan;
  plan.launch = [=](const SumBuffers& b) { kernel(b.in, b.sum, b.n); };
  plan.describe = [=] { return std::vector{kernel.describe()}; };
  return make_prepared_sum(problem, std::move(plan));
}

}  // namespace rooflens::kernels::reduction
