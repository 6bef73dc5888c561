// sgemm/half2 on the device.
#include "kernels/sgemm/half2.hpp"

#include "kernels/sgemm/register_launch.cuh"

namespace rooflens::kernels::sgemm {

template <bool kWhole>
__global__ void __launch_bounds__(kRegisterThreads, 2)
    half2_kernel(const __half* __restrict__ a, const __half* __restrict__ b, float* __restrict__ c, int n) {
  RegisterTile<__half, 8, kHalfSlice, kWhole>::multiply(a, b, c, n);
}

std::unique_ptr<Prepared> prepare_half2(const Problem& problem) {
  constexpr int kInputBits = 1;  // +-1/2: the sums are FP16
  return make_prepared<__half>(problem,
                               register_launch<__half>(problem, half2_kernel<true>, half2_kernel<false>,
                                                       "rooflens::kernels::sgemm::half2_kernel"),
                               kInputBits);
}

}  // namespace rooflens::kernels::sgemm
