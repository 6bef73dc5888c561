// x = a x + 1 modulo 2^32, in place: a repeated launch would change the result.
#include "app.cuh"

__global__ void iterate_in_place(std::uint32_t* x) { x[app::index()] = x[app::index()] * 1664525u + 1u; }

int main() {
  const int n = 1 << 24;
  std::uint32_t* x = app::device_array<std::uint32_t>(n);
  for (int k = 0; k < 10000; ++k) iterate_in_place<<<n / 256, 256>>>(x);
  CHECK(cudaGetLastError());
  std::uint32_t expected = 0, last = 0;
  for (int k = 0; k < 10000; ++k) expected = expected * 1664525u + 1u;
  CHECK(cudaMemcpy(&last, x + n - 1, sizeof last, cudaMemcpyDeviceToHost));
  std::puts(last == expected ? "as expected" : "not as expected");
  app::print("numbers", app::checksum_of_device(x, n));
}
