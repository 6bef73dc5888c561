// sgemm/vectorised on the device.
#include "kernels/sgemm/vectorised.hpp"

#include "kernels/sgemm/register_launch.cuh"

namespace rooflens::kernels::sgemm {

template <bool kWhole>
__global__ void __launch_bounds__(kRegisterThreads, 2)
    vectorised_kernel(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c, int n) {
  RegisterTile<float, 4, kFp32Slice, kWhole>::multiply(a, b, c, n);
}

std::unique_ptr<Prepared> prepare_vectorised(const Problem& problem) {
  return make_prepared<float>(problem,
                              register_launch<float>(problem, vectorised_kernel<true>, vectorised_kernel<false>,
                                                     "rooflens::kernels::sgemm::vectorised_kernel"));
}

}  // namespace rooflens::kernels::sgemm
