// for i in 0..n-1: a[i] = b[i] + c[i] * d[i]  one thread per four elements, 16-byte loads and stores
// flops 2n, bytes read 12n, bytes written 4n; intensity 1/8 FLOP/B
// The first threads also take the up to three elements after the last whole float4.
#include "kernels/triad/prepared.cuh"

namespace rooflens::kernels::triad {

constexpr unsigned int kFloat4Block = 256;

__global__ void float4_kernel(const float* __restrict__ b, const float* __restrict__ c, const float* __restrict__ d,
                              float* __restrict__ a, std::int64_t n) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::int64_t vectors = n / 4;
  if (i < vectors) {
    const ::float4 b4 = reinterpret_cast<const ::float4*>(b)[i];
    const ::float4 c4 = reinterpret_cast<const ::float4*>(c)[i];
    const ::float4 d4 = reinterpret_cast<const ::float4*>(d)[i];
    reinterpret_cast<::float4*>(a)[i] =
        make_float4(fmaf(c4.x, d4.x, b4.x), fmaf(c4.y, d4.y, b4.y), fmaf(c4.z, d4.z, b4.z), fmaf(c4.w, d4.w, b4.w));
  }
  const std::int64_t rest = 4 * vectors + i;
  if (rest < n && i < 4) a[rest] = fmaf(c[rest], d[rest], b[rest]);
}

std::unique_ptr<Prepared> prepare_float4(const Problem& problem) {
  const unsigned int grid = grid_for(problem["n"] / 4, kFloat4Block);
  return make_prepared(problem, {ROOFLENS_NAMED(triad, float4_kernel), dim3(grid), dim3(kFloat4Block)});
}

}  // namespace rooflens::kernels::triad
