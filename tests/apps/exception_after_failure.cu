// Launches with an invalid configuration fail, throw exceptions through frames of the host and are handled.
#include <stdexcept>

#include "app.cuh"

__global__ void turn_after_error(std::uint32_t* x) {
  std::uint32_t value = x[app::index()];
  for (int s = 0; s < 200; ++s) value = app::mix(value + s);
  x[app::index()] = value;
}

struct LaunchFailed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

void launch(std::uint32_t* x, int blocks, int threads, std::size_t shared) {
  turn_after_error<<<blocks, threads, shared>>>(x);
  const cudaError_t status = cudaGetLastError();
  if (status != cudaSuccess) throw LaunchFailed(cudaGetErrorName(status));
}

int main() {
  const int n = 1 << 18;
  std::uint32_t* x = app::device_array<std::uint32_t>(n);
  int too_many = 0, too_much = 0;
  for (int k = 0; k < 2000; ++k) {
    launch(x, n / 256, 256, 0);
    try {
      k % 2 ? launch(x, n / 256, 4096, 0) : launch(x, n / 256, 256, 1 << 20);
    } catch (const LaunchFailed& error) {
      if (k < 2) std::puts(error.what());
      ++(k % 2 ? too_many : too_much);
    }
    if (cudaPeekAtLastError() != cudaSuccess) return 1;
  }
  CHECK(cudaDeviceSynchronize());
  std::printf("failed %d %d\n", too_many, too_much);
  app::print("numbers", app::checksum_of_device(x, n));
}
