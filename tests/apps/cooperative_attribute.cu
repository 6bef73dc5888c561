// Cooperative launches through an attribute of cudaLaunchKernelExC.
#include <cooperative_groups.h>

#include "app.cuh"

__global__ void fold_together(std::uint32_t* x, std::uint32_t* partial, std::uint32_t* total) {
  const auto grid = cooperative_groups::this_grid();
  __shared__ std::uint32_t sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  const int i = app::index();
  x[i] = app::mix(x[i] + i);
  atomicAdd(&sum, x[i]);
  __syncthreads();
  if (threadIdx.x == 0) partial[blockIdx.x] = sum;
  grid.sync();
  if (i == 0) {
    for (int block = 0; block < gridDim.x; ++block) *total = app::mix(*total + partial[block]);
  }
  grid.sync();
  x[i] += *total;
}

int main() {
  const int blocks = 128, threads = 512;
  std::uint32_t* x = app::device_array<std::uint32_t>(blocks * threads);
  std::uint32_t* partial = app::device_array<std::uint32_t>(blocks);
  std::uint32_t* total = app::device_array<std::uint32_t>(1);
  cudaLaunchAttribute attribute{};
  attribute.id = cudaLaunchAttributeCooperative;
  attribute.val.cooperative = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = blocks;
  config.blockDim = threads;
  config.attrs = &attribute;
  config.numAttrs = 1;
  for (int k = 0; k < 3000; ++k) {
    void* arguments[] = {&x, &partial, &total};
    CHECK(cudaLaunchKernelExC(&config, reinterpret_cast<const void*>(fold_together), arguments));
  }
  CHECK(cudaDeviceSynchronize());
  app::print("numbers", app::checksum_of_device(x, blocks * threads));
  app::print("total", app::checksum_of_device(total, 1));
}
