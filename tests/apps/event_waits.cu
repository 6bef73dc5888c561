// Two streams that wait for each other's events after each kernel.
#include "app.cuh"

__global__ void turn_in_order(std::uint32_t* x, std::uint32_t number) {
  std::uint32_t value = x[app::index()];
  for (int s = 0; s < 200; ++s) value = app::mix(value + number);
  x[app::index()] = value;
}

int main() {
  const int n = 1 << 20;
  std::uint32_t* x = app::device_array<std::uint32_t>(n);
  cudaStream_t streams[2];
  cudaEvent_t done[2];
  for (int i = 0; i < 2; ++i) {
    CHECK(cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking));
    CHECK(cudaEventCreateWithFlags(&done[i], cudaEventDisableTiming));
  }
  for (int k = 0; k < 4000; ++k) {
    const int own = k % 2;
    if (k > 0) CHECK(cudaStreamWaitEvent(streams[own], done[1 - own], 0));
    turn_in_order<<<n / 256, 256, 0, streams[own]>>>(x, k);
    CHECK(cudaGetLastError());
    CHECK(cudaEventRecord(done[own], streams[own]));
  }
  CHECK(cudaDeviceSynchronize());
  app::print("numbers", app::checksum_of_device(x, n));
}
