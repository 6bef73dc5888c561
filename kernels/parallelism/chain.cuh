// The arithmetic that the computing variants do for each element: a chain of dependent multiply-adds that ends at
// kChainFactor times where it began.
#pragma once

#include "kernels/parallelism/prepared.cuh"

namespace rooflens::kernels::parallelism {

struct Fused {
  __device__ float operator()(float a, float x, float b) const { return __fmaf_rn(a, x, b); }
};

/// The same in two instructions, which the compiler must not fuse.
struct Separate {
  __device__ float operator()(float a, float x, float b) const { return __fadd_rn(__fmul_rn(a, x), b); }
};

/// `length` of the chain's multiply-adds, from x on. `one` is 1. A multiply-add waits for the one before it: enough
/// warps must be resident.
template <int length, typename MultiplyAdd>
__device__ float links(float x, float in, float one, MultiplyAdd multiply_add) {
#pragma unroll 32
  for (int i = 0; i < length; ++i) x = multiply_add(one, x, in);
  return x;
}

/// The whole chain.
template <typename MultiplyAdd>
__device__ float chain(float in, float one, MultiplyAdd multiply_add) {
  return links<kChainFmas>(in, in, one, multiply_add);
}

/// One thread per element.
template <typename MultiplyAdd>
__global__ void chain_kernel(const float* __restrict__ in, float* __restrict__ out, std::int64_t n, float one) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[i] = chain(in[i], one, MultiplyAdd{});
}

}  // namespace rooflens::kernels::parallelism
