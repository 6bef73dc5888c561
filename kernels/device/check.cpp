// Words the error of a failed CUDA call.
#include <fmt/core.h>

#include "kernels/device/check.cuh"

namespace rooflens::kernels {

void check_cuda(cudaError_t status, const char* call, const char* file, int line) {
  if (status == cudaSuccess) return;
  throw DeviceError(fmt::format("{} failed: {} ({}) at {}:{}", call, cudaGetErrorString(status),
                                cudaGetErrorName(status), file, line));
}

}  // namespace rooflens::kernels
