// parallelism/multiply-add on the device. The fused part of the chain comes first.
#include "kernels/parallelism/multiply_add.hpp"

#include <array>
#include <string>

#include "kernels/parallelism/chain.cuh"

namespace rooflens::kernels::parallelism {

constexpr std::int64_t kFusedStep = 128;

template <int fused>
__global__ void multiply_add_kernel(const float* __restrict__ in, float* __restrict__ out, std::int64_t n, float one) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float first = in[i];
  const float x = links<fused>(first, first, one, Fused{});
  out[i] = links<kChainFmas - fused>(x, first, one, Separate{});
}

constexpr std::array kMultiplyAddKernels{multiply_add_kernel<0>, multiply_add_kernel<128>, multiply_add_kernel<256>,
                                         multiply_add_kernel<384>};

std::unique_ptr<Prepared> prepare_multiply_add(const Problem& problem) {
  const std::int64_t fused = problem["fused"];
  return make_prepared(problem,
                       {kMultiplyAddKernels[static_cast<std::size_t>(fused / kFusedStep)],
                        "rooflens::kernels::parallelism::multiply_add_kernel<" + std::to_string(fused) + ">",
                        dim3(grid_for(problem["n"], kBlock)), dim3(kBlock)},
                       kChainFactor);
}

}  // namespace rooflens::kernels::parallelism
