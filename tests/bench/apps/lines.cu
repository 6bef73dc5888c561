#include <cuda_runtime.h>  // clang-format off: the recorded sample names these lines
#include <cstdio>
#include <cstdlib>
__global__ void transpose_bad(const float* in, float* out, int n) {
  __shared__ float t[32][32];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) t[threadIdx.y + j][threadIdx.x] = in[(size_t)(y + j) * n + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) out[(size_t)(y + j) * n + x] = t[threadIdx.x][threadIdx.y + j];
}
__global__ void strided(const float* in, float* out, int n, int s) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n / s) out[i] = in[(size_t)i * s];
}
__global__ void fma_loop(float* p, int k) {
  float a = p[threadIdx.x], b = a;
  for (int i = 0; i < k; i++) {
    a = a * b + 1.0f;
    b = b * a + 2.0f;
  }
  p[threadIdx.x] = a + b;
}
int main(int argc, char** argv) {
  int reps = argc > 1 ? atoi(argv[1]) : 1000, N = 4096;
  float *A, *B;
  cudaMalloc(&A, (size_t)N * N * 4);
  cudaMalloc(&B, (size_t)N * N * 4);
  cudaMemset(A, 0, (size_t)N * N * 4);
  cudaEvent_t a, b;
  cudaEventCreate(&a);
  cudaEventCreate(&b);
  for (int part = 0; part < 5; ++part) {
    cudaEventRecord(a);
    for (int i = 0; i < reps; i++) {
      transpose_bad<<<dim3(N / 32, N / 32), dim3(32, 8)>>>(A, B, N);
      strided<<<N * N / 8 / 256, 256>>>(A, B, N * N, 8);
      fma_loop<<<264, 1024>>>(A, 2000);
    }
    cudaEventRecord(b);
    cudaEventSynchronize(b);
    float ms;
    cudaEventElapsedTime(&ms, a, b);
    fprintf(stderr, "part %d: %.4f ms a round\n", part, ms / reps);
  }
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
}
