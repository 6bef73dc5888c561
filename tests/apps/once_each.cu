// Forty kernels, each launched once; none can be counted in turns.
#include <utility>

#include "app.cuh"

template <int kSeed>
__global__ void pass_once(std::uint32_t* x) {
  std::uint32_t value = x[app::index()] + kSeed;
  for (int i = 0; i < 20000; ++i) value = app::mix(value ^ i);
  x[app::index()] = value;
}

template <int... kSeeds>
void all(std::uint32_t* x, std::integer_sequence<int, kSeeds...>) {
  (pass_once<kSeeds><<<528, 256>>>(x), ...);
}

int main() {
  std::uint32_t* x = app::device_array<std::uint32_t>(528 * 256);
  all(x, std::make_integer_sequence<int, 40>());
  CHECK(cudaGetLastError());
  app::print("numbers", app::checksum_of_device(x, 528 * 256));
}
