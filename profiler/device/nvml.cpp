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

void* library() {
  static void* opened = dlopen("libnvidia-ml.so.1", RTLD_NOW);
  return opened;
}

/// A function of NVML, or null; of a later name in older drivers.
struct Symbol {
  const char* name;
  const char* older = nullptr;
  template <class Function>
  operator Function*() const {
    void* found = dlsym(library(), name);
    return reinterpret_cast<Function*>(found || !older ? found : dlsym(library(), older));
  }
};

// What a function gives as its last argument; nothing where it is missing or fails.
template <class... Parameters, class... Arguments>
std::optional<unsigned> ask(int (*function)(Parameters...), Arguments... arguments) {
  unsigned value = 0;
  if (!function || function(arguments..., &value) != kSuccess) return std::nullopt;
  return value;
}

std::optional<models::Hertz> ask_clock(int (*function)(void*, int, unsigned*), void* device, int domain) {
  const auto value = ask(function, device, domain);
  return value ? std::optional(models::megahertz(*value)) : std::nullopt;
}

std::optional<double> ask_watts(int (*function)(void*, unsigned*), void* device) {
  const auto milliwatts = ask(function, device);
  return milliwatts ? std::optional(*milliwatts * 1e-3) : std::nullopt;
}

// Of a mode that is in force until the next start.
std::optional<bool> ask_mode(int (*function)(void*, unsigned*, unsigned*), void* device) {
  unsigned current = 0;
  unsigned pending = 0;
  if (!function || function(device, &current, &pending) != kSuccess) return std::nullopt;
  return current != 0;
}

}  // namespace

struct Nvml::Functions {
  // nvmlConfComputeSystemState_t
  struct ConfidentialState {
    unsigned environment;
    unsigned feature;
    unsigned developer_tools;
  };
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
  int (*init)() = Symbol{"nvmlInit_v2"};
  int (*system_driver_version)(char*, unsigned) = Symbol{"nvmlSystemGetDriverVersion"};
  int (*handle_by_pci_bus_id)(const char*, void**) = Symbol{"nvmlDeviceGetHandleByPciBusId_v2"};
  int (*clock)(void*, int, unsigned*) = Symbol{"nvmlDeviceGetClockInfo"};
  int (*max_clock)(void*, int, unsigned*) = Symbol{"nvmlDeviceGetMaxClockInfo"};
  int (*event_reasons)(void*, unsigned long long*) = Symbol{"nvmlDeviceGetCurrentClocksEventReasons",
                                                            "nvmlDeviceGetCurrentClocksThrottleReasons"};
  int (*power)(void*, unsigned*) = Symbol{"nvmlDeviceGetPowerUsage"};  // of some chips a mean over the last second
  int (*field_values)(void*, int, FieldValue*) = Symbol{"nvmlDeviceGetFieldValues"};
  int (*power_limit)(void*, unsigned*) = Symbol{"nvmlDeviceGetEnforcedPowerLimit"};
  int (*temperature)(void*, int, unsigned*) = Symbol{"nvmlDeviceGetTemperature"};
  int (*ecc)(void*, unsigned*, unsigned*) = Symbol{"nvmlDeviceGetEccMode"};
  int (*mig)(void*, unsigned*, unsigned*) = Symbol{"nvmlDeviceGetMigMode"};
  int (*count)(unsigned*) = Symbol{"nvmlDeviceGetCount_v2"};
  int (*handle_by_index)(unsigned, void**) = Symbol{"nvmlDeviceGetHandleByIndex_v2"};
  int (*name)(void*, char*, unsigned) = Symbol{"nvmlDeviceGetName"};
  int (*uuid)(void*, char*, unsigned) = Symbol{"nvmlDeviceGetUUID"};
  int (*compute_capability)(void*, int*, int*) = Symbol{"nvmlDeviceGetCudaComputeCapability"};
  int (*persistence)(void*, unsigned*) = Symbol{"nvmlDeviceGetPersistenceMode"};
  int (*compute_mode)(void*, unsigned*) = Symbol{"nvmlDeviceGetComputeMode"};
  int (*virtualization)(void*, unsigned*) = Symbol{"nvmlDeviceGetVirtualizationMode"};
  int (*confidential)(ConfidentialState*) = Symbol{"nvmlSystemGetConfComputeState"};
  int (*peer_status)(void*, void*, int, int*) = Symbol{"nvmlDeviceGetP2PStatus"};
  const char* (*error_text)(int) = Symbol{"nvmlErrorString"};
};

struct Nvml::Opened {
  std::unique_ptr<Nvml> nvml;
  std::string refusal;
};

Nvml::Nvml(std::unique_ptr<Functions> functions) : functions_(std::move(functions)) {}

const Nvml::Opened& Nvml::opened() {
  static const Opened result = []() -> Opened {
    if (!library()) {
      const char* why = dlerror();
      return {nullptr, why ? why : "libnvidia-ml.so.1 cannot be opened"};
    }
    auto f = std::make_unique<Functions>();
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
  result.ecc = ask_mode(functions_->ecc, device);
  result.mig = ask_mode(functions_->mig, device);
  result.power_limit_watts = ask_watts(functions_->power_limit, device);
  result.sm_clock_maximum = ask_clock(functions_->max_clock, device, kClockSm);
  result.memory_clock_maximum = ask_clock(functions_->max_clock, device, kClockMemory);
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
  sample.sm = ask_clock(functions_->clock, device, kClockSm);
  sample.memory = ask_clock(functions_->clock, device, kClockMemory);
  Functions::FieldValue now = {};
  now.field = kPowerInstant;
  if (functions_->field_values && functions_->field_values(device, 1, &now) == kSuccess && now.result == kSuccess) {
    sample.power_watts = now.value.number * 1e-3;
  } else {
    sample.power_watts = ask_watts(functions_->power, device);
  }
  sample.temperature_celsius = ask(functions_->temperature, device, kTemperatureGpu);
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
  result.mig = ask_mode(functions_->mig, device);
  if (const auto mode = ask(functions_->persistence, device)) result.persistence = *mode != 0;
  if (const auto mode = ask(functions_->compute_mode, device)) result.compute_prohibited = mode == kComputeProhibited;
  if (const auto mode = ask(functions_->virtualization, device)) result.virtualization = virtualization(*mode);
  result.sm_clock_maximum = ask_clock(functions_->max_clock, device, kClockSm);
  result.clocks = clocks(device);
  return result;
}

std::optional<NvmlConfidential> Nvml::confidential() const {
  Functions::ConfidentialState state{};
  if (!functions_->confidential || functions_->confidential(&state) != kSuccess) return std::nullopt;
  return NvmlConfidential{.enabled = state.feature != 0, .developer_tools = state.developer_tools != 0};
}

}  // namespace rooflens::device
