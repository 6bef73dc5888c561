// sgemm/launch-bounds on the device.
#include "kernels/sgemm/launch_bounds.hpp"

#include "kernels/sgemm/register_launch.cuh"

namespace rooflens::kernels::sgemm {

template <int kBlocks, bool kWhole>
__global__ void __launch_bounds__(kRegisterThreads, kBlocks)
    launch_bounds_kernel(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c, int n) {
  RegisterTile<float, 1, kFp32Slice, kWhole>::multiply(a, b, c, n);
}

namespace {

template <int kBlocks>
Launch<float> launch_of(const Problem& problem) {
  return register_launch<float>(problem, launch_bounds_kernel<kBlocks, true>, launch_bounds_kernel<kBlocks, false>,
                                "rooflens::kernels::sgemm::launch_bounds_kernel");
}

Launch<float> choose(const Problem& problem) {
  switch (problem["blocks"]) {
    case 1:
      return launch_of<1>(problem);
    case 2:
      return launch_of<2>(problem);
    case 3:
      return launch_of<3>(problem);
    default:
      return launch_of<4>(problem);
  }
}

}  // namespace

std::unique_ptr<Prepared> prepare_launch_bounds(const Problem& problem) {
  return make_prepared<float>(problem, choose(problem));
}

}  // namespace rooflens::kernels::sgemm
