// Owns an array in device memory.
#pragma once

#include <cstddef>
#include <utility>

#include "kernels/device/check.cuh"

namespace rooflens::kernels {

template <typename T>
class DeviceBuffer {
 public:
  /// Uninitialised. Throws DeviceError when the memory is not there.
  explicit DeviceBuffer(std::size_t count) : count_(count) {
    ROOFLENS_CUDA(cudaMalloc(reinterpret_cast<void**>(&data_), count * sizeof(T)));
  }
  ~DeviceBuffer() {
    if (data_ != nullptr) cudaFree(data_);  // an error here has already been reported by the call that caused it
  }
  DeviceBuffer(DeviceBuffer&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), count_(std::exchange(other.count_, 0)) {}
  DeviceBuffer(const DeviceBuffer&) = delete;
  DeviceBuffer& operator=(const DeviceBuffer&) = delete;
  DeviceBuffer& operator=(DeviceBuffer&&) = delete;

  [[nodiscard]] T* data() const { return data_; }
  [[nodiscard]] std::size_t size() const { return count_; }

  /// Sets every byte to 0xFF, which is NaN in every floating-point format. Asynchronous.
  void poison() { ROOFLENS_CUDA(cudaMemsetAsync(data_, 0xFF, count_ * sizeof(T))); }

 private:
  T* data_ = nullptr;
  std::size_t count_ = 0;
};

}  // namespace rooflens::kernels
