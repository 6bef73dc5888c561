// An assertion fails on the device after 300 launches; the program reports it and ends with 7.
// exit: 7
#include <cassert>

#include "app.cuh"

__global__ void step_limited(std::uint32_t* x, int k) {
  const int i = app::index();
  for (int s = 0; s < 200; ++s) x[i] = app::mix(x[i] + s);
  if (i == 0) assert(k < 300);
}

int main() {
  const int n = 1 << 18;
  std::uint32_t* x = app::device_array<std::uint32_t>(n);
  for (int k = 0; k < 300; ++k) step_limited<<<n / 256, 256>>>(x, k);
  app::print("before", app::checksum_of_device(x, n));
  step_limited<<<n / 256, 256>>>(x, 300);
  const cudaError_t status = cudaDeviceSynchronize();
  std::printf("%s\n", cudaGetErrorName(status));
  return status == cudaErrorAssert ? 7 : 1;
}
