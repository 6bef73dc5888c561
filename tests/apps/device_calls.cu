// Virtual functions and pointers to functions on the device.
#include "app.cuh"

struct Step {
  __device__ virtual std::uint32_t of(std::uint32_t value) const = 0;
};

struct Add : Step {
  __device__ std::uint32_t of(std::uint32_t value) const override { return app::mix(value + 1); }
};

struct Turn : Step {
  __device__ std::uint32_t of(std::uint32_t value) const override { return app::mix(value << 3 | value >> 29); }
};

using Function = std::uint32_t (*)(std::uint32_t);
__device__ std::uint32_t twice(std::uint32_t value) { return value * 2 + 1; }
__device__ std::uint32_t inverse(std::uint32_t value) { return ~value; }
__device__ Function functions[] = {twice, inverse};

__global__ void call_steps(std::uint32_t* x, int k) {
  const Add add;
  const Turn turn;
  const Step* steps[] = {&add, &turn};
  std::uint32_t value = x[app::index()];
  for (int s = 0; s < 50; ++s) value = functions[(value + k) % 2](steps[(value >> 4) % 2]->of(value));
  x[app::index()] = value;
}

int main() {
  const int n = 1 << 20;
  std::uint32_t* x = app::device_array<std::uint32_t>(n);
  for (int k = 0; k < 2000; ++k) call_steps<<<n / 256, 256>>>(x, k);
  CHECK(cudaGetLastError());
  app::print("numbers", app::checksum_of_device(x, n));
}
