// Managed memory that moves between host and device: touched by both, prefetched in every other round.
#include "app.cuh"

__global__ void turn_managed(std::uint32_t* x, std::size_t n) {
  for (std::size_t i = app::index(); i < n; i += static_cast<std::size_t>(gridDim.x) * blockDim.x) {
    x[i] = app::mix(x[i] + static_cast<std::uint32_t>(i));
  }
}

int main() {
  const std::size_t n = 32 << 20;
  std::uint32_t* x = nullptr;
  CHECK(cudaMallocManaged(&x, n * sizeof(std::uint32_t)));
  for (std::size_t i = 0; i < n; ++i) x[i] = static_cast<std::uint32_t>(i);
  const cudaMemLocation device{cudaMemLocationTypeDevice, 0};
  const cudaMemLocation host{cudaMemLocationTypeHost, 0};
  for (int round = 0; round < 12; ++round) {
    if (round % 2) CHECK(cudaMemPrefetchAsync(x, n * sizeof(std::uint32_t), device, 0, nullptr));
    for (int k = 0; k < 20; ++k) turn_managed<<<1056, 256>>>(x, n);
    CHECK(cudaGetLastError());
    if (round % 4 == 3) CHECK(cudaMemPrefetchAsync(x, n * sizeof(std::uint32_t), host, 0, nullptr));
    CHECK(cudaDeviceSynchronize());
    for (std::size_t i = 0; i < n; i += 4096) x[i] ^= round;
  }
  app::print("numbers", app::checksum(x, n * sizeof(std::uint32_t)));
  CHECK(cudaFree(x));
}
