// Calls exit(4) while kernels run that nobody waits for.
// exit: 4
#include "app.cuh"

__global__ void work_at_exit(std::uint32_t* x) {
  std::uint32_t value = x[app::index()];
  for (int s = 0; s < 1000; ++s) value = app::mix(value + s);
  x[app::index()] = value;
}

int main() {
  const int n = 1 << 20;
  std::uint32_t* x = app::device_array<std::uint32_t>(n);
  for (int k = 0; k < 500; ++k) work_at_exit<<<n / 256, 256>>>(x);
  CHECK(cudaGetLastError());
  app::print("numbers", app::checksum_of_device(x, n));
  for (int k = 0; k < 500; ++k) work_at_exit<<<n / 256, 256>>>(x);
  std::exit(4);
}
