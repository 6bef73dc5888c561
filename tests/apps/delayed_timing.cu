// Times candidates as XLA does: a kernel holds the stream back until the host has queued the launches between two events,
// or until 100 ms are over. Between the timings other kernels run. Prints how often the host was too late.
#include "app.cuh"

__device__ int too_late;

__global__ void hold_stream(const volatile int* flag, int number) {
  const long long begin = clock64();
  while (*flag != number) {
    if (clock64() - begin > 180'000'000) {
      atomicAdd(&too_late, 1);
      return;
    }
  }
}

template <int steps>
__global__ void turn_numbers(std::uint32_t* x) {
  std::uint32_t value = x[app::index()];
  for (int s = 0; s < steps; ++s) value = app::mix(value + s);
  x[app::index()] = value;
}

int main() {
  const int n = 1 << 18;
  std::uint32_t* x = app::device_array<std::uint32_t>(n);
  int* flag = nullptr;
  CHECK(cudaHostAlloc(&flag, sizeof(int), cudaHostAllocMapped));
  *flag = 0;
  int* flag_on_device = nullptr;
  CHECK(cudaHostGetDevicePointer(&flag_on_device, flag, 0));
  for (int round = 1; round <= 4000; ++round) {
    const bool rested = round % 250 == 1;  // many launches and no timing for a while
    for (int k = 0; k < (rested ? 300 : 3); ++k) turn_numbers<100><<<n / 256, 256>>>(x);
    turn_numbers<200><<<n / 256 - round % 4, 256>>>(x);
    if (rested) usleep(150'000);
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    hold_stream<<<1, 1>>>(flag_on_device, round);
    CHECK(cudaEventRecord(start));
    if (round % 2 == 0) {
      turn_numbers<300><<<n / 256, 256>>>(x);
    } else {
      turn_numbers<400><<<n / 256, 256>>>(x);
    }
    CHECK(cudaEventRecord(stop));
    *static_cast<volatile int*>(flag) = round;
    CHECK(cudaEventSynchronize(stop));
    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    usleep(200);
  }
  CHECK(cudaDeviceSynchronize());
  int late = 0;
  CHECK(cudaMemcpyFromSymbol(&late, too_late, sizeof late));
  std::printf("too late %d times\n", late);
  app::print("numbers", app::checksum_of_device(x, n));
}
