// A pipeline of two stages with cp.async.
#include <cuda_pipeline.h>

#include "app.cuh"

__global__ void stream_tiles(const uint4* in, uint4* out, int tiles) {
  __shared__ uint4 stage[2][256];
  const std::size_t first = static_cast<std::size_t>(blockIdx.x) * tiles * 256 + threadIdx.x;
  __pipeline_memcpy_async(&stage[0][threadIdx.x], &in[first], sizeof(uint4));
  __pipeline_commit();
  for (int k = 0; k < tiles; ++k) {
    if (k + 1 < tiles) {
      __pipeline_memcpy_async(&stage[(k + 1) % 2][threadIdx.x], &in[first + (k + 1) * 256], sizeof(uint4));
    }
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    uint4 value = stage[k % 2][threadIdx.x ^ 31];
    value.x = app::mix(value.x + k);
    value.w += value.x;
    out[first + k * 256] = value;
    __syncthreads();
  }
}

int main() {
  const int blocks = 1056, tiles = 16, n = blocks * tiles * 256;
  uint4* a = app::device_array<uint4>(n);
  uint4* b = app::device_array<uint4>(n);
  for (int k = 0; k < 1000; ++k) {
    stream_tiles<<<blocks, 256>>>(a, b, tiles);
    stream_tiles<<<blocks, 256>>>(b, a, tiles);
  }
  CHECK(cudaGetLastError());
  app::print("tiles", app::checksum_of_device(a, n));
}
