// Clusters of four blocks that read each other's shared memory.
#include <cooperative_groups.h>

#include "app.cuh"

__global__ void __cluster_dims__(4, 1, 1) pass_around(std::uint32_t* x) {
  __shared__ std::uint32_t own[256];
  const auto cluster = cooperative_groups::this_cluster();
  std::uint32_t value = x[app::index()];
  for (int k = 0; k < 8; ++k) {
    own[threadIdx.x] = app::mix(value + k);
    cluster.sync();
    const std::uint32_t* next = cluster.map_shared_rank(own, (cluster.block_rank() + 1) % cluster.num_blocks());
    value += next[threadIdx.x ^ 1];
    cluster.sync();
  }
  x[app::index()] = value;
}

int main() {
  const int blocks = 2048;
  std::uint32_t* x = app::device_array<std::uint32_t>(blocks * 256);
  for (int k = 0; k < 3000; ++k) pass_around<<<blocks, 256>>>(x);
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  app::print("numbers", app::checksum_of_device(x, blocks * 256));
}
