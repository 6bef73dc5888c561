// Cooperative launches: all blocks meet at a barrier of the grid, many times a launch.
#include <cooperative_groups.h>

#include "app.cuh"

__global__ void turn_together(std::uint32_t* from, std::uint32_t* to, int n, int rounds) {
  const auto grid = cooperative_groups::this_grid();
  for (int k = 0; k < rounds; ++k) {
    for (int i = app::index(); i < n; i += gridDim.x * blockDim.x) to[i] = app::mix(from[(i + n / 2 + 1) % n] + i);
    grid.sync();
    std::uint32_t* other = from;
    from = to;
    to = other;
  }
}

int main() {
  int n = 1 << 20, rounds = 10, blocks = 0, multiprocessors = 0;
  std::uint32_t* a = app::device_array<std::uint32_t>(n);
  std::uint32_t* b = app::device_array<std::uint32_t>(n);
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, turn_together, 256, 0));
  CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
  for (int k = 0; k < 500; ++k) {
    void* arguments[] = {&a, &b, &n, &rounds};
    CHECK(cudaLaunchCooperativeKernel(turn_together, dim3(blocks * multiprocessors), dim3(256), arguments, 0, nullptr));
  }
  CHECK(cudaDeviceSynchronize());
  app::print("numbers", app::checksum_of_device(a, n));
}
