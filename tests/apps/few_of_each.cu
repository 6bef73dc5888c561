// Five launches of each of sixty kernels.
#include <utility>

#include "app.cuh"

template <int kSteps>
__global__ void turn_numbers(std::uint32_t* x) {
  std::uint32_t value = x[app::index()];
  for (int i = 0; i <= kSteps; ++i) value = app::mix(value + i);
  x[app::index()] = value;
}

template <int kSteps>
void five(std::uint32_t* x) {
  for (int k = 0; k < 5; ++k) turn_numbers<kSteps><<<4096, 256>>>(x);
  CHECK(cudaGetLastError());
}

template <int... kSteps>
void all(std::uint32_t* x, std::integer_sequence<int, kSteps...>) {
  (five<kSteps>(x), ...);
}

int main() {
  std::uint32_t* x = app::device_array<std::uint32_t>(4096 * 256);
  all(x, std::make_integer_sequence<int, 60>());
  app::print("numbers", app::checksum_of_device(x, 4096 * 256));
}
