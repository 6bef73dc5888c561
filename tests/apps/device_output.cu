// Kernels write text to stdout from the device; every byte is compared.
#include "app.cuh"

__global__ void tell_row(std::uint32_t* x, int k) {
  const int i = app::index();
  for (int s = 0; s < 2000; ++s) x[i] = app::mix(x[i] + i);
  if (i == k) printf("row %d holds %u\n", k, x[i]);
}

int main() {
  std::uint32_t* x = app::device_array<std::uint32_t>(64 * 256);
  for (int k = 0; k < 300; ++k) {
    tell_row<<<64, 256>>>(x, k);
    CHECK(cudaGetLastError());
    if (k % 50 == 49) CHECK(cudaDeviceSynchronize());
  }
  CHECK(cudaDeviceSynchronize());
  app::print("rows", app::checksum_of_device(x, 64 * 256));
}
