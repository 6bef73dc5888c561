// sum = sum over i of in[i]    first-add-on-load, but each block adds its sum to the result with an atomic
// flops n - 1, bytes read 4n, bytes written 4; blocks = ceil(n / 2 block) atomics on one address, of 4 bytes each
// wasted: an atomic, a tree and a start of a block for two elements a thread; the order of the atomics is left to
// chance
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
