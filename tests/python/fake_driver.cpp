// A CUDA driver with one device and nothing behind it, by the name by which programs find theirs. cuInit loads the
// library that CUDA_INJECTION64_PATH names, as the real one does.
#include <cuda.h>
#include <dlfcn.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <thread>

namespace {

std::atomic<bool> initialized{false};
int context = 0;
int attributes[CU_DEVICE_ATTRIBUTE_MAX];

}  // namespace

extern "C" {

/// How long the GPU is busy, each time that somebody waits for it.
int fake_driver_busy_ms = 0;
int fake_driver_launches = 0;

CUresult cuInit(unsigned) {
  if (initialized) return CUDA_SUCCESS;
  if (const char* path = std::getenv("CUDA_INJECTION64_PATH")) {
    void* library = dlopen(path, RTLD_NOW);
    void* begin = library ? dlsym(library, "InitializeInjection") : nullptr;
    if (begin) reinterpret_cast<int (*)()>(begin)();
  }
  attributes[CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT] = 132;
  attributes[CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR] = 9;
  attributes[CU_DEVICE_ATTRIBUTE_CLOCK_RATE] = 1'980'000;
  attributes[CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE] = 3'201'000;
  attributes[CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH] = 6144;
  attributes[CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE] = 60 << 20;
  attributes[CU_DEVICE_ATTRIBUTE_WARP_SIZE] = 32;
  initialized = true;
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetCount(int* count) {
  if (!initialized) return CUDA_ERROR_NOT_INITIALIZED;
  *count = 1;
  return CUDA_SUCCESS;
}
CUresult cuDeviceGet(CUdevice* device, int ordinal) {
  *device = ordinal;
  return CUDA_SUCCESS;
}
CUresult cuDeviceGetName(char* name, int length, CUdevice) {
  std::strncpy(name, "NVIDIA H200", static_cast<std::size_t>(length));
  return CUDA_SUCCESS;
}
CUresult cuDeviceGetUuid_v2(CUuuid* uuid, CUdevice) {
  std::fill(std::begin(uuid->bytes), std::end(uuid->bytes), static_cast<char>(0x11));
  return CUDA_SUCCESS;
}
CUresult cuDeviceTotalMem_v2(std::size_t* bytes, CUdevice) {
  *bytes = std::size_t{141} << 30U;
  return CUDA_SUCCESS;
}
CUresult cuDeviceGetAttribute(int* value, CUdevice_attribute attribute, CUdevice) {
  *value = attributes[attribute];
  return CUDA_SUCCESS;
}
CUresult cuDevicePrimaryCtxGetState(CUdevice, unsigned* flags, int* active) {
  *flags = 0;
  *active = 1;
  return CUDA_SUCCESS;
}
CUresult cuDevicePrimaryCtxRetain(CUcontext* found, CUdevice) {
  *found = reinterpret_cast<CUcontext>(&context);
  return CUDA_SUCCESS;
}
CUresult cuDevicePrimaryCtxRelease_v2(CUdevice) { return CUDA_SUCCESS; }
CUresult cuCtxGetCurrent(CUcontext* found) { return cuDevicePrimaryCtxRetain(found, 0); }
CUresult cuCtxGetDevice(CUdevice* device) { return cuDeviceGet(device, 0); }
CUresult cuCtxPushCurrent_v2(CUcontext) { return CUDA_SUCCESS; }
CUresult cuCtxPopCurrent_v2(CUcontext*) { return CUDA_SUCCESS; }
CUresult cuCtxSynchronize() {
  std::this_thread::sleep_for(std::chrono::milliseconds(fake_driver_busy_ms));
  return CUDA_SUCCESS;
}
CUresult cuThreadExchangeStreamCaptureMode(CUstreamCaptureMode*) { return CUDA_SUCCESS; }
CUresult cuModuleLoadData(CUmodule*, const void*) { return CUDA_SUCCESS; }
CUresult cuModuleUnload(CUmodule) { return CUDA_SUCCESS; }
CUresult cuModuleGetFunction(CUfunction*, CUmodule, const char*) { return CUDA_SUCCESS; }
CUresult cuMemAlloc_v2(CUdeviceptr*, std::size_t) { return CUDA_SUCCESS; }
CUresult cuMemFree_v2(CUdeviceptr) { return CUDA_SUCCESS; }
CUresult cuMemsetD8_v2(CUdeviceptr, unsigned char, std::size_t) { return CUDA_SUCCESS; }
CUresult cuLaunchKernel(CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, CUstream,
                        void**, void**) {
  ++fake_driver_launches;
  return CUDA_SUCCESS;
}

}  // extern "C"
