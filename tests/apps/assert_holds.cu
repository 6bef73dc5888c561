// Kernels with an assertion that always holds.
#include <cassert>

#include "app.cuh"

__global__ void step_checked(std::uint32_t* x, int n) {
  const int i = app::index();
  assert(i < n);
  std::uint32_t value = x[i];
  for (int s = 0; s < 200; ++s) value = app::mix(value + s);
  assert(app::mix(value) != app::mix(value + 1));
  x[i] = value;
}

int main() {
  const int n = 1 << 20;
  std::uint32_t* x = app::device_array<std::uint32_t>(n);
  for (int k = 0; k < 2000; ++k) step_checked<<<n / 256, 256>>>(x, n);
  CHECK(cudaGetLastError());
  app::print("numbers", app::checksum_of_device(x, n));
}
