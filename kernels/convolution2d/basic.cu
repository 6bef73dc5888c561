// convolution2d/basic on the device.
#include "kernels/convolution2d/basic.hpp"

#include "kernels/convolution2d/direct.cuh"

namespace rooflens::kernels::convolution2d {

template <int kRadius>
__global__ void basic_kernel(const float* __restrict__ in, const float* __restrict__ filter, float* __restrict__ out,
                             int n) {
  direct<kRadius>(in, filter, out, n);
}

std::unique_ptr<Prepared> prepare_basic(const Problem& problem) {
  const std::int64_t n = problem["n"];
  return with_constant<1, kMostRadius>(problem["radius"], [&](auto radius) {
    return make_prepared<const float*>(
        problem, {basic_kernel<radius()>, "rooflens::kernels::convolution2d::basic_kernel",
                  dim3(grid_for(n, kBlockColumns), grid_for(n, kBlockRows)), dim3(kBlockColumns, kBlockRows)});
  });
}

}  // namespace rooflens::kernels::convolution2d
