// sum = sum over i of in[i]    grid-stride, a barrier of the whole grid, then block 0 sums the sums of all
// flops n - 1, bytes read 4n, bytes written 4
// wasted: a barrier of the whole grid, at which every block waits for the slowest
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <utility>

#include "kernels/reduction/block_sum.cuh"
#include "kernels/reduction/prepared.cuh"

namespace rooflens::kernels::reduction {

namespace cg = ::cooperative_groups;

// The sum over the block, in its thread 0.
__device__ float sum_of_block(const cg::thread_block& block, float value) {
  __shared__ float warp_sums[kMostWarps];
  const auto warp = cg::tiled_partition<kWarp>(block);
  value = cg::reduce(warp, value, cg::plus<float>());
  if (warp.thread_rank() == 0) warp_sums[warp.meta_group_rank()] = value;
  block.sync();
  if (warp.meta_group_rank() == 0) {
    value = cg::reduce(warp, warp.thread_rank() < warp.meta_group_size() ? warp_sums[warp.thread_rank()] : 0.0f,
                       cg::plus<float>());
  }
  return value;
}

__global__ void cooperative_groups_kernel(const float* __restrict__ in, float* partials, float* sum, std::int64_t n) {
  const cg::grid_group grid = cg::this_grid();
  const cg::thread_block block = cg::this_thread_block();
  const std::int64_t step = std::int64_t{gridDim.x} * blockDim.x;
  float own = 0.0f;
#pragma unroll 8
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += step) own += in[i];
  const float total = sum_of_block(block, own);
  if (block.thread_rank() == 0) partials[blockIdx.x] = total;
  grid.sync();
  if (blockIdx.x > 0) return;
  float value = 0.0f;
  for (unsigned int b = threadIdx.x; b < gridDim.x; b += blockDim.x) value += partials[b];
  value = sum_of_block(block, value);
  if (block.thread_rank() == 0) *sum = value;
}

std::unique_ptr<Prepared> prepare_cooperative_groups(const Problem& problem) {
  const auto* const function = reinterpret_cast<const void*>(cooperative_groups_kernel);
  const unsigned int blocks = filling_grid(function, problem);
  KernelLaunch<const float*, float*, float*, std::int64_t> kernel{ROOFLENS_NAMED(reduction, cooperative_groups_kernel),
                                                                  dim3(blocks),
                                                                  dim3(static_cast<unsigned int>(problem["block"]))};
  SumPlan plan;
  plan.partials = blocks;
  plan.launch = [=](const SumBuffers& b) {
    const float* in = b.in;
    float* partials = b.partials;
    float* sum = b.sum;
    std::int64_t n = b.n;
    void* arguments[] = {&in, &partials, &sum, &n};
    ROOFLENS_CUDA(cudaLaunchCooperativeKernel(function, kernel.grid, kernel.block, arguments, 0, nullptr));
  };
  plan.describe = [=] { return std::vector{kernel.describe()}; };
  return make_prepared_sum(problem, std::move(plan));
}

}  // namespace rooflens::kernels::reduction
