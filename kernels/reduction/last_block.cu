// sum = sum over i of in[i]    grid-stride, and the block that finishes last sums the sums of all
// flops n - 1, bytes read 4n, bytes written 4
// wasted: an instruction for every 4 bytes loaded; an atomic of each block on one counter
#include <utility>

#include "kernels/reduction/last_block.cuh"
#include "kernels/reduction/prepared.cuh"

namespace rooflens::kernels::reduction {

__global__ void last_block_kernel(const float* __restrict__ in, float* partials, unsigned int* finished, float* sum,
                                  std::int64_t n) {
  const std::int64_t step = std::int64_t{gridDim.x} * blockDim.x;
  float own = 0.0f;
#pragma unroll 8
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += step) own += in[i];
  finish_in_last_block(block_sum(own), partials, finished, sum);
}

std::unique_ptr<Prepared> prepare_last_block(const Problem& problem) {
  const unsigned int blocks = filling_grid(reinterpret_cast<const void*>(last_block_kernel), problem);
  KernelLaunch<const float*, float*, unsigned int*, float*, std::int64_t> kernel{
      ROOFLENS_NAMED(reduction, last_block_kernel), dim3(blocks), dim3(static_cast<unsigned int>(problem["block"]))};
  SumPlan plan;
  plan.partials = blocks;
  plan.launch = [=](const SumBuffers& b) { kernel(b.in, b.partials, b.finished, b.sum, b.n); };
  plan.describe = [=] { return std::vector{kernel.describe()}; };
  return make_prepared_sum(problem, std::move(plan));
}

}  // namespace rooflens::kernels::reduction
