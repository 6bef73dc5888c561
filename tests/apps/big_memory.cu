// Kernels that change 60 % of the free memory in place.
#include "app.cuh"

__global__ void turn_in_bulk(uint4* x, std::size_t n) {
  for (std::size_t i = app::index(); i < n; i += static_cast<std::size_t>(gridDim.x) * blockDim.x) {
    uint4 value = x[i];
    value.x = app::mix(value.x + static_cast<std::uint32_t>(i));
    value.y += value.x;
    x[i] = value;
  }
}

__global__ void take_samples(const uint4* x, uint4* samples, std::size_t step) {
  samples[app::index()] = x[app::index() * step];
}

int main() {
  std::size_t free = 0, total = 0;
  CHECK(cudaMemGetInfo(&free, &total));
  const std::size_t n = free / 10 * 6 / sizeof(uint4);
  const int count = 1 << 16;
  uint4* x = app::device_array<uint4>(n);
  uint4* samples = app::device_array<uint4>(count);
  for (int k = 0; k < 60; ++k) turn_in_bulk<<<1056, 512>>>(x, n);
  // The same numbers whatever the size: of the first half of 64 GB, or of 8 GB where there is less.
  take_samples<<<count / 256, 256>>>(x, samples, n > (std::size_t{1} << 31) ? 32003 : 4001);
  CHECK(cudaGetLastError());
  app::print("samples", app::checksum_of_device(samples, count));
}
