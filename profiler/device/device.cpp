#include "profiler/device/device.hpp"

#include <cuda_runtime_api.h>
#include <fmt/core.h>

#include <array>
#include <string>

#include "models/base/uuid_text.hpp"
#include "profiler/device/nvml.hpp"

namespace rooflens::device {
namespace {

void check(cudaError_t status, const char* what) {
  if (status == cudaSuccess) return;
  throw std::runtime_error(fmt::format("{}: {} ({})", what, cudaGetErrorString(status), cudaGetErrorName(status)));
}

int attribute(cudaDeviceAttr name, int device) {
  int value = 0;
  check(cudaDeviceGetAttribute(&value, name, device), "asking for a device attribute");
  return value;
}

std::string pci_bus_id(int device) {
  std::array<char, 32> text{};
  check(cudaDeviceGetPCIBusId(text.data(), static_cast<int>(text.size()), device), "asking for the PCI bus id");
  return text.data();
}

std::string version_text(int version) { return fmt::format("{}.{}", version / 1000, version % 1000 / 10); }

}  // namespace

int device_count() {
  int count = 0;
  const cudaError_t status = cudaGetDeviceCount(&count);
  if (status == cudaErrorInsufficientDriver) {
    int driver = 0;
    cudaDriverGetVersion(&driver);
    if (driver == 0) {
      throw NoDevice("there is no NVIDIA driver on this host",
                     "install the driver, or work from a recorded session: `rooflens report FILE.rlens`");
    }
    int runtime = 0;
    cudaRuntimeGetVersion(&runtime);
    throw NoDevice(fmt::format("the NVIDIA driver supports CUDA {}, this rooflens needs {}", version_text(driver),
                               version_text(runtime)),
                   "update the driver");
  }
  if (status == cudaErrorNoDevice || (status == cudaSuccess && count == 0)) {
    throw NoDevice(
        "there is no NVIDIA GPU that CUDA can use",
        "check CUDA_VISIBLE_DEVICES and `nvidia-smi`, or work from a recorded session: `rooflens report FILE.rlens`");
  }
  check(status, "looking for GPUs");
  return count;
}

models::DeviceProperties query(int device) {
  const int count = device_count();
  if (device < 0 || device >= count) {
    throw NoDevice(fmt::format("there is no GPU {}: this host has {} (numbered from 0)", device, count),
                   "`rooflens devices` lists them");
  }
  cudaDeviceProp p{};
  check(cudaGetDeviceProperties(&p, device), "asking for device properties");
  int driver = 0;
  int runtime = 0;
  check(cudaDriverGetVersion(&driver), "asking for the driver version");
  check(cudaRuntimeGetVersion(&runtime), "asking for the runtime version");

  models::DeviceProperties d;
  d.name = p.name;
  d.uuid = models::uuid_text("GPU-", p.uuid.bytes);
  d.pci_bus_id = pci_bus_id(device);
  d.compute_capability = {p.major, p.minor};
  d.sm_count = p.multiProcessorCount;
  d.sm_clock_maximum = models::Hertz(1e3 * attribute(cudaDevAttrClockRate, device));
  d.memory_clock_maximum = models::Hertz(1e3 * attribute(cudaDevAttrMemoryClockRate, device));
  d.memory_bus_bits = p.memoryBusWidth;
  d.memory = models::Bytes(static_cast<double>(p.totalGlobalMem));
  d.l2 = models::Bytes(p.l2CacheSize);
  d.shared_per_sm = models::Bytes(static_cast<double>(p.sharedMemPerMultiprocessor));
  d.shared_per_block_optin = models::Bytes(static_cast<double>(p.sharedMemPerBlockOptin));
  d.shared_reserved_per_block = models::Bytes(static_cast<double>(p.reservedSharedMemPerBlock));
  d.registers_per_sm = p.regsPerMultiprocessor;
  d.threads_per_sm = p.maxThreadsPerMultiProcessor;
  d.threads_per_block = p.maxThreadsPerBlock;
  d.blocks_per_sm = p.maxBlocksPerMultiProcessor;
  d.warp_size = p.warpSize;
  d.fp32_to_fp64_ratio = attribute(cudaDevAttrSingleToDoublePrecisionPerfRatio, device);
  d.ecc = p.ECCEnabled != 0;
  d.cuda_driver_version = version_text(driver);
  d.cuda_runtime_version = version_text(runtime);
  if (const Nvml* nvml = Nvml::instance()) {
    const NvmlProperties more = nvml->properties(d.pci_bus_id);
    d.driver_version = more.driver_version;
    if (more.ecc) d.ecc = more.ecc;
    d.mig = more.mig;
    d.power_limit_watts = more.power_limit_watts;
    if (more.sm_clock_maximum) d.sm_clock_maximum = *more.sm_clock_maximum;
    if (more.memory_clock_maximum) d.memory_clock_maximum = *more.memory_clock_maximum;
  }
  return d;
}

void select(int device) {
  check(cudaSetDevice(device), "selecting the device");
  check(cudaFree(nullptr), "creating the CUDA context");
}

models::Bytes free_memory() {
  std::size_t free = 0;
  std::size_t total = 0;
  check(cudaMemGetInfo(&free, &total), "asking for free memory");
  return models::Bytes(static_cast<double>(free));
}

models::LinkKind link_kind(int device, std::optional<int> peer, bool peer_access) {
  using models::LinkKind;
  // Atomics of the host's processor reach a GPU by NVLink alone, with NVLink-C2C or without.
  if (!peer) return attribute(cudaDevAttrHostNativeAtomicSupported, device) == 0 ? LinkKind::pcie : LinkKind::unknown;
  if (!peer_access) return LinkKind::through_host;
  const Nvml* nvml = Nvml::instance();
  return nvml ? nvml->link(pci_bus_id(device), pci_bus_id(*peer)) : LinkKind::peer_access;
}

models::ClockSample sample_clocks(int device) {
  const Nvml* nvml = Nvml::instance();
  return nvml ? nvml->clocks(pci_bus_id(device)) : models::ClockSample{};
}

}  // namespace rooflens::device
