// What the variants share whose blocks add their sums to one result with atomics.
#pragma once

#include <string>
#include <utility>

#include "kernels/reduction/prepared.cuh"
#include "kernels/reduction/tree.cuh"

namespace rooflens::kernels::reduction {

/// The tree over the block, whose sum thread 0 adds to the result. All threads call it after they stored their
/// elements.
__device__ inline void add_block_to(float* sum, float* sums) {
  __syncthreads();
  tree_sum(sums);
  if (threadIdx.x == 0) atomicAdd(sum, sums[0]);
}

/// A launch that clears the result, then one of `function` (in, sum, n, more...) with `per_thread` elements a thread.
template <typename... More>
[[nodiscard]] std::unique_ptr<Prepared> make_prepared_atomic(const Problem& problem,
                                                             void (*function)(const float*, float*, std::int64_t,
                                                                              More...),
                                                             std::string name, std::int64_t per_thread, More... more) {
  const std::int64_t block = problem["block"];
  const KernelLaunch<const float*, float*, std::int64_t, More...> adding{
      function, std::move(name), dim3(grid_for(problem["n"], block * per_thread)),
      dim3(static_cast<unsigned int>(block)), static_cast<std::size_t>(block) * sizeof(float)};
  const KernelLaunch<float*> clearing = clear_sum();
  SumPlan plan;
  plan.launch = [=](const SumBuffers& b) {
    clearing(b.sum);
    adding(b.in, b.sum, b.n, more...);
  };
  plan.describe = [=] { return std::vector{clearing.describe(), adding.describe()}; };
  return make_prepared_sum(problem, std::move(plan));
}

}  // namespace rooflens::kernels::reduction
