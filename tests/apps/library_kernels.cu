// Libraries loaded lazily: cudaLibraryLoadData, kernels by name, libraries unloaded and loaded again.
#include "app.cuh"
#include "ptx.cuh"

int main() {
  const unsigned n = 1 << 20;
  std::uint32_t* x = app::device_array<std::uint32_t>(n);
  for (unsigned round = 0; round < 8; ++round) {
    cudaLibrary_t library;
    const std::string code = app::ptx_of(NAME(turn_of_library), 1103515245 + 8 * (round % 3));
    CHECK(cudaLibraryLoadData(&library, code.c_str(), nullptr, nullptr, 0, nullptr, nullptr, 0));
    cudaKernel_t kernel;
    CHECK(cudaLibraryGetKernel(&kernel, library, NAME(turn_of_library)));
    for (unsigned k = 0; k < 200; ++k) {
      void* arguments[] = {&x, &k};
      CHECK(cudaLaunchKernel(kernel, dim3(n / 256), dim3(256), arguments, 0, nullptr));
    }
    CHECK(cudaDeviceSynchronize());
    app::print("numbers", app::checksum_of_device(x, n));
    CHECK(cudaLibraryUnload(library));
  }
}
