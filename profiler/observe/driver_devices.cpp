#include "profiler/observe/driver_devices.hpp"

#include <cuda.h>
#include <dlfcn.h>

#include <algorithm>

#include "models/base/uuid_text.hpp"

namespace rooflens::inject {
namespace {

struct DeviceQueries {
  void* library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
  template <class Function>
  [[nodiscard]] Function* find(const char* symbol) const {
    return library ? reinterpret_cast<Function*>(dlsym(library, symbol)) : nullptr;
  }
  decltype(&cuDeviceGetCount) count = find<decltype(cuDeviceGetCount)>("cuDeviceGetCount");
  decltype(&cuDeviceGet) device = find<decltype(cuDeviceGet)>("cuDeviceGet");
  decltype(&cuDeviceGetName) name = find<decltype(cuDeviceGetName)>("cuDeviceGetName");
  decltype(&cuDeviceGetUuid_v2) uuid = find<decltype(cuDeviceGetUuid_v2)>("cuDeviceGetUuid_v2");
  decltype(&cuDeviceTotalMem) memory = find<decltype(cuDeviceTotalMem)>("cuDeviceTotalMem_v2");
  decltype(&cuDeviceGetAttribute) attribute = find<decltype(cuDeviceGetAttribute)>("cuDeviceGetAttribute");
};

collect::spool::DeviceRecord describe(const DeviceQueries& driver, int ordinal, CUdevice device) {
  collect::spool::DeviceRecord d;
  d.device = ordinal;
  const auto value = [&](CUdevice_attribute attribute) {
    int found = 0;
    return driver.attribute(&found, attribute, device) == CUDA_SUCCESS ? std::max(found, 0) : 0;
  };
  char name[256] = {};
  if (driver.name(name, sizeof name - 1, device) == CUDA_SUCCESS) d.name = name;
  d.mig = d.name.find(" MIG ") != std::string::npos;
  CUuuid uuid{};
  if (driver.uuid(&uuid, device) == CUDA_SUCCESS) d.uuid = models::uuid_text(d.mig ? "MIG-" : "GPU-", uuid.bytes);
  std::size_t memory = 0;
  if (driver.memory(&memory, device) == CUDA_SUCCESS) d.memory_bytes = static_cast<double>(memory);
  d.compute_capability_major = value(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
  d.compute_capability_minor = value(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
  d.sm_count = value(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
  d.sm_clock_hz = 1e3 * value(CU_DEVICE_ATTRIBUTE_CLOCK_RATE);
  // Two transfers a cycle.
  d.memory_bandwidth_bytes_per_second =
      2.0 * 1e3 * value(CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE) * value(CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH) / 8;
  d.l2_bytes = value(CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE);
  d.shared_per_sm_bytes = value(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR);
  d.shared_per_block_bytes = value(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK);
  d.registers_per_sm = value(CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR);
  d.warp_size = std::max(1, value(CU_DEVICE_ATTRIBUTE_WARP_SIZE));
  d.warps_per_sm = value(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR) / d.warp_size;
  d.blocks_per_sm = value(CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR);
  return d;
}

}  // namespace

std::vector<collect::spool::DeviceRecord> driver_devices() {
  const DeviceQueries driver;
  int count = 0;
  if (!driver.count || !driver.device || !driver.name || !driver.uuid || !driver.memory || !driver.attribute ||
      driver.count(&count) != CUDA_SUCCESS) {
    return {};
  }
  std::vector<collect::spool::DeviceRecord> devices;
  for (int ordinal = 0; ordinal < count; ++ordinal) {
    CUdevice device{};
    if (driver.device(&device, ordinal) == CUDA_SUCCESS) devices.push_back(describe(driver, ordinal, device));
  }
  return devices;
}

}  // namespace rooflens::inject
