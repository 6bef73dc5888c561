#include "profiler/device/driver_facts.hpp"

#include <cuda_runtime_api.h>
#include <dlfcn.h>
#include <link.h>

#include <fstream>

namespace rooflens::device {
namespace {

std::string path_of(void* library) {
  link_map* map = nullptr;
  return dlinfo(library, RTLD_DI_LINKMAP, &map) == 0 && map && map->l_name ? map->l_name : "";
}

// libcuda's functions, by hand: linking it would keep the executable from starting where there is none.
template <class Function>
Function find(void* library, const char* name) {
  return reinterpret_cast<Function>(dlsym(library, name));
}

DriverStart start(void* library) {
  DriverStart result;
  const auto initialize = find<int (*)(unsigned)>(library, "cuInit");
  const auto count = find<int (*)(int*)>(library, "cuDeviceGetCount");
  const auto error_name = find<int (*)(int, const char**)>(library, "cuGetErrorName");
  if (!initialize || !count) return {.result = -1, .name = "libcuda.so.1 has no cuInit", .devices = 0};
  result.result = initialize(0);
  if (result.result == 0) result.result = count(&result.devices);
  const char* name = nullptr;
  if (result.result != 0 && error_name && error_name(result.result, &name) == 0 && name) result.name = name;
  return result;
}

// The version of the loaded kernel module, for machines whose NVML does not start.
std::string module_version() {
  std::string version;
  std::ifstream("/sys/module/nvidia/version") >> version;
  return version;
}

}  // namespace

DriverFacts gather_driver_facts(bool start_cuda) {
  DriverFacts facts;
  facts.built_for = CUDART_VERSION;
  if (void* library = dlopen("libcuda.so.1", RTLD_NOW)) {
    facts.found_at = path_of(library);
    const auto version = find<int (*)(int*)>(library, "cuDriverGetVersion");
    if (int number = 0; version && version(&number) == 0 && number > 0) facts.cuda_version = number;
    if (start_cuda) facts.start = start(library);
  } else {
    const char* why = dlerror();
    facts.refusal = why ? why : "libcuda.so.1 cannot be opened";
  }
  if (const Nvml* nvml = Nvml::instance()) {
    facts.version = nvml->driver_version();
    facts.gpus = nvml->states();
    facts.confidential = nvml->confidential();
  } else {
    facts.nvml_refusal = Nvml::refusal();
    facts.version = module_version();
  }
  return facts;
}

}  // namespace rooflens::device
