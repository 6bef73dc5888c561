// Looks at every output on the device and counts the wrong ones: copying gigabytes back only to compare would take
// longer.
#pragma once

#include <cstdint>
#include <string_view>

#include "kernels/device/fill.cuh"
#include "kernels/judgement.hpp"

namespace rooflens::kernels {

struct WrongCount {
  unsigned long long wrong;
  unsigned long long first;
};

template <typename Accept>
__global__ void count_wrong_kernel(std::uint64_t count, Accept accept, WrongCount* result) {
  const std::uint64_t step = std::uint64_t{gridDim.x} * blockDim.x;
  unsigned long long wrong = 0;
  unsigned long long first = ~0ULL;
  for (std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += step) {
    if (accept(i)) continue;
    if (wrong++ == 0) first = i;
  }
  if (wrong > 0) {
    atomicAdd(&result->wrong, wrong);
    atomicMin(&result->first, first);
  }
}

/// Calls accept(i) on the device for i in [0, count) and reports for how many it was false. Synchronises.
template <typename Accept>
[[nodiscard]] DeviceCheck count_wrong(std::uint64_t count, Accept accept, std::string_view unit) {
  DeviceBuffer<WrongCount> result(1);
  WrongCount found{0, ~0ULL};
  ROOFLENS_CUDA(cudaMemcpy(result.data(), &found, sizeof found, cudaMemcpyHostToDevice));
  count_wrong_kernel<<<helper_grid(count), kHelperBlock>>>(count, accept, result.data());
  ROOFLENS_CUDA(cudaGetLastError());
  ROOFLENS_CUDA(cudaMemcpy(&found, result.data(), sizeof found, cudaMemcpyDeviceToHost));
  return {count, found.wrong, found.first, unit};
}

}  // namespace rooflens::kernels
