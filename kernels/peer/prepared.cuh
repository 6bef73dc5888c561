// peer on a device: the algorithms of CUB behind plain functions. Buffers and verification are those of the families
// whose problems are solved. CUB is slow to compile, so prepared.cu alone includes it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "kernels/device/buffer.cuh"
#include "kernels/device/prepared.hpp"

namespace rooflens::kernels::peer {

/// What CUB wants for itself: it says how much in a call without memory, and is then called with it.
struct Temporary {
  void* data = nullptr;
  std::size_t bytes = 0;
};

/// out[0] = the sum of n elements. Asynchronous, as the others.
void sum_with_cub(Temporary& temporary, const float* in, float* out, std::int64_t n);
/// out[i] = the sum of elements 0..i, or of 0..i-1 if `exclusive`.
void scan_with_cub(Temporary& temporary, const float* in, float* out, std::int64_t n, bool exclusive);
/// counts[b] = how many of n elements are b, which are all below `bins`.
void count_with_cub(Temporary& temporary, const std::uint32_t* in, std::uint32_t* counts, std::int64_t n,
                    unsigned int bins);

/// The memory that a call of CUB wants for itself, shared by all copies.
class CubMemory {
 public:
  explicit CubMemory(const std::function<void(Temporary&)>& call) {
    Temporary asked;
    call(asked);
    // A call with no memory only asks, so there has to be some.
    memory_ = std::make_shared<DeviceBuffer<unsigned char>>(asked.bytes + 1);
  }
  [[nodiscard]] Temporary get() const { return {memory_->data(), memory_->size()}; }

 private:
  std::shared_ptr<DeviceBuffer<unsigned char>> memory_;
};

/// The kernels of a library are its own affair: what a profiler sees of them is all that is known.
[[nodiscard]] inline std::vector<models::Launch> unknown_launches() { return {}; }

}  // namespace rooflens::kernels::peer
