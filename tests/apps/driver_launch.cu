// cuLaunchKernel, with arguments one by one and as a packed buffer.
// flags: -lcuda
#include "app.cuh"
#include "ptx.cuh"

int main() {
  const unsigned n = 1 << 20;
  std::uint32_t* x = app::device_array<std::uint32_t>(n);
  CUmodule module;
  CHECK(cuModuleLoadData(&module, app::ptx_of(NAME(turn_by_driver), 1664525).c_str()));
  CUfunction function;
  CHECK(cuModuleGetFunction(&function, module, NAME(turn_by_driver)));
  CUstream stream;
  CHECK(cuStreamCreate(&stream, CU_STREAM_DEFAULT));
  for (unsigned k = 0; k < 2000; ++k) {
    void* arguments[] = {&x, &k};
    CHECK(cuLaunchKernel(function, n / 256, 1, 1, 256, 1, 1, 0, stream, arguments, nullptr));
    struct {
      void* array;
      unsigned number;
    } packed{x, k + 7};
    std::size_t bytes = 12;
    void* extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &packed, CU_LAUNCH_PARAM_BUFFER_SIZE, &bytes, CU_LAUNCH_PARAM_END};
    CHECK(cuLaunchKernel(function, n / 256, 1, 1, 256, 1, 1, 0, stream, nullptr, extra));
  }
  CHECK(cuStreamSynchronize(stream));
  app::print("numbers", app::checksum_of_device(x, n));
}
