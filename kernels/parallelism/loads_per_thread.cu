// for i in 0..n-1: out[i] = in[i]             k loads a thread, all before its first store; k = 1 to 8
// flops 0, bytes read 4n, bytes written 4n
// wasted: nothing; with few loads a thread, too few bytes are in flight to hide the latency of DRAM (Little's law)
#include <array>
#include <string>

#include "kernels/parallelism/prepared.cuh"

namespace rooflens::kernels::parallelism {

template <int loads>
__global__ void loads_per_thread_kernel(const float* __restrict__ in, float* __restrict__ out, std::int64_t n, float) {
  const std::int64_t tile = std::int64_t{blockIdx.x} * (kBlock * loads);
  const std::int64_t first = tile + threadIdx.x;
  if (tile + kBlock * loads <= n) {
    float values[loads];
#pragma unroll
    for (int k = 0; k < loads; ++k) values[k] = in[first + k * kBlock];
#pragma unroll
    for (int k = 0; k < loads; ++k) out[first + k * kBlock] = values[k];
  } else {
#pragma unroll 1
    for (int k = 0; k < loads; ++k) {
      const std::int64_t i = first + k * kBlock;
      if (i < n) out[i] = in[i];
    }
  }
}

constexpr std::array kLoadsPerThreadKernels{
    loads_per_thread_kernel<1>, loads_per_thread_kernel<2>, loads_per_thread_kernel<3>, loads_per_thread_kernel<4>,
    loads_per_thread_kernel<5>, loads_per_thread_kernel<6>, loads_per_thread_kernel<7>, loads_per_thread_kernel<8>,
};

std::unique_ptr<Prepared> prepare_loads_per_thread(const Problem& problem) {
  const std::int64_t loads = problem["loads"];
  return make_prepared(problem,
                       {kLoadsPerThreadKernels[static_cast<std::size_t>(loads - 1)],
                        "rooflens::kernels::parallelism::loads_per_thread_kernel<" + std::to_string(loads) + ">",
                        dim3(grid_for(problem["n"], kBlock * loads)), dim3(kBlock)},
                       kCopyFactor);
}

}  // namespace rooflens::kernels::parallelism
