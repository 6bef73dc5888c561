// One tile through shared memory and back, by its layout.
#pragma once

#include <cstdint>

#include "kernels/shared_layout/layout.hpp"

namespace rooflens::kernels::shared_layout {

/// `tile` holds L::kWords words; a block has L::kThreads threads. Any n >= 1.
template <typename L>
__device__ void round_trip(float* tile, const float* __restrict__ in, float* __restrict__ out, std::int64_t n) {
  const std::int64_t i = std::int64_t{blockIdx.x} * L::kThreads + threadIdx.x;
  tile[L::write_word(threadIdx.x)] = i < n ? in[i] : 0.0F;
  __syncthreads();
  if (i < n) out[i] = tile[L::read_word(threadIdx.x)];
}

}  // namespace rooflens::kernels::shared_layout
