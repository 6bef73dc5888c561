// Turns failed CUDA calls into DeviceError with the call, the place and CUDA's own words.
#pragma once

#include <cuda_runtime.h>

#include "kernels/device/error.hpp"

namespace rooflens::kernels {

/// Throws DeviceError unless `status` is cudaSuccess.
void check_cuda(cudaError_t status, const char* call, const char* file, int line);

}  // namespace rooflens::kernels

/// Checks one call of the CUDA runtime.
#define ROOFLENS_CUDA(call) ::rooflens::kernels::check_cuda((call), #call, __FILE__, __LINE__)
