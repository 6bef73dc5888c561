// Two CUDA events and the time between them.
#pragma once

#include "kernels/device/check.cuh"
#include "models/base/quantity.hpp"

namespace rooflens::kernels::ceiling {

class EventPair {
 public:
  EventPair() {
    ROOFLENS_CUDA(cudaEventCreate(&begin_));
    ROOFLENS_CUDA(cudaEventCreate(&end_));
  }
  EventPair(const EventPair&) = delete;
  EventPair& operator=(const EventPair&) = delete;
  ~EventPair() {
    if (begin_ != nullptr) cudaEventDestroy(begin_);
    if (end_ != nullptr) cudaEventDestroy(end_);
  }

  void begin(cudaStream_t stream = nullptr) { ROOFLENS_CUDA(cudaEventRecord(begin_, stream)); }
  void end(cudaStream_t stream = nullptr) { ROOFLENS_CUDA(cudaEventRecord(end_, stream)); }
  [[nodiscard]] cudaEvent_t began() const { return begin_; }
  [[nodiscard]] cudaEvent_t ended() const { return end_; }
  /// Waits for the end.
  [[nodiscard]] models::Seconds elapsed() {
    ROOFLENS_CUDA(cudaEventSynchronize(end_));
    float milliseconds = 0;
    ROOFLENS_CUDA(cudaEventElapsedTime(&milliseconds, begin_, end_));
    return models::Seconds(1e-3 * milliseconds);
  }

 private:
  cudaEvent_t begin_ = nullptr;
  cudaEvent_t end_ = nullptr;
};

}  // namespace rooflens::kernels::ceiling
