// The fixture of the kernels' device tests: skips without a device, fails instead when ROOFLENS_REQUIRE_GPU=1.
#pragma once

#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string_view>

namespace rooflens::kernels {

/// Call first in SetUp().
inline void require_gpu() {
  int devices = 0;
  const cudaError_t status = cudaGetDeviceCount(&devices);
  if (status == cudaSuccess && devices > 0) return;
  const char* required = std::getenv("ROOFLENS_REQUIRE_GPU");
  if (required != nullptr && std::string_view(required) == "1") {
    FAIL() << "ROOFLENS_REQUIRE_GPU=1, but there is no device: " << cudaGetErrorString(status);
  }
  GTEST_SKIP() << "no CUDA device: " << cudaGetErrorString(status);
}

}  // namespace rooflens::kernels
