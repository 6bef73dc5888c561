// sgemm/tensor-core-fp16 on the device.
#include "kernels/sgemm/tensor_core_fp16.hpp"

#include "kernels/sgemm/prepared.cuh"
#include "kernels/sgemm/tensor_core.cuh"

namespace rooflens::kernels::sgemm {

__global__ void __launch_bounds__(kTensorThreads, 2)
    tensor_core_fp16_kernel(const __half* __restrict__ a, const __half* __restrict__ b, float* __restrict__ c, int n) {
  tensor_core_tile(a, b, c, n);
}

std::unique_ptr<Prepared> prepare_tensor_core_fp16(const Problem& problem) {
  const unsigned int tiles = grid_for(problem["n"], kTensorTile);
  return make_prepared<__half>(problem, {tensor_core_fp16_kernel, "rooflens::kernels::sgemm::tensor_core_fp16_kernel",
                                         dim3(tiles, tiles), dim3(kTensorThreads)});
}

}  // namespace rooflens::kernels::sgemm
