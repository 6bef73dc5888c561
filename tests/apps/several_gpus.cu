// All GPUs at once without access to each other's memory, by one thread.
#include "app.cuh"

__global__ void work_on_gpu(std::uint32_t* x, std::uint32_t seed) {
  std::uint32_t value = x[app::index()] + seed;
  for (int s = 0; s < 200; ++s) value = app::mix(value + s);
  x[app::index()] = value;
}

int main() {
  int count = 0;
  CHECK(cudaGetDeviceCount(&count));
  if (count < 2) return std::puts("one GPU"), 0;
  const int n = 1 << 20;
  std::vector<std::uint32_t*> x(count);
  for (int device = 0; device < count; ++device) {
    CHECK(cudaSetDevice(device));
    x[device] = app::device_array<std::uint32_t>(n);
  }
  for (int k = 0; k < 2000; ++k) {
    for (int device = 0; device < count; ++device) {
      CHECK(cudaSetDevice(device));
      work_on_gpu<<<n / 256, 256>>>(x[device], device + k);
    }
  }
  for (int device = 0; device < count; ++device) {
    CHECK(cudaSetDevice(device));
    CHECK(cudaGetLastError());
    app::print("numbers", app::checksum_of_device(x[device], n));
  }
}
