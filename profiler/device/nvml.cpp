#include "profiler/device/nvml.hpp"

#include <dlfcn.h>

#include <array>
#include <utility>

namespace rooflens::device {
namespace {

constexpr int kSuccess = 0;
constexpr int kClockSm = 1;
constexpr int kClockMemory = 2;
constexpr int kTemperatureGpu = 0;
constexpr std::size_t kVersionLength = 80;

// Bits of nvmlDeviceGetCurrentClocksEventReasons (nvml.h, nvmlClocksEventReason*). Idle is no throttling, and neither
// is a clock that somebody chose.
constexpr std::array<std::pair<unsigned long long, const char*>, 6> kThrottleReasons{{
    {0x04, models::kPowerCap.data()},
    {0x08, "hardware slowdown"},
    {0x20, "software thermal slowdown"},
    {0x40, "hardware thermal slowdown"},
    {0x80, "hardware power brake"},
    {0x02, kChosenClock},
}};

constexpr std::size_t kTextLength = 96;  // NVML's longest name or UUID
constexpr unsigned kComputeProhibited = 2;
constexpr int kCapableByNvlink = 2;      // NVML_P2P_CAPS_INDEX_NVLINK
constexpr int kCapableByPcie = 4;        // NVML_P2P_CAPS_INDEX_PCI
constexpr unsigned kPowerInstant = 186;  // NVML_FI_DEV_POWER_INSTANT

// nvmlGpuVirtualizationMode_t
std::optional<Virtualization> virtualization(unsigned mode) {
  switch (mode) {
    case 0:
      return Virtualization::none;
    case 1:
      return Virtualization::passthrough;
    case 2:
      return Virtualization::vgpu;
    case 3:
    case 4:
      return Virtualization::vgpu_host;
    default:
      return std::nullopt;
  }
}

}  // namespace

struct Nvml::Functions {
  // nvmlConfComputeSystemState_t
  struct ConfidentialState {
    unsigned environment;
    unsigned feature;
    unsigned developer_tools;
  };
  int (*init)() = nullptr;
  int (*system_driver_version)(char*, unsigned) = nullptr;
  int (*handle_by_pci_bus_id)(const char*, void**) = nullptr;
  int (*clock)(void*, int, unsigned*) = nullptr;
  int (*max_clock)(void*, int, unsigned*) = nullptr;
  int (*event_reasons)(void*, unsigned long long*) = nullptr;
  // nvmlFieldValue_t
  struct FieldValue {
    unsigned field, scope;
    long long timestamp, latency;
    int type, result;
    union {
      double real;
      unsigned number;
      unsigned long long all;
    } value;
  };
  int (*power)(void*, unsigned*) = nullptr;  // of some chips a mean over the last second
  int (*field_values)(void*, int, FieldValue*) = nullptr;
  int (*power_limit)(void*, unsigned*) = nullptr;
  int (*temperature)(void*, int, unsigned*) = nullptr;
  int (*ecc)(void*, unsigned*, unsigned*) = nullptr;
  int (*mig)(void*, unsigned*, unsigned*) = nullptr;
  int (*count)(unsigned*) = nullptr;
  int (*handle_by_index)(unsigned, void**) = nullptr;
  int (*name)(void*, char*, unsigned) = nullptr;
  int (*uuid)(void*, char*, unsigned) = nullptr;
  int (*compute_capability)(void*, int*, int*) = nullptr;
  int (*persistence)(void*, unsigned*) = nullptr;
  int (*compute_mode)(void*, unsigned*) = nullptr;
  int (*virtualization)(void*, unsigned*) = nullptr;
  int (*confidential)(ConfidentialState*) = nullptr;
  int (*peer_status)(void*, void*, int, int*) = nullptr;
  const char* (*error_text)(int) = nullptr;
};

struct Nvml::Opened {
  std::unique_ptr<Nvml> nvml;
  std::string refusal;
};

Nvml::Nvml(std::unique_ptr<Functions> functions) : functions_(std::move(functions)) {}

const Nvml::Opened& Nvml::opened() {
  static const Opened result = []() -> Opened {
    void* library = dlopen("libnvidia-ml.so.1", RTLD_NOW);
    if (!library) {
      const char* why = dlerror();
      return {nullptr, why ? why : "libnvidia-ml.so.1 cannot be opened"};
    }
    auto f = std::make_unique<Functions>();
    const auto resolve = [&](auto& function, std::initializer_list<const char*> names) {
      for (const char* name : names) {
        if (!function) function = reinterpret_cast<std::decay_t<decltype(function)>>(dlsym(library, name));
      }
    };
    resolve(f->init, {"nvmlInit_v2"});
    resolve(f->system_driver_version, {"nvmlSystemGetDriverVersion"});
    resolve(f->handle_by_pci_bus_id, {"nvmlDeviceGetHandleByPciBusId_v2"});
    resolve(f->clock, {"nvmlDeviceGetClockInfo"});
    resolve(f->max_clock, {"nvmlDeviceGetMaxClockInfo"});
    resolve(f->event_reasons, {"nvmlDeviceGetCurrentClocksEventReasons", "nvmlDeviceGetCurrentClocksThrottleReasons"});
    resolve(f->power, {"nvmlDeviceGetPowerUsage"});
    resolve(f->field_values, {"nvmlDeviceGetFieldValues"});
    resolve(f->power_limit, {"nvmlDeviceGetEnforcedPowerLimit"});
    resolve(f->temperature, {"nvmlDeviceGetTemperature"});
    resolve(f->ecc, {"nvmlDeviceGetEccMode"});
    resolve(f->mig, {"nvmlDeviceGetMigMode"});
    resolve(f->count, {"nvmlDeviceGetCount_v2"});
    resolve(f->handle_by_index, {"nvmlDeviceGetHandleByIndex_v2"});
    resolve(f->name, {"nvmlDeviceGetName"});
    resolve(f->uuid, {"nvmlDeviceGetUUID"});
    resolve(f->compute_capability, {"nvmlDeviceGetCudaComputeCapability"});
    resolve(f->persistence, {"nvmlDeviceGetPersistenceMode"});
    resolve(f->compute_mode, {"nvmlDeviceGetComputeMode"});
    resolve(f->virtualization, {"nvmlDeviceGetVirtualizationMode"});
    resolve(f->confidential, {"nvmlSystemGetConfComputeState"});
    resolve(f->peer_status, {"nvmlDeviceGetP2PStatus"});
    resolve(f->error_text, {"nvmlErrorString"});
    if (!f->init || !f->handle_by_pci_bus_id) return {nullptr, "libnvidia-ml.so.1 is too old or another library"};
    if (const int status = f->init(); status != kSuccess) {
      const char* text = f->error_text ? f->error_text(status) : nullptr;
      return {nullptr, std::string(text ? text : "nvmlInit failed") + " (" + std::to_string(status) + ")"};
    }
    return {std::unique_ptr<Nvml>(new Nvml(std::move(f))), {}};
  }();
  return result;
}

const Nvml* Nvml::instance() { return opened().nvml.get(); }

const std::string& Nvml::refusal() { return opened().refusal; }

void* Nvml::handle(const std::string& pci_bus_id) const {
  void* device = nullptr;
  return functions_->handle_by_pci_bus_id(pci_bus_id.c_str(), &device) == kSuccess ? device : nullptr;
}

std::string Nvml::driver_version() const {
  std::array<char, kVersionLength> version{};
  const auto ask = functions_->system_driver_version;
  return ask && ask(version.data(), kVersionLength) == kSuccess ? version.data() : "";
}

NvmlProperties Nvml::properties(const std::string& pci_bus_id) const {
  NvmlProperties result;
  result.driver_version = driver_version();
  void* device = handle(pci_bus_id);
  if (!device) return result;
  unsigned value = 0;
  unsigned pending = 0;
  if (functions_->ecc && functions_->ecc(device, &value, &pending) == kSuccess) result.ecc = value != 0;
  if (functions_->mig && functions_->mig(device, &value, &pending) == kSuccess) result.mig = value != 0;
  if (functions_->power_limit && functions_->power_limit(device, &value) == kSuccess)
    result.power_limit_watts = value * 1e-3;
  if (functions_->max_clock && functions_->max_clock(device, kClockSm, &value) == kSuccess) {
    result.sm_clock_maximum = models::megahertz(value);
  }
  if (functions_->max_clock && functions_->max_clock(device, kClockMemory, &value) == kSuccess) {
    result.memory_clock_maximum = models::megahertz(value);
  }
  return result;
}

models::ClockSample Nvml::clocks(const std::string& pci_bus_id) const {
  void* device = handle(pci_bus_id);
  return device ? clocks(device) : models::ClockSample{};
}

models::LinkKind Nvml::link(const std::string& pci_bus_id, const std::string& other_pci_bus_id) const {
  void* device = handle(pci_bus_id);
  void* other = handle(other_pci_bus_id);
  const auto capable = [&](int way) {
    int status = -1;
    return device && other && functions_->peer_status &&
           functions_->peer_status(device, other, way, &status) == kSuccess && status == 0;
  };
  if (capable(kCapableByNvlink)) return models::LinkKind::nvlink;
  return capable(kCapableByPcie) ? models::LinkKind::pcie : models::LinkKind::peer_access;
}

models::ClockSample Nvml::clocks(void* device) const {
  models::ClockSample sample;
  unsigned value = 0;
  if (functions_->clock && functions_->clock(device, kClockSm, &value) == kSuccess)
    sample.sm = models::megahertz(value);
  if (functions_->clock && functions_->clock(device, kClockMemory, &value) == kSuccess) {
    sample.memory = models::megahertz(value);
  }
  Functions::FieldValue now = {};
  now.field = kPowerInstant;
  if (functions_->field_values && functions_->field_values(device, 1, &now) == kSuccess && now.result == kSuccess) {
    sample.power_watts = now.value.number * 1e-3;
  } else if (functions_->power && functions_->power(device, &value) == kSuccess) {
    sample.power_watts = value * 1e-3;
  }
  if (functions_->temperature && functions_->temperature(device, kTemperatureGpu, &value) == kSuccess) {
    sample.temperature_celsius = value;
  }
  unsigned long long reasons = 0;
  if (functions_->event_reasons && functions_->event_reasons(device, &reasons) == kSuccess) {
    for (const auto& [bit, text] : kThrottleReasons) {
      if (reasons & bit) sample.throttle_reasons.emplace_back(text);
    }
  }
  return sample;
}

std::vector<NvmlState> Nvml::states() const {
  std::vector<NvmlState> result;
  unsigned count = 0;
  if (!functions_->count || !functions_->handle_by_index || functions_->count(&count) != kSuccess) return result;
  for (unsigned i = 0; i < count; ++i) {
    void* device = nullptr;
    if (functions_->handle_by_index(i, &device) == kSuccess) result.push_back(state(device));
  }
  return result;
}

NvmlState Nvml::state(void* device) const {
  NvmlState result;
  std::array<char, kTextLength> text{};
  if (functions_->name && functions_->name(device, text.data(), kTextLength) == kSuccess) result.name = text.data();
  if (functions_->uuid && functions_->uuid(device, text.data(), kTextLength) == kSuccess) result.uuid = text.data();
  models::ComputeCapability capability;
  if (functions_->compute_capability &&
      functions_->compute_capability(device, &capability.major, &capability.minor) == kSuccess) {
    result.compute_capability = capability;
  }
  unsigned value = 0;
  unsigned pending = 0;
  if (functions_->mig && functions_->mig(device, &value, &pending) == kSuccess) result.mig = value != 0;
  if (functions_->persistence && functions_->persistence(device, &value) == kSuccess) result.persistence = value != 0;
  if (functions_->compute_mode && functions_->compute_mode(device, &value) == kSuccess) {
    result.compute_prohibited = value == kComputeProhibited;
  }
  if (functions_->virtualization && functions_->virtualization(device, &value) == kSuccess) {
    result.virtualization = virtualization(value);
  }
  if (functions_->max_clock && functions_->max_clock(device, kClockSm, &value) == kSuccess) {
    result.sm_clock_maximum = models::megahertz(value);
  }
  result.clocks = clocks(device);
  return result;
}

std::optional<NvmlConfidential> Nvml::confidential() const {
  Functions::ConfidentialState state{};
  if (!functions_->confidential || functions_->confidential(&state) != kSuccess) return std::nullopt;
  return NvmlConfidential{.enabled = state.feature != 0, .developer_tools = state.developer_tools != 0};
}

}  // namespace rooflens::device
