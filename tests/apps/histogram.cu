// A histogram with many atomic additions of integers in shared and global memory.
#include "app.cuh"

__global__ void count_bins(const std::uint32_t* x, int n, unsigned* bins, std::uint32_t seed) {
  __shared__ unsigned own[256];
  own[threadIdx.x] = 0;
  __syncthreads();
  for (int i = app::index(); i < n; i += gridDim.x * blockDim.x) atomicAdd(&own[app::mix(x[i] + seed) % 256], 1u);
  __syncthreads();
  atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
  atomicMax(&bins[256 + threadIdx.x], own[threadIdx.x]);
}

__global__ void number_all(std::uint32_t* x, int n) {
  for (int i = app::index(); i < n; i += gridDim.x * blockDim.x) x[i] = app::mix(i);
}

int main() {
  const int n = 8 << 20;
  std::uint32_t* x = app::device_array<std::uint32_t>(n);
  unsigned* bins = app::device_array<unsigned>(512);
  number_all<<<1056, 256>>>(x, n);
  for (int k = 0; k < 5000; ++k) count_bins<<<1056, 256>>>(x, n, bins, k);
  CHECK(cudaGetLastError());
  app::print("bins", app::checksum_of_device(bins, 512));
}
