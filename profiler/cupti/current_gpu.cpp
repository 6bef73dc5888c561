#include "profiler/cupti/current_gpu.hpp"

#include <cuda.h>
#include <dlfcn.h>
#include <fmt/format.h>

namespace rooflens::collect::cupti {
namespace {

template <class Function>
Function* find(const char* symbol) {
  static void* const driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
  return driver ? reinterpret_cast<Function*>(dlsym(driver, symbol)) : nullptr;
}

}  // namespace

std::string current_gpu() {
  static auto* const device_of_context = find<decltype(cuCtxGetDevice)>("cuCtxGetDevice");
  static auto* const uuid_of = find<decltype(cuDeviceGetUuid_v2)>("cuDeviceGetUuid_v2");
  CUdevice device{};
  CUuuid uuid{};
  if (!device_of_context || !uuid_of || device_of_context(&device) != CUDA_SUCCESS ||
      uuid_of(&uuid, device) != CUDA_SUCCESS) {
    return {};
  }
  std::string digits;
  for (const char byte : uuid.bytes) digits += fmt::format("{:02x}", static_cast<unsigned char>(byte));
  return digits;
}

}  // namespace rooflens::collect::cupti
