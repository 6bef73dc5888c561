// Compares a kernel's needs with the current device.
#include "kernels/device/requirements.hpp"

#include <fmt/core.h>

#include "kernels/device/check.cuh"

namespace rooflens::kernels {

std::string size_text(models::Bytes bytes) {
  struct Unit {
    double size;
    const char* name;
  };
  for (const Unit unit : {Unit{1e12, "TB"}, Unit{1e9, "GB"}, Unit{1e6, "MB"}}) {
    // From 0.9995 on, three digits round up to 1.
    if (bytes.value() >= 0.9995 * unit.size) return fmt::format("{:.3g} {}", bytes.value() / unit.size, unit.name);
  }
  return fmt::format("{:.3g} kB", bytes.value() / 1e3);
}

void require_device(const Kernel& kernel, const Problem& problem) {
  int device = 0;
  models::ComputeCapability found;
  ROOFLENS_CUDA(cudaGetDevice(&device));
  ROOFLENS_CUDA(cudaDeviceGetAttribute(&found.major, cudaDevAttrComputeCapabilityMajor, device));
  ROOFLENS_CUDA(cudaDeviceGetAttribute(&found.minor, cudaDevAttrComputeCapabilityMinor, device));
  const models::ComputeCapability needed = kernel.minimum_compute_capability;
  if (found < needed) {
    throw DeviceError(fmt::format("{} needs compute capability {}.{}, this device has {}.{}", kernel.name, needed.major,
                                  needed.minor, found.major, found.minor));
  }

  std::size_t free_bytes = 0;
  std::size_t total_bytes = 0;
  ROOFLENS_CUDA(cudaMemGetInfo(&free_bytes, &total_bytes));
  const models::Bytes free(static_cast<double>(free_bytes));
  const models::Bytes needs = kernel.device_memory(problem);
  if (needs > free) {
    throw DeviceError(fmt::format("{} needs {} of DRAM, {} are free", kernel.name, size_text(needs), size_text(free)));
  }
}

}  // namespace rooflens::kernels
