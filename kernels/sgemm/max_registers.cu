// sgemm/max-registers on the device.
#include "kernels/sgemm/max_registers.hpp"

#include "kernels/sgemm/register_launch.cuh"

namespace rooflens::kernels::sgemm {

template <int kRegisters, bool kWhole>
__global__ void __maxnreg__(kRegisters)
    max_registers_kernel(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c, int n) {
  RegisterTile<float, 1, kFp32Slice, kWhole>::multiply(a, b, c, n);
}

namespace {

template <int kRegisters>
Launch<float> launch_with_limit(const Problem& problem) {
  return register_launch<float>(problem, max_registers_kernel<kRegisters, true>,
                                max_registers_kernel<kRegisters, false>,
                                "rooflens::kernels::sgemm::max_registers_kernel");
}

Launch<float> choose_limit(const Problem& problem) {
  switch (problem["registers"]) {
    case 64:
      return launch_with_limit<64>(problem);
    case 96:
      return launch_with_limit<96>(problem);
    default:
      return launch_with_limit<128>(problem);
  }
}

}  // namespace

std::unique_ptr<Prepared> prepare_max_registers(const Problem& problem) {
  return make_prepared<float>(problem, choose_limit(problem));
}

}  // namespace rooflens::kernels::sgemm
