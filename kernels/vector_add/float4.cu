// for i in 0..n-1: c[i] = a[i] + b[i]         one thread per four elements, 16-byte loads and stores
// flops n, bytes read 8n, bytes written 4n; intensity 1/12 FLOP/B
// The first threads also add the up to three elements after the last whole float4.
#include "kernels/vector_add/prepared.cuh"

namespace rooflens::kernels::vector_add {

constexpr unsigned int kFloat4Block = 256;

__global__ void float4_kernel(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c,
                              std::int64_t n) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::int64_t vectors = n / 4;
  if (i < vectors) {
    const ::float4 x = reinterpret_cast<const ::float4*>(a)[i];
    const ::float4 y = reinterpret_cast<const ::float4*>(b)[i];
    reinterpret_cast<::float4*>(c)[i] = make_float4(x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w);
  }
  const std::int64_t rest = 4 * vectors + i;
  if (rest < n && i < 4) c[rest] = a[rest] + b[rest];
}

std::unique_ptr<Prepared> prepare_float4(const Problem& problem) {
  const unsigned int grid = grid_for(problem["n"] / 4, kFloat4Block);
  return make_prepared(problem, {ROOFLENS_NAMED(vector_add, float4_kernel), dim3(grid), dim3(kFloat4Block)});
}

}  // namespace rooflens::kernels::vector_add
