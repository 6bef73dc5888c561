// stencil1d/read-only-cache on the device.
#include "kernels/stencil1d/read_only_cache.hpp"

#include "kernels/stencil1d/difference.cuh"
#include "kernels/stencil1d/prepared.cuh"

namespace rooflens::kernels::stencil1d {

template <int kRadius>
__global__ void __launch_bounds__(kBlock)
    read_only_cache_kernel(const float* __restrict__ in, const float* __restrict__ coefficients,
                           float* __restrict__ out, std::int64_t n) {
  const std::int64_t i = std::int64_t{blockIdx.x} * kBlock + threadIdx.x;
  if (i >= n) return;
  const auto at = [&](int d) { return i + d >= 0 && i + d < n ? in[i + d] : 0.0f; };
  out[i] = differences<kRadius>([&](int k) { return __ldg(&coefficients[k]); }, at);
}

std::unique_ptr<Prepared> prepare_read_only_cache(const Problem& problem) {
  const dim3 grid(grid_for(problem["n"], kBlock));
  return with_constant<1, kMostRadius>(problem["radius"], [&](auto radius) {
    return make_prepared<const float*>(
        problem,
        {read_only_cache_kernel<radius()>, "rooflens::kernels::stencil1d::read_only_cache_kernel", grid, dim3(kBlock)});
  });
}

}  // namespace rooflens::kernels::stencil1d
