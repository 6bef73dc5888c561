// Eight threads, each with a stream of its own.
#include <thread>

#include "app.cuh"

__global__ void work_of_thread(std::uint32_t* x, int k) {
  std::uint32_t value = x[app::index()];
  for (int s = 0; s < 100; ++s) value = app::mix(value + k + s);
  x[app::index()] = value;
}

int main() {
  const int count = 8, part = 1 << 16;
  std::uint32_t* x = app::device_array<std::uint32_t>(count * part);
  std::vector<std::thread> threads;
  for (int t = 0; t < count; ++t) {
    threads.emplace_back([=] {
      cudaStream_t stream;
      CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
      for (int k = 0; k < 3000; ++k) {
        work_of_thread<<<part / 256, 256, 0, stream>>>(x + t * part, k);
        if (k % 100 == t) CHECK(cudaStreamSynchronize(stream));
      }
      CHECK(cudaGetLastError());
      CHECK(cudaStreamSynchronize(stream));
      CHECK(cudaStreamDestroy(stream));
    });
  }
  for (std::thread& thread : threads) thread.join();
  app::print("numbers", app::checksum_of_device(x, count * part));
}
