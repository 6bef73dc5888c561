// What xor-array and swap-by-index do before and after their shuffle, with four elements a thread. No thread leaves
// early: a shuffle from a lane that is gone is undefined.
#pragma once

#include <cstdint>

#include "kernels/shuffle/exchange.hpp"

namespace rooflens::kernels::shuffle {

/// The four elements of a thread, in registers.
struct Held {
  float values[kHeld];

  /// An index that is known at run time only must not send the array to local memory.
  [[nodiscard]] __device__ float get(int index) const {
    float value = values[0];
#pragma unroll
    for (int k = 1; k < kHeld; ++k) value = index == k ? values[k] : value;
    return value;
  }
  __device__ void set(int index, float value) {
#pragma unroll
    for (int k = 0; k < kHeld; ++k) values[k] = index == k ? value : values[k];
  }
};

/// Four elements a thread; `shuffle` changes a Held.
template <typename Shuffle>
__device__ void exchange_held(const float* __restrict__ in, float* __restrict__ out, std::int64_t n, Shuffle shuffle) {
  const std::int64_t first = kHeld * (std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x);
  Held held{};
  if (first + kHeld <= n) {
    const ::float4 vector = *reinterpret_cast<const ::float4*>(in + first);
    held = {{vector.x, vector.y, vector.z, vector.w}};
  } else {
#pragma unroll
    for (int k = 0; k < kHeld; ++k) held.values[k] = first + k < n ? in[first + k] : 0.0F;
  }
  __syncwarp();
  shuffle(held);
  if (first + kHeld <= n) {
    *reinterpret_cast<::float4*>(out + first) =
        make_float4(held.values[0], held.values[1], held.values[2], held.values[3]);
  } else {
#pragma unroll
    for (int k = 0; k < kHeld; ++k) {
      if (first + k < n) out[first + k] = held.values[k];
    }
  }
}

}  // namespace rooflens::kernels::shuffle
