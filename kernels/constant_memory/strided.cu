// for i in 0..n-1: out[i] = in[i] + sum over k in 0..63 of table[7 (i / 32) + s (i mod 32) + k]
// flops 64n, bytes read 4n, bytes written 4n, of device memory; the table of 16 KiB stays in the constant caches
// wasted: the constant cache serves one address of a warp at a time, so 32 different ones take 32 reads
#include "kernels/constant_memory/prepared.cuh"

namespace rooflens::kernels::constant_memory {

__global__ void strided_kernel(const float* __restrict__ in, float* __restrict__ out, std::int64_t n,
                               unsigned int stride) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const auto place = static_cast<std::uint64_t>(i);
  const auto first = static_cast<unsigned int>(place / 32 * 7 + place % 32 * stride);
  float sum = in[i];
#pragma unroll 16
  for (unsigned int k = 0; k < kTerms; ++k) sum += constant_table[(first + k) % kTableElements];
  out[i] = sum;
}

std::unique_ptr<Prepared> prepare_strided(const Problem& problem) {
  return make_prepared(problem, problem["stride"], ROOFLENS_NAMED(constant_memory, strided_kernel));
}

}  // namespace rooflens::kernels::constant_memory
