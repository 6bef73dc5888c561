// Long kernels on a stream of low priority, short ones on a stream of high priority.
#include "app.cuh"

__global__ void work_low(std::uint32_t* x) {
  std::uint32_t value = x[app::index()];
  for (int s = 0; s < 2000; ++s) value = app::mix(value + s);
  x[app::index()] = value;
}

__global__ void work_high(std::uint32_t* x) {
  std::uint32_t value = x[app::index()];
  for (int s = 0; s < 50; ++s) value = app::mix(value ^ s);
  x[app::index()] = value;
}

int main() {
  const int n = 1 << 20;
  std::uint32_t* a = app::device_array<std::uint32_t>(n);
  std::uint32_t* b = app::device_array<std::uint32_t>(n);
  int lowest = 0, highest = 0;
  CHECK(cudaDeviceGetStreamPriorityRange(&lowest, &highest));
  cudaStream_t low, high;
  CHECK(cudaStreamCreateWithPriority(&low, cudaStreamNonBlocking, lowest));
  CHECK(cudaStreamCreateWithPriority(&high, cudaStreamNonBlocking, highest));
  for (int k = 0; k < 300; ++k) {
    work_low<<<n / 256, 256, 0, low>>>(a);
    for (int j = 0; j < 5; ++j) work_high<<<n / 1024, 256, 0, high>>>(b);
    CHECK(cudaStreamSynchronize(high));
  }
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  app::print("low", app::checksum_of_device(a, n));
  app::print("high", app::checksum_of_device(b, n));
}
