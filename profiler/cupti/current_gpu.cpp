#include "profiler/cupti/current_gpu.hpp"

#include <cuda.h>
#include <dlfcn.h>

#include "models/base/uuid_text.hpp"

namespace rooflens::collect::cupti {
namespace {

struct Driver {
  decltype(cuCtxGetDevice)* device_of_context = nullptr;
  decltype(cuDeviceGetUuid_v2)* uuid_of = nullptr;
};

const Driver& driver() {
  static const Driver found = [] {
    Driver functions;
    if (void* const library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD)) {
      functions.device_of_context = reinterpret_cast<decltype(cuCtxGetDevice)*>(dlsym(library, "cuCtxGetDevice"));
      functions.uuid_of = reinterpret_cast<decltype(cuDeviceGetUuid_v2)*>(dlsym(library, "cuDeviceGetUuid_v2"));
    }
    return functions;
  }();
  return found;
}

}  // namespace

void find_driver() { static_cast<void>(driver()); }

std::string current_gpu() {
  const auto [device_of_context, uuid_of] = driver();
  CUdevice device{};
  CUuuid uuid{};
  if (!device_of_context || !uuid_of || device_of_context(&device) != CUDA_SUCCESS ||
      uuid_of(&uuid, device) != CUDA_SUCCESS) {
    return {};
  }
  return models::uuid_text("", uuid.bytes);
}

}  // namespace rooflens::collect::cupti
