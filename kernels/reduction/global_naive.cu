// for s = 1, 2, 4, ... < n: in[i] += in[i + s] for i a multiple of 2s    a launch for each s, in place in global memory
// flops n - 1; an addition reads 8 bytes and writes 4; besides each launch reads in[i] alone where there is no in[i +
// s]
// input and sum alone are 4n bytes read and 4 written
// wasted: a launch of n threads for every s, few of which add; the sums go through global memory ceil(log2 n) times,
// and from s = 4 on each lies in a sector of its own
#include <utility>

#include "kernels/reduction/prepared.cuh"

namespace rooflens::kernels::reduction {

// One step. Multiples of 2s read odd multiples of s, which nobody writes in this step. No __restrict__: launches see
// what those before them wrote. `sum` is null but in the last step.
__global__ void global_naive_kernel(float* data, float* sum, std::int64_t n, std::int64_t stride) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= n || (i & (2 * stride - 1)) != 0) return;
  float value = data[i];
  if (i + stride < n) {
    value += data[i + stride];
    data[i] = value;
  }
  if (sum != nullptr && i == 0) *sum = value;
}

std::unique_ptr<Prepared> prepare_global_naive(const Problem& problem) {
  const std::int64_t block = problem["block"];
  KernelLaunch<float*, float*, std::int64_t, std::int64_t> step{ROOFLENS_NAMED(reduction, global_naive_kernel),
                                                                dim3(grid_for(problem["n"], block)),
                                                                dim3(static_cast<unsigned int>(block))};
  SumPlan plan;
  plan.overwrites_input = true;
  plan.launch = [=](const SumBuffers& b) {
    std::int64_t stride = 1;
    for (; 2 * stride < b.n; stride *= 2) step(b.in, nullptr, b.n, stride);
    step(b.in, b.sum, b.n, stride);
  };
  plan.describe = [=, n = problem["n"]] {
    models::Launch launch = step.describe();
    for (std::int64_t stride = 1; 2 * stride < n; stride *= 2) ++launch.count;
    return std::vector{launch};
  };
  return make_prepared_sum(problem, std::move(plan));
}

}  // namespace rooflens::kernels::reduction
