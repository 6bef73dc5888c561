// for i in 0..n-1: z[i] = a * x[i] + y[i]     one thread per four elements, 16-byte loads and stores
// flops 2n, bytes read 8n, bytes written 4n; intensity 1/6 FLOP/B
// The first threads also take the up to three elements after the last whole float4.
#include "kernels/saxpy/family.hpp"
#include "kernels/saxpy/prepared.cuh"

namespace rooflens::kernels::saxpy {

constexpr unsigned int kFloat4Block = 256;

__global__ void float4_kernel(const float* __restrict__ x, const float* __restrict__ y, float* __restrict__ z,
                              std::int64_t n) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::int64_t vectors = n / 4;
  if (i < vectors) {
    const ::float4 x4 = reinterpret_cast<const ::float4*>(x)[i];
    const ::float4 y4 = reinterpret_cast<const ::float4*>(y)[i];
    reinterpret_cast<::float4*>(z)[i] =
        make_float4(fmaf(kA, x4.x, y4.x), fmaf(kA, x4.y, y4.y), fmaf(kA, x4.z, y4.z), fmaf(kA, x4.w, y4.w));
  }
  const std::int64_t rest = 4 * vectors + i;
  if (rest < n && i < 4) z[rest] = fmaf(kA, x[rest], y[rest]);
}

std::unique_ptr<Prepared> prepare_float4(const Problem& problem) {
  const unsigned int grid = grid_for(problem["n"] / 4, kFloat4Block);
  return make_prepared(problem, {ROOFLENS_NAMED(saxpy, float4_kernel), dim3(grid), dim3(kFloat4Block)});
}

}  // namespace rooflens::kernels::saxpy
