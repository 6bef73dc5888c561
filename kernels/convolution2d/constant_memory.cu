// convolution2d/constant-memory on the device.
#include "kernels/convolution2d/constant_memory.hpp"

#include "kernels/convolution2d/direct.cuh"

namespace rooflens::kernels::convolution2d {

template <int kRadius>
__global__ void constant_memory_kernel(const float* __restrict__ in, const __grid_constant__ Filter filter,
                                       float* __restrict__ out, int n) {
  direct<kRadius>(in, filter.at, out, n);
}

std::unique_ptr<Prepared> prepare_constant_memory(const Problem& problem) {
  const std::int64_t n = problem["n"];
  return with_constant<1, kMostRadius>(problem["radius"], [&](auto radius) {
    return make_prepared<Filter>(
        problem, {constant_memory_kernel<radius()>, "rooflens::kernels::convolution2d::constant_memory_kernel",
                  dim3(grid_for(n, kBlockColumns), grid_for(n, kBlockRows)), dim3(kBlockColumns, kBlockRows)});
  });
}

}  // namespace rooflens::kernels::convolution2d
