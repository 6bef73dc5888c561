// Allocations that fail leave their error for the program to find, and nobody else leaves one or takes it away.
#include "app.cuh"

__global__ void turn_small(std::uint32_t* x) {
  std::uint32_t value = x[app::index()];
  for (int s = 0; s < 200; ++s) value = app::mix(value + s);
  x[app::index()] = value;
}

int main() {
  const int n = 1 << 18;
  std::uint32_t* x = app::device_array<std::uint32_t>(n);
  int found = 0, kept = 0, clean = 0;
  for (int k = 0; k < 1000; ++k) {
    void* much = nullptr;
    if (cudaMalloc(&much, std::size_t{1} << 50) == cudaErrorMemoryAllocation) ++found;
    turn_small<<<n / 256, 256>>>(x);
    if (cudaGetLastError() == cudaErrorMemoryAllocation) ++kept;
    turn_small<<<n / 256, 256>>>(x);
    if (cudaGetLastError() == cudaSuccess) ++clean;
  }
  CHECK(cudaDeviceSynchronize());
  std::printf("found %d kept %d clean %d\n", found, kept, clean);
  app::print("numbers", app::checksum_of_device(x, n));
}
