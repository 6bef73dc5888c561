// Each launch spins 200 us by the device's clock.
#include "app.cuh"

__global__ void spin_a_while(std::uint32_t* x, unsigned nanoseconds) {
  const unsigned long long begin = app::nanoseconds();
  while (app::nanoseconds() - begin < nanoseconds) {
  }
  x[app::index()] = app::mix(x[app::index()] + 1);
}

int main() {
  const int n = 132 * 256;
  std::uint32_t* x = app::device_array<std::uint32_t>(n);
  for (int k = 0; k < 4000; ++k) spin_a_while<<<n / 256, 256>>>(x, 200000);
  CHECK(cudaGetLastError());
  app::print("numbers", app::checksum_of_device(x, n));
}
