// for i in 0..n-1: out[i] = in[i]             one thread per four elements, 16-byte loads and stores
// flops 0, bytes read 4n, bytes written 4n; no intensity: the nearest a kernel comes to the DRAM roof
// The first threads also copy the up to three elements after the last whole float4.
#include "kernels/copy/prepared.cuh"

namespace rooflens::kernels::copy {

constexpr unsigned int kBlock = 256;

__global__ void float4_kernel(const float* __restrict__ in, float* __restrict__ out, std::int64_t n) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::int64_t vectors = n / 4;
  if (i < vectors) reinterpret_cast<::float4*>(out)[i] = reinterpret_cast<const ::float4*>(in)[i];
  const std::int64_t rest = 4 * vectors + i;
  if (rest < n && i < 4) out[rest] = in[rest];
}

std::unique_ptr<Prepared> prepare_float4(const Problem& problem) {
  const unsigned int grid = grid_for(problem["n"] / 4, kBlock);
  return make_prepared(problem, {ROOFLENS_NAMED(copy, float4_kernel), dim3(grid), dim3(kBlock)});
}

}  // namespace rooflens::kernels::copy
