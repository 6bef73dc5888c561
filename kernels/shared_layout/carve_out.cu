// for i in 0..n-1: out[i] = in[i XOR 32] + in[m(i)]   m(i) mirrors i in its tile of 4096 elements, 16 KiB
// flops n, bytes read 8n of which 4n are compulsory, bytes written 4n
// m(i) comes from shared memory, i XOR 32 a second time from global memory: more shared memory lets more blocks be
// resident, more L1 lets the second load hit
#include "kernels/shared_layout/prepared.cuh"

namespace rooflens::kernels::shared_layout {

constexpr unsigned int kCarveOutBlock = 256;
constexpr unsigned int kCarveOutTile = 4096;
constexpr unsigned int kCarveOutSteps = kCarveOutTile / kCarveOutBlock;

// No __restrict__ here: the second load has to stay behind the barrier.
__global__ void carve_out_kernel(const float* in, float* out, std::int64_t n) {
  extern __shared__ float tile[];
  const std::int64_t begin = std::int64_t{blockIdx.x} * kCarveOutTile;
#pragma unroll
  for (unsigned int k = 0; k < kCarveOutSteps; ++k) {
    const unsigned int j = k * kCarveOutBlock + threadIdx.x;
    tile[j] = begin + j < n ? in[begin + j] : 0.0F;
  }
  __syncthreads();

  float again[kCarveOutSteps];
#pragma unroll
  for (unsigned int k = 0; k < kCarveOutSteps; ++k) {
    const std::int64_t i = begin + ((k * kCarveOutBlock + threadIdx.x) ^ 32U);
    again[k] = i < n ? in[i] : 0.0F;
  }
#pragma unroll
  for (unsigned int k = 0; k < kCarveOutSteps; ++k) {
    const unsigned int j = k * kCarveOutBlock + threadIdx.x;
    if (begin + j < n) out[begin + j] = again[k] + tile[kCarveOutTile - 1 - j];
  }
}

std::unique_ptr<Prepared> prepare_carve_out(const Problem& problem) {
  ROOFLENS_CUDA(cudaFuncSetAttribute(carve_out_kernel, cudaFuncAttributePreferredSharedMemoryCarveout,
                                     static_cast<int>(problem["percent"])));
  return make_mirror(problem, kCarveOutTile,
                     {ROOFLENS_NAMED(shared_layout, carve_out_kernel), dim3(grid_for(problem["n"], kCarveOutTile)),
                      dim3(kCarveOutBlock), kCarveOutTile * sizeof(float)});
}

}  // namespace rooflens::kernels::shared_layout
