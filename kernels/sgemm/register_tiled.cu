// sgemm/register-tiled on the device.
#include "kernels/sgemm/register_tiled.hpp"

#include "kernels/sgemm/register_launch.cuh"

namespace rooflens::kernels::sgemm {

template <bool kWhole>
__global__ void __launch_bounds__(kRegisterThreads)
    register_tiled_kernel(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c, int n) {
  RegisterTile<float, 1, kFp32Slice, kWhole>::multiply(a, b, c, n);
}

std::unique_ptr<Prepared> prepare_register_tiled(const Problem& problem) {
  return make_prepared<float>(problem,
                              register_launch<float>(problem, register_tiled_kernel<true>, register_tiled_kernel<false>,
                                                     "rooflens::kernels::sgemm::register_tiled_kernel"));
}

}  // namespace rooflens::kernels::sgemm
