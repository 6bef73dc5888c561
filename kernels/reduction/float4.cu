// sum = sum over i of in[i]    as last-block, but each thread loads four vectors of 16 bytes at once into four sums
// flops n - 1, bytes read 4n, bytes written 4
// wasted: nothing; the loads alone fill the memory
#include <algorithm>
#include <utility>

#include "kernels/reduction/family.hpp"
#include "kernels/reduction/last_block.cuh"
#include "kernels/reduction/prepared.cuh"
#include "kernels/reduction/strided.cuh"

namespace rooflens::kernels::reduction {

__global__ void float4_kernel(const float* __restrict__ in, float* partials, unsigned int* finished, float* sum,
                              std::int64_t n) {
  finish_in_last_block(block_sum(strided_float4_sum(in, n)), partials, finished, sum);
}

std::unique_ptr<Prepared> prepare_float4(const Problem& problem) {
  const auto resident = static_cast<std::int64_t>(
      resident_blocks(reinterpret_cast<const void*>(float4_kernel), static_cast<int>(problem["block"]), 0));
  const auto blocks = static_cast<unsigned int>(
      std::min(resident * problem["waves"], std::int64_t{grid_for(problem["n"], problem["block"] * kFour)}));
  KernelLaunch<const float*, float*, unsigned int*, float*, std::int64_t> kernel{
      float4_kernel, "rooflens::kernels::reduction::float4_kernel", dim3(blocks),
      dim3(static_cast<unsigned int>(problem["block"]))};
  SumPlan plan;
  plan.partials = blocks;
  plan.launch = [=](const SumBuffers& b) { kernel(b.in, b.partials, b.finished, b.sum, b.n); };
  plan.describe = [=] { return std::vector{kernel.describe()}; };
  return make_prepared_sum(problem, std::move(plan));
}

}  // namespace rooflens::kernels::reduction
