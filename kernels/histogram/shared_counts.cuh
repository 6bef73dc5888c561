// A block's own counts in shared memory.
#pragma once

#include <cstdint>

namespace rooflens::kernels::histogram {

/// All threads call it; the counts are ready behind it.
__device__ inline void clear_shared(std::uint32_t* own, unsigned int count) {
  for (unsigned int i = threadIdx.x; i < count; i += blockDim.x) own[i] = 0;
  __syncthreads();
}

/// All threads call it. Bins that the block did not meet cost no atomic.
__device__ inline void add_shared_to(std::uint32_t* __restrict__ counts, const std::uint32_t* own, unsigned int bins) {
  __syncthreads();
  for (unsigned int bin = threadIdx.x; bin < bins; bin += blockDim.x) {
    if (own[bin] > 0) atomicAdd(counts + bin, own[bin]);
  }
}

/// The bytes that the counts take.
[[nodiscard]] constexpr std::size_t shared_bytes(std::int64_t counts) {
  return static_cast<std::size_t>(counts) * sizeof(std::uint32_t);
}

}  // namespace rooflens::kernels::histogram
