// The legacy default stream waits for blocking streams and they for it; each thread's own default stream too.
#include <thread>

#include "app.cuh"

__global__ void turn_on_default(const std::uint32_t* from, std::uint32_t* to, int k) {
  std::uint32_t value = from[app::index()];
  for (int s = 0; s < 100; ++s) value = app::mix(value + k);
  to[app::index()] = value;
}

void work(std::uint32_t* a, std::uint32_t* b, int blocks) {
  for (int k = 0; k < 1500; ++k) {
    turn_on_default<<<blocks, 256, 0, cudaStreamPerThread>>>(a, b, k);
    turn_on_default<<<blocks, 256, 0, cudaStreamPerThread>>>(b, a, k);
  }
  CHECK(cudaGetLastError());
  CHECK(cudaStreamSynchronize(cudaStreamPerThread));
}

int main() {
  const int n = 1 << 18;
  std::uint32_t* a = app::device_array<std::uint32_t>(n);
  std::uint32_t* b = app::device_array<std::uint32_t>(n);
  cudaStream_t blocking;
  CHECK(cudaStreamCreate(&blocking));
  for (int k = 0; k < 1500; ++k) {
    turn_on_default<<<n / 256, 256, 0, blocking>>>(a, b, k);
    turn_on_default<<<n / 256, 256>>>(b, a, k);
    turn_on_default<<<n / 256, 256, 0, cudaStreamPerThread>>>(a, b, k);
    turn_on_default<<<n / 256, 256>>>(b, a, k + 1);
  }
  CHECK(cudaDeviceSynchronize());
  app::print("legacy", app::checksum_of_device(a, n));
  std::thread other([=] { work(a + n / 2, b + n / 2, n / 512); });
  work(a, b, n / 512);
  other.join();
  app::print("per thread", app::checksum_of_device(a, n));
}
