// A stream waits for a number in memory that the host writes after its next launch in another stream.
// flags: -lcuda
#include "app.cuh"

__global__ void turn_after_value(std::uint32_t* x, std::uint32_t number) {
  std::uint32_t value = x[app::index()];
  for (int s = 0; s < 100; ++s) value = app::mix(value + number);
  x[app::index()] = value;
}

int main() {
  const int n = 1 << 18;
  std::uint32_t* a = app::device_array<std::uint32_t>(n);
  std::uint32_t* b = app::device_array<std::uint32_t>(n);
  volatile std::uint32_t* value = nullptr;
  CHECK(cudaHostAlloc(const_cast<std::uint32_t**>(&value), sizeof(std::uint32_t), cudaHostAllocMapped));
  *value = 0;
  CUdeviceptr place = 0;
  CHECK(cuMemHostGetDevicePointer(&place, const_cast<std::uint32_t*>(value), 0));
  cudaStream_t waiting, other;
  CHECK(cudaStreamCreateWithFlags(&waiting, cudaStreamNonBlocking));
  CHECK(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
  // Loading a kernel at its first launch waits for the context, where a stream would already wait for the host.
  turn_after_value<<<n / 256, 256, 0, other>>>(b, 0);
  CHECK(cudaDeviceSynchronize());
  for (std::uint32_t k = 1; k <= 1000; ++k) {
    CHECK(cuStreamWaitValue32(waiting, place, k, CU_STREAM_WAIT_VALUE_GEQ));
    turn_after_value<<<n / 256, 256, 0, waiting>>>(a, k);
    turn_after_value<<<n / 256, 256, 0, other>>>(b, k);
    CHECK(cudaGetLastError());
    CHECK(cudaStreamSynchronize(other));
    *value = k;
    CHECK(cudaStreamSynchronize(waiting));
  }
  app::print("after the value", app::checksum_of_device(a, n));
  app::print("beside", app::checksum_of_device(b, n));
}
