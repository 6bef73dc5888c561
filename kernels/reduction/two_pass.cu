// sum = sum over i of in[i]    grid-stride leaves a sum of each block, and a second launch of one block sums those
// flops n - 1, bytes read 4n, bytes written 4
// wasted: the second launch, and the drain and fill of the device between the two
#include <utility>

#include "kernels/reduction/block_sum.cuh"
#include "kernels/reduction/prepared.cuh"

namespace rooflens::kernels::reduction {

__global__ void two_pass_kernel(const float* __restrict__ in, float* __restrict__ sums, std::int64_t n) {
  const std::int64_t step = std::int64_t{gridDim.x} * blockDim.x;
  float own = 0.0f;
#pragma unroll 8
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += step) own += in[i];
  const float sum = block_sum(own);
  if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

std::unique_ptr<Prepared> prepare_two_pass(const Problem& problem) {
  const unsigned int blocks = filling_grid(reinterpret_cast<const void*>(two_pass_kernel), problem);
  Launch first{ROOFLENS_NAMED(reduction, two_pass_kernel), dim3(blocks),
               dim3(static_cast<unsigned int>(problem["block"]))};
  Launch second = first;
  second.grid = dim3(1);
  SumPlan plan;
  plan.partials = blocks;
  plan.launch = [=](const SumBuffers& b) {
    first(b.in, b.partials, b.n);
    second(b.partials, b.sum, blocks);
  };
  plan.describe = [=] { return std::vector{first.describe(), second.describe()}; };
  return make_prepared_sum(problem, std::move(plan));
}

}  // namespace rooflens::kernels::reduction
