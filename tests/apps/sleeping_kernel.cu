// Threads sleep between their steps (nanosleep).
#include "app.cuh"

__global__ void doze_and_turn(std::uint32_t* x) {
  for (int k = 0; k < 20; ++k) {
    __nanosleep(5000);
    x[app::index()] = app::mix(x[app::index()] + k);
  }
}

int main() {
  const int n = 1 << 17;
  std::uint32_t* x = app::device_array<std::uint32_t>(n);
  for (int k = 0; k < 4000; ++k) doze_and_turn<<<n / 256, 256>>>(x);
  CHECK(cudaGetLastError());
  app::print("numbers", app::checksum_of_device(x, n));
}
