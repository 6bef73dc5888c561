// Fills a device array from a function of the index: random inputs are made where they are used.
#pragma once

#include <algorithm>
#include <cstdint>

#include "kernels/device/buffer.cuh"

namespace rooflens::kernels {

/// Threads per block of the helper kernels, and their most blocks: enough to fill any device.
inline constexpr unsigned int kHelperBlock = 256;
inline constexpr std::uint64_t kHelperBlocks = 65536;

[[nodiscard]] inline unsigned int helper_grid(std::uint64_t count) {
  return static_cast<unsigned int>(
      std::clamp<std::uint64_t>((count + kHelperBlock - 1) / kHelperBlock, 1, kHelperBlocks));
}

template <typename T, typename Generate>
__global__ void fill_kernel(T* out, std::uint64_t count, Generate generate) {
  const std::uint64_t step = std::uint64_t{gridDim.x} * blockDim.x;
  for (std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += step) {
    out[i] = static_cast<T>(generate(i));
  }
}

/// buffer[i] = generate(i). Asynchronous. `generate` is a functor that the device can call.
template <typename T, typename Generate>
void fill(DeviceBuffer<T>& buffer, Generate generate) {
  fill_kernel<<<helper_grid(buffer.size()), kHelperBlock>>>(buffer.data(), std::uint64_t{buffer.size()}, generate);
  ROOFLENS_CUDA(cudaGetLastError());
}

}  // namespace rooflens::kernels
