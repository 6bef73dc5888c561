// for r, c of a tile: out[r + 32 c] = in[32 r + c]   through dynamic shared memory, 32 rows of 33 words
// flops 0, bytes read 4n, bytes written 4n
// wasted: nothing
#include "kernels/shared_layout/prepared.cuh"

namespace rooflens::kernels::shared_layout {

__global__ void dynamic_padded_kernel(const float* __restrict__ in, float* __restrict__ out, std::int64_t n) {
  extern __shared__ float tile[];  // 32 rows of 33 words
  const std::int64_t i = std::int64_t{blockIdx.x} * 1024 + threadIdx.x;
  tile[threadIdx.x / 32 * 33 + threadIdx.x % 32] = i < n ? in[i] : 0.0F;
  __syncthreads();
  if (i < n) out[i] = tile[threadIdx.x % 32 * 33 + threadIdx.x / 32];
}

std::unique_ptr<Prepared> prepare_dynamic_padded(const Problem& problem) {
  return make_round_trip(problem, shape_of<Padded>(true), ROOFLENS_NAMED(shared_layout, dynamic_padded_kernel));
}

}  // namespace rooflens::kernels::shared_layout
