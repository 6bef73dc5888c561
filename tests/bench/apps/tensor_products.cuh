// Products of small matrices on the tensor pipe, one kernel a number format and one of two of them.
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

namespace {

// Each warp adds `steps` products of 16 x K and K x 16 tiles of `value`: 2 * 16 * 16 * K operations each.
template <class Format, int K, class Value>
__device__ float products_of(Value value, int steps) {
  namespace wmma = nvcuda::wmma;
  wmma::fragment<wmma::matrix_a, 16, 16, K, Format, wmma::row_major> a;
  wmma::fragment<wmma::matrix_b, 16, 16, K, Format, wmma::col_major> b;
  wmma::fragment<wmma::accumulator, 16, 16, K, float> c;
  wmma::fill_fragment(a, value);
  wmma::fill_fragment(b, value);
  // Another value in every place, and all of them used: the compiler leaves out what is not, or is there twice.
  for (int i = 0; i < c.num_elements; ++i) c.x[i] = static_cast<float>(i);
  for (int s = 0; s < steps; ++s) wmma::mma_sync(c, a, b, c);
  float sum = 0;
  for (int i = 0; i < c.num_elements; ++i) sum += c.x[i];
  return sum;
}

// Nothing where the tensor cores do not know the format (compute capability 7.5).
__device__ float bf16_products(float value, int steps) {
#if __CUDA_ARCH__ >= 800
  return products_of<__nv_bfloat16, 16>(__float2bfloat16(value), steps);
#else
  return value * steps * 0;
#endif
}

__device__ float tf32_products(float value, int steps) {
#if __CUDA_ARCH__ >= 800
  return products_of<nvcuda::wmma::precision::tf32, 8>(value, steps);
#else
  return value * steps * 0;
#endif
}

__device__ float fp16_products(float value, int steps) { return products_of<__half, 16>(__float2half(value), steps); }

__global__ void wmma_bf16(float* x, float value, int steps) {
  x[blockIdx.x * blockDim.x + threadIdx.x] += bf16_products(value, steps);
}

__global__ void wmma_tf32(float* x, float value, int steps) {
  x[blockIdx.x * blockDim.x + threadIdx.x] += tf32_products(value, steps);
}

__global__ void wmma_fp16(float* x, float value, int steps) {
  x[blockIdx.x * blockDim.x + threadIdx.x] += fp16_products(value, steps);
}

__global__ void wmma_two_formats(float* x, float value, int steps) {
  x[blockIdx.x * blockDim.x + threadIdx.x] += bf16_products(value, steps) + fp16_products(value, 2 * steps);
}

}  // namespace
