// Each thread has its own default stream by a flag: sixteen threads launch, another one waits for the whole device.
// flags: --default-stream per-thread
#include <atomic>
#include <thread>

#include "app.cuh"

__global__ void work_per_thread(std::uint32_t* x, std::uint32_t number) {
  std::uint32_t value = x[app::index()];
  for (int s = 0; s < 20; ++s) value = app::mix(value + number);
  x[app::index()] = value;
}

int main() {
  const int count = 16, part = 1 << 12, launches = 4000;
  std::uint32_t* x = app::device_array<std::uint32_t>(count * part);
  std::atomic<bool> over{false};
  std::atomic<long> waits{0};
  std::thread waiting([&] {
    while (!over) {
      CHECK(cudaDeviceSynchronize());
      ++waits;
    }
  });
  std::vector<std::thread> threads;
  std::vector<std::uint32_t> last(count);
  for (int t = 0; t < count; ++t) {
    threads.emplace_back([&, t] {
      std::uint32_t* own = x + t * part;
      for (int k = 0; k < launches; ++k) {
        work_per_thread<<<part / 256, 256>>>(own, k + t);
        if (k % 500 == 499) CHECK(cudaMemcpy(&last[t], own + k % part, sizeof last[t], cudaMemcpyDeviceToHost));
      }
      CHECK(cudaGetLastError());
      CHECK(cudaStreamSynchronize(nullptr));
    });
  }
  for (std::thread& thread : threads) thread.join();
  over = true;
  waiting.join();
  std::printf("waited %s\n", waits > 0 ? "yes" : "no");
  app::print("last", app::checksum(last.data(), last.size() * 4));
  app::print("numbers", app::checksum_of_device(x, count * part));
}
