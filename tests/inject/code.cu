// Kernels whose code kernel_code_test reads: each reaches one thing, itself, in a function, or through a pointer.
#include <cassert>
#include <cstdio>

using Function = float (*)(float);

__device__ __noinline__ float says(float x) {
  printf("%f\n", x);
  return x;
}
__device__ __noinline__ float calm(float x) { return 3 * x + 1; }
__device__ Function functions[] = {calm, says};

extern "C" {
__global__ void k0_nothing(float* x) { x[threadIdx.x] = calm(x[threadIdx.x]); }
__global__ void k1_prints(float* x) { x[threadIdx.x] = says(x[threadIdx.x]); }
__global__ void k2_allocates(float** x) { x[threadIdx.x] = new float[2]; }
__global__ void k3_frees(float** x) { delete[] x[threadIdx.x]; }
__global__ void k4_asserts(float* x) { assert(x[threadIdx.x] > 0); }
__global__ void k5_points(float* x, int i) { x[threadIdx.x] = functions[i](x[threadIdx.x]); }
__global__ void k6_waits(const volatile int* flag, int* answer) {
  while (*flag == 0) {
  }
  __threadfence_system();
  *answer = 1;
}
__global__ void k9_looks_back(const volatile int* flag, int* sum) {
  while (*flag == 0) {
  }
  __threadfence();
  *sum = 1;
}
__global__ void k7_swaps_for_all(int* x) { atomicCAS_system(x, 1, 2); }
__global__ void k8_swaps(int* x) {
  atomicCAS(x, 1, 2);
  __threadfence();
}
#ifdef __CUDACC_RDC__
__global__ void k10_launches(float* x) { k0_nothing<<<1, 1>>>(x); }
#endif
}
