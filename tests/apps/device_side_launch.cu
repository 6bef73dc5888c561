// Kernels launch kernels (dynamic parallelism): one on their own stream, one after their end.
// flags: -rdc=true -lcudadevrt
#include "app.cuh"

__global__ void turn_as_child(std::uint32_t* x, std::uint32_t number) {
  std::uint32_t value = x[app::index()];
  for (int s = 0; s < 200; ++s) value = app::mix(value + number);
  x[app::index()] = value;
}

__global__ void launch_children(std::uint32_t* x, int n, std::uint32_t number) {
  turn_as_child<<<n / 256, 256>>>(x, number);
  turn_as_child<<<n / 256, 256, 0, cudaStreamTailLaunch>>>(x, number + 1);
}

int main() {
  const int n = 1 << 18;
  std::uint32_t* x = app::device_array<std::uint32_t>(n);
  for (int k = 0; k < 1500; ++k) {
    launch_children<<<1, 1>>>(x, n, k);
    if (k % 100 == 99) CHECK(cudaDeviceSynchronize());
  }
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  app::print("numbers", app::checksum_of_device(x, n));
}
