// The program uses CUPTI itself and prints how many of its kernels it saw.
// flags: -lcupti
#include <cupti.h>

#include <atomic>

#include "app.cuh"

__global__ void turn_observed(std::uint32_t* x) {
  std::uint32_t value = x[app::index()];
  for (int s = 0; s < 500; ++s) value = app::mix(value + s);
  x[app::index()] = value;
}

std::atomic<int> seen{0};

void CUPTIAPI give_buffer(std::uint8_t** buffer, std::size_t* size, std::size_t* most) {
  *size = 1 << 20;
  *buffer = static_cast<std::uint8_t*>(std::aligned_alloc(8, *size));
  *most = 0;
}

void CUPTIAPI take_buffer(CUcontext, std::uint32_t, std::uint8_t* buffer, std::size_t, std::size_t valid) {
  for (CUpti_Activity* record = nullptr; cuptiActivityGetNextRecord(buffer, valid, &record) == CUPTI_SUCCESS;) {
    seen += record->kind == CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL;
  }
  std::free(buffer);
}

int main() {
  std::printf("callbacks %d\n", cuptiActivityRegisterCallbacks(give_buffer, take_buffer));
  std::printf("enabled %d\n", cuptiActivityEnable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL));
  const int n = 1 << 20;
  std::uint32_t* x = app::device_array<std::uint32_t>(n);
  for (int k = 0; k < 2000; ++k) turn_observed<<<n / 256, 256>>>(x);
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  std::printf("flushed %d\n", cuptiActivityFlushAll(1));
  std::printf("seen %d\n", seen.load());
  app::print("numbers", app::checksum_of_device(x, n));
}
