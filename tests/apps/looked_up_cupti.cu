// The program looks CUPTI's functions up after its first CUDA call, as JAX, Triton and ctypes do, and prints how many
// of its kernels it saw. flags: -ldl
#include <cupti.h>

#include <atomic>

#include "looked_up.cuh"

__global__ void turn_looked_up(std::uint32_t* x) {
  std::uint32_t value = x[app::index()];
  for (int s = 0; s < 500; ++s) value = app::mix(value + s);
  x[app::index()] = value;
}

std::atomic<int> seen{0};
decltype(&cuptiActivityGetNextRecord) next_record = nullptr;

void CUPTIAPI give_buffer(std::uint8_t** buffer, std::size_t* size, std::size_t* most) {
  *size = 1 << 20;
  *buffer = static_cast<std::uint8_t*>(std::aligned_alloc(8, *size));
  *most = 0;
}

void CUPTIAPI take_buffer(CUcontext, std::uint32_t, std::uint8_t* buffer, std::size_t, std::size_t valid) {
  for (CUpti_Activity* record = nullptr; next_record(buffer, valid, &record) == CUPTI_SUCCESS;) {
    seen += record->kind == CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL;
  }
  std::free(buffer);
}

int main() {
  const int n = 1 << 20;
  std::uint32_t* x = app::device_array<std::uint32_t>(n);
  for (int k = 0; k < 100; ++k) turn_looked_up<<<n / 256, 256>>>(x);  // before it profiles itself
  CHECK(cudaDeviceSynchronize());
  next_record = LOOKED_UP(cuptiActivityGetNextRecord);
  const auto enable = LOOKED_UP(cuptiActivityEnable);
  const auto take = LOOKED_UP(cuptiActivityRegisterCallbacks);
  const auto flush = LOOKED_UP(cuptiActivityFlushAll);
  std::printf("enabled %d\n", enable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL));
  std::printf("callbacks %d\n", take(give_buffer, take_buffer));
  for (int k = 0; k < 2000; ++k) turn_looked_up<<<n / 256, 256>>>(x);
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  std::printf("flushed %d\n", flush(1));
  std::printf("seen %d\n", seen.load());
  app::print("numbers", app::checksum_of_device(x, n));
}
