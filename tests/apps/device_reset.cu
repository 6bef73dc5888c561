// cudaDeviceReset between rounds of work, three times.
#include "app.cuh"

__global__ void work_until_reset(std::uint32_t* x, std::uint32_t seed) {
  std::uint32_t value = x[app::index()] + seed;
  for (int s = 0; s < 200; ++s) value = app::mix(value + s);
  x[app::index()] = value;
}

int main() {
  const int n = 1 << 20;
  for (int round = 0; round < 4; ++round) {
    std::uint32_t* x = app::device_array<std::uint32_t>(n);
    for (int k = 0; k < 500; ++k) work_until_reset<<<n / 256, 256>>>(x, round);
    CHECK(cudaGetLastError());
    app::print("numbers", app::checksum_of_device(x, n));
    CHECK(cudaDeviceReset());
  }
}
