// Recursion on the device with a stack limit that the program sets and reads back.
// flags: -Xptxas=--suppress-stack-size-warning
#include "app.cuh"

__device__ __noinline__ std::uint32_t descend(std::uint32_t value, int depth) {
  volatile std::uint32_t local[16];
  for (int i = 0; i < 16; ++i) local[i] = app::mix(value + i);
  if (depth > 0) value = descend(local[value % 16], depth - 1);
  return value ^ local[depth % 16];
}

__global__ void turn_deep(std::uint32_t* x, int depth) { x[app::index()] = descend(x[app::index()], depth); }

int main() {
  const int n = 132 * 1024;
  CHECK(cudaDeviceSetLimit(cudaLimitStackSize, 16384));
  std::uint32_t* x = app::device_array<std::uint32_t>(n);
  for (int k = 0; k < 2000; ++k) turn_deep<<<n / 128, 128>>>(x, 20 + k % 10);
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  std::size_t limit = 0;
  CHECK(cudaDeviceGetLimit(&limit, cudaLimitStackSize));
  std::printf("stack %zu\n", limit);
  app::print("numbers", app::checksum_of_device(x, n));
}
