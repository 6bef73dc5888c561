// sum = sum over i of in[i]    as last-block, but each thread loads four vectors of 16 bytes at once into four sums
// flops n - 1, bytes read 4n, bytes written 4
// wasted: nothing; the loads alone fill the memory
#include <algorithm>
#include <utility>

#include "kernels/reduction/family.hpp"
#include "kernels/reduction/last_block.cuh"
#include "kernels/reduction/prepared.cuh"

namespace rooflens::kernels::reduction {

// Four sums of their own from four loads at once. Vectors of 16 bytes; the up to three elements behind them go to the
// first threads.
__device__ float strided_float4_sum(const float* __restrict__ in, std::int64_t n) {
  const auto* const vectors = reinterpret_cast<const ::float4*>(in);
  const std::int64_t count = n / 4;
  const std::int64_t step = std::int64_t{gridDim.x} * blockDim.x;
  const std::int64_t thread = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  constexpr int kLoads = 4;
  float sums[kLoads]{};
  std::int64_t i = thread;
  for (; i + (kLoads - 1) * step < count; i += kLoads * step) {
    ::float4 loaded[kLoads];
#pragma unroll
    for (int k = 0; k < kLoads; ++k) loaded[k] = vectors[i + k * step];
#pragma unroll
    for (int k = 0; k < kLoads; ++k) sums[k] += (loaded[k].x + loaded[k].y) + (loaded[k].z + loaded[k].w);
  }
  ::float4 rest[kLoads - 1]{};  // of the vectors that are left; all loads at once again
#pragma unroll
  for (int k = 0; k < kLoads - 1; ++k) {
    if (i + k * step < count) rest[k] = vectors[i + k * step];
  }
#pragma unroll
  for (int k = 0; k < kLoads - 1; ++k) sums[k] += (rest[k].x + rest[k].y) + (rest[k].z + rest[k].w);
  if (4 * count + thread < n) sums[1] += in[4 * count + thread];
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

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
      ROOFLENS_NAMED(reduction, float4_kernel), dim3(blocks), dim3(static_cast<unsigned int>(problem["block"]))};
  SumPlan plan;
  plan.partials = blocks;
  plan.launch = [=](const SumBuffers& b) { kernel(b.in, b.partials, b.finished, b.sum, b.n); };
  plan.describe = [=] { return std::vector{kernel.describe()}; };
  return make_prepared_sum(problem, std::move(plan));
}

}  // namespace rooflens::kernels::reduction
