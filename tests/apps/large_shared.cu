// All of an SM for each block: as much shared memory as a block can have, 1024 threads with 64 registers each.
#include "app.cuh"

__global__ void __launch_bounds__(1024, 1) turn_in_shared(std::uint32_t* x, int words) {
  extern __shared__ std::uint32_t own[];
  for (int i = threadIdx.x; i < words; i += 1024) own[i] = x[blockIdx.x * words + i];
  __syncthreads();
  std::uint32_t values[32];
  for (int k = 0; k < 32; ++k) values[k] = own[(threadIdx.x * 33 + k * 1024) % words];
  for (int s = 0; s < 50; ++s) {
    for (int k = 0; k < 32; ++k) values[k] = app::mix(values[k] + values[(k + 1) % 32]);
  }
  __syncthreads();
  for (int k = 0; k < 32; ++k) atomicXor(&own[(threadIdx.x * 33 + k * 1024) % words], values[k]);
  __syncthreads();
  for (int i = threadIdx.x; i < words; i += 1024) x[blockIdx.x * words + i] = own[i];
}

int main() {
  int bytes = 0;
  CHECK(cudaDeviceGetAttribute(&bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0));
  CHECK(cudaFuncSetAttribute(turn_in_shared, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
  const int blocks = 132, words = bytes / 4;
  std::uint32_t* x = app::device_array<std::uint32_t>(blocks * words);
  for (int k = 0; k < 2000; ++k) turn_in_shared<<<blocks, 1024, bytes>>>(x, words);
  CHECK(cudaGetLastError());
  app::print("numbers", app::checksum_of_device(x, blocks * words));
}
