// Three contexts of the driver API on one GPU, used in turns.
// flags: -lcuda
#include "app.cuh"

__global__ void work_in_context(std::uint32_t* x, std::uint32_t seed) {
  const int i = app::index();
  std::uint32_t value = x[i] + seed;
  for (int s = 0; s < 200; ++s) value = app::mix(value + s);
  x[i] = value;
}

int main() {
  const int count = 3, n = 1 << 18;
  CHECK(cuInit(0));
  CUdevice device;
  CHECK(cuDeviceGet(&device, 0));
  CUcontext contexts[count];
  std::uint32_t* x[count];
  for (int c = 0; c < count; ++c) {
    CHECK(cuCtxCreate(&contexts[c], nullptr, 0, device));
    x[c] = app::device_array<std::uint32_t>(n);
  }
  for (int k = 0; k < 1000; ++k) {
    for (int c = 0; c < count; ++c) {
      CHECK(cuCtxSetCurrent(contexts[c]));
      work_in_context<<<n / 256, 256>>>(x[c], c * 1000 + k);
      CHECK(cudaGetLastError());
    }
  }
  for (int c = 0; c < count; ++c) {
    CHECK(cuCtxSetCurrent(contexts[c]));
    app::print("numbers", app::checksum_of_device(x[c], n));
    CHECK(cuCtxDestroy(contexts[c]));
  }
}
