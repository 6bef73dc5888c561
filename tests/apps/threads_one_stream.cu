// Eight threads launch into one stream; their additions may come in any order.
#include <thread>

#include "app.cuh"

__global__ void add_of_thread(std::uint32_t* x, std::uint32_t seed) {
  const int i = app::index();
  std::uint32_t value = seed + i;
  for (int s = 0; s < 100; ++s) value = app::mix(value + s);
  x[i] += value;
}

int main() {
  const int n = 1 << 18;
  std::uint32_t* x = app::device_array<std::uint32_t>(n);
  cudaStream_t stream;
  CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([=] {
      for (int k = 0; k < 1500; ++k) add_of_thread<<<n / 256, 256, 0, stream>>>(x, app::mix(t * 10000 + k));
      CHECK(cudaGetLastError());
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(cudaStreamSynchronize(stream));
  app::print("numbers", app::checksum_of_device(x, n));
}
