// A watchdog ends the program with 3 if a step takes more than three seconds; each step fills the queue of launches.
#include <atomic>
#include <thread>

#include "app.cuh"

__global__ void count_launches(std::uint32_t* counters) { ++counters[threadIdx.x]; }

__global__ void weigh_counters(const std::uint32_t* counters, std::uint32_t* sum) {
  atomicAdd(sum, app::mix(counters[threadIdx.x] + threadIdx.x));
}

std::atomic<double> step_began{0};
std::atomic<bool> over{false};

void watch() {
  while (!over) {
    const double began = step_began;
    if (began > 0 && app::seconds() - began > 3) {
      std::fprintf(stderr, "watchdog: a step hangs\n");
      _exit(3);
    }
    usleep(20000);
  }
}

int main() {
  const int steps = 60, launches = 3000;
  std::uint32_t* counters = app::device_array<std::uint32_t>(32);
  std::uint32_t* sum = app::device_array<std::uint32_t>(1);
  app::load(count_launches);
  app::load(weigh_counters);
  std::thread watchdog(watch);
  std::vector<double> times;
  for (int k = 0; k < steps; ++k) {
    const double began = app::seconds();
    step_began = began;
    for (int j = 0; j < launches; ++j) count_launches<<<1, 32>>>(counters);
    weigh_counters<<<1, 32>>>(counters, sum);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    times.push_back(1e3 * (app::seconds() - began));
    if (k % 20 == 19) app::print("sum", app::checksum_of_device(sum, 1));
  }
  over = true;
  watchdog.join();
  double total = 0;
  for (int k = steps / 2; k < steps; ++k) total += times[k];
  std::fprintf(stderr, "step_ms: %.4f\n", total / (steps - steps / 2));
  std::uint32_t first = 0;
  CHECK(cudaMemcpy(&first, counters, sizeof first, cudaMemcpyDeviceToHost));
  std::printf("launches %u\n", first);
}
