// reduction/segmented-atomic on the device.
#include "kernels/reduction/segmented_atomic.hpp"

#include "kernels/reduction/atomic.cuh"
#include "kernels/reduction/family.hpp"
#include "kernels/reduction/tree.cuh"

namespace rooflens::kernels::reduction {

__global__ void segmented_atomic_kernel(const float* __restrict__ in, float* __restrict__ sum, std::int64_t n) {
  extern __shared__ float sums[];
  sums[threadIdx.x] = load_sum<kPair>(in, n);
  add_block_to(sum, sums);
}

std::unique_ptr<Prepared> prepare_segmented_atomic(const Problem& problem) {
  return make_prepared_atomic(problem, segmented_atomic_kernel, "rooflens::kernels::reduction::segmented_atomic_kernel",
                              kPair);
}

}  // namespace rooflens::kernels::reduction
