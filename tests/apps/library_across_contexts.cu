// One library of the driver API outlives the contexts that use it; its CUkernel handles are launched in all of them.
// flags: -lcuda
#include "app.cuh"
#include "ptx.cuh"

int main() {
  const unsigned n = 1 << 18;
  CHECK(cuInit(0));
  CUdevice device;
  CHECK(cuDeviceGet(&device, 0));
  CUlibrary library;
  const std::string code = app::ptx_of(NAME(turn_of_any_context), 134775813);
  CHECK(cuLibraryLoadData(&library, code.c_str(), nullptr, nullptr, 0, nullptr, nullptr, 0));
  CUkernel kernel;
  CHECK(cuLibraryGetKernel(&kernel, library, NAME(turn_of_any_context)));
  unsigned count = 0;
  CHECK(cuLibraryGetKernelCount(&count, library));
  std::printf("kernels %u\n", count);
  std::vector<std::uint32_t> host(n);
  for (unsigned round = 0; round < 9; ++round) {
    const bool primary = round % 3 == 2;
    CUcontext context;
    if (primary) {
      CHECK(cuDevicePrimaryCtxRetain(&context, device));
      CHECK(cuCtxSetCurrent(context));
    } else {
      CHECK(cuCtxCreate(&context, nullptr, 0, device));
    }
    CUdeviceptr x;
    CHECK(cuMemAlloc(&x, n * sizeof(std::uint32_t)));
    CHECK(cuMemsetD32(x, round, n));
    CUfunction function = reinterpret_cast<CUfunction>(kernel);
    if (round % 2) CHECK(cuKernelGetFunction(&function, kernel));
    CUstream stream;
    CHECK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    CHECK(cuCtxSynchronize());
    for (unsigned k = 0; k < 400; ++k) {
      void* arguments[] = {&x, &k};
      CHECK(cuLaunchKernel(function, n / 256, 1, 1, 256, 1, 1, 0, stream, arguments, nullptr));
    }
    CHECK(cuStreamSynchronize(stream));
    CHECK(cuMemcpyDtoH(host.data(), x, n * sizeof(std::uint32_t)));
    app::print(primary ? "primary" : "created", app::checksum(host.data(), n * sizeof(std::uint32_t)));
    CHECK(cuStreamDestroy(stream));
    CHECK(cuMemFree(x));
    if (primary) {
      CHECK(cuCtxSetCurrent(nullptr));
      CHECK(cuDevicePrimaryCtxRelease(device));
    } else {
      CHECK(cuCtxDestroy(context));
    }
  }
  CHECK(cuLibraryUnload(library));
}
