// Products on tensor cores with nvcuda::wmma and with mma.sync, compared with cuBLAS and with dot products.
// flags: -lcublas
#include <cublas_v2.h>
#include <cuda_fp16.h>
#include <mma.h>

#include "app.cuh"

constexpr int kSide = 1024;

__global__ void fill_halves(__half* x, std::uint32_t seed) {
  x[app::index()] = __float2half(static_cast<float>(app::mix(app::index() + seed) % 5) - 2);
}

__global__ void fill_bytes(std::int8_t* x, std::uint32_t seed) {
  x[app::index()] = static_cast<std::int8_t>(app::mix(app::index() + seed) % 255 - 127);
}

// A warp makes a tile of 16 by 64; row-major throughout.
__global__ void multiply_wmma(const __half* a, const __half* b, float* c) {
  using namespace nvcuda;
  const int warp = app::index() / 32;
  const int row = warp / (kSide / 64) * 16, column = warp % (kSide / 64) * 64;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums[4];
  for (auto& sum : sums) wmma::fill_fragment(sum, 0.0f);
  for (int k = 0; k < kSide; k += 16) {
    wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> left;
    wmma::load_matrix_sync(left, a + row * kSide + k, kSide);
    for (int j = 0; j < 4; ++j) {
      wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> right;
      wmma::load_matrix_sync(right, b + k * kSide + column + 16 * j, kSide);
      wmma::mma_sync(sums[j], left, right, sums[j]);
    }
  }
  for (int j = 0; j < 4; ++j) {
    wmma::store_matrix_sync(c + row * kSide + column + 16 * j, sums[j], kSide, wmma::mem_row_major);
  }
}

// A warp makes a tile of 16 by 8 of a * transposed b, 32 products deep at a time.
__global__ void multiply_mma(const std::int8_t* a, const std::int8_t* b, int* c) {
  const int warp = app::index() / 32, lane = threadIdx.x % 32;
  const int row = warp / (kSide / 8) * 16 + lane / 4, column = warp % (kSide / 8) * 8;
  const int* upper = reinterpret_cast<const int*>(a + row * kSide) + lane % 4;
  const int* lower = upper + 8 * kSide / 4;
  const int* right = reinterpret_cast<const int*>(b + (column + lane / 4) * kSide) + lane % 4;
  int sum[4]{};
  for (int k = 0; k < kSide / 4; k += 8) {
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                 : "+r"(sum[0]), "+r"(sum[1]), "+r"(sum[2]), "+r"(sum[3])
                 : "r"(upper[k]), "r"(lower[k]), "r"(upper[k + 4]), "r"(lower[k + 4]), "r"(right[k]),
                   "r"(right[k + 4]));
  }
  int* out = c + row * kSide + column + lane % 4 * 2;
  out[0] = sum[0];
  out[1] = sum[1];
  out[8 * kSide] = sum[2];
  out[8 * kSide + 1] = sum[3];
}

__global__ void multiply_dp4a(const std::int8_t* a, const std::int8_t* b, int* c) {
  const int column = blockIdx.x * 16 + threadIdx.x % 16, row = blockIdx.y * 16 + threadIdx.x / 16;
  const int* left = reinterpret_cast<const int*>(a + row * kSide);
  const int* right = reinterpret_cast<const int*>(b + column * kSide);
  int sum = 0;
  for (int k = 0; k < kSide / 4; ++k) sum = __dp4a(left[k], right[k], sum);
  c[row * kSide + column] = sum;
}

template <class T>
__global__ void count_differences(const T* a, const T* b, int* count) {
  if (a[app::index()] != b[app::index()]) atomicAdd(count, 1);
}

int main() {
  const int n = kSide * kSide, rounds = 40;
  __half *a = app::device_array<__half>(n), *b = app::device_array<__half>(n);
  float *own = app::device_array<float>(n), *theirs = app::device_array<float>(n);
  std::int8_t *p = app::device_array<std::int8_t>(n), *q = app::device_array<std::int8_t>(n);
  int *products = app::device_array<int>(n), *dots = app::device_array<int>(n);
  int* differences = app::device_array<int>(2);
  cublasHandle_t handle;
  CHECK(cublasCreate(&handle));
  const float one = 1, zero = 0;
  for (int round = 0; round < rounds; ++round) {
    fill_halves<<<n / 256, 256>>>(a, round);
    fill_halves<<<n / 256, 256>>>(b, round + 1000);
    for (int k = 0; k < 4; ++k) multiply_wmma<<<kSide * kSide / 1024 / 8, 256>>>(a, b, own);
    CHECK(cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, kSide, kSide, kSide, &one, b, CUDA_R_16F, kSide, a, CUDA_R_16F,
                       kSide, &zero, theirs, CUDA_R_32F, kSide, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
    count_differences<<<n / 256, 256>>>(own, theirs, differences);
    fill_bytes<<<n / 256, 256>>>(p, round);
    fill_bytes<<<n / 256, 256>>>(q, round + 1000);
    for (int k = 0; k < 4; ++k) multiply_mma<<<kSide * kSide / 128 / 8, 256>>>(p, q, products);
    multiply_dp4a<<<dim3(kSide / 16, kSide / 16), 256>>>(p, q, dots);
    count_differences<<<n / 256, 256>>>(products, dots, differences + 1);
    CHECK(cudaGetLastError());
  }
  int found[2];
  CHECK(cudaMemcpy(found, differences, sizeof found, cudaMemcpyDeviceToHost));
  std::printf("differences %d %d\n", found[0], found[1]);
  app::print("halves", app::checksum_of_device(own, n));
  app::print("bytes", app::checksum_of_device(products, n));
  CHECK(cublasDestroy(handle));
}
