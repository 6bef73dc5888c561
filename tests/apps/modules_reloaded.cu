// Loads and unloads modules; kernels of one name have another body each time.
// flags: -lcuda
#include "app.cuh"
#include "ptx.cuh"

int main() {
  const unsigned n = 1 << 20;
  std::uint32_t* x = app::device_array<std::uint32_t>(n);
  for (unsigned round = 0; round < 12; ++round) {
    CUmodule module;
    CHECK(cuModuleLoadData(&module, app::ptx_of(NAME(turn_of_module), 1664525 + 4 * (round % 4)).c_str()));
    CUfunction function;
    CHECK(cuModuleGetFunction(&function, module, NAME(turn_of_module)));
    void* arguments[] = {&x, &round};
    for (int k = 0; k < 50; ++k)
      CHECK(cuLaunchKernel(function, n / 256, 1, 1, 256, 1, 1, 0, nullptr, arguments, nullptr));
    CHECK(cudaDeviceSynchronize());
    app::print("numbers", app::checksum_of_device(x, n));
    CHECK(cuModuleUnload(module));
  }
}
