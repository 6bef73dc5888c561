// A kernel writes to an illegal address after 300 good launches; the program says so and ends with 6.
// exit: 6
#include "app.cuh"

__global__ void write_through(std::uint32_t* x, std::size_t offset) {
  const int i = app::index();
  std::uint32_t value = i;
  for (int s = 0; s < 500; ++s) value = app::mix(value + s);
  x[i + offset] += value;
}

int main() {
  const int n = 1 << 20;
  std::uint32_t* x = app::device_array<std::uint32_t>(n);
  for (int k = 0; k < 300; ++k) write_through<<<n / 256, 256>>>(x, 0);
  app::print("before", app::checksum_of_device(x, n));
  write_through<<<n / 256, 256>>>(x, std::size_t{1} << 44);
  const cudaError_t status = cudaDeviceSynchronize();
  std::printf("%s\n", cudaGetErrorName(status));
  std::printf("%s\n", cudaGetErrorName(cudaMalloc(&x, 16)));
  return status == cudaErrorIllegalAddress ? 6 : 1;
}
