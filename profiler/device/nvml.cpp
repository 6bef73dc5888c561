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
    {0x04, "power cap"},
    {0x08, "hardware slowdown"},
    {0x20, "software thermal slowdown"},
    {0x40, "hardware thermal slowdown"},
    {0x80, "hardware power brake"},
    {0x02, "application clocks setting"},
}};

}  // namespace

struct Nvml::Functions {
  int (*init)() = nullptr;
  int (*system_driver_version)(char*, unsigned) = nullptr;
  int (*handle_by_pci_bus_id)(const char*, void**) = nullptr;
  int (*clock)(void*, int, unsigned*) = nullptr;
  int (*max_clock)(void*, int, unsigned*) = nullptr;
  int (*event_reasons)(void*, unsigned long long*) = nullptr;
  int (*power)(void*, unsigned*) = nullptr;
  int (*power_limit)(void*, unsigned*) = nullptr;
  int (*temperature)(void*, int, unsigned*) = nullptr;
  int (*ecc)(void*, unsigned*, unsigned*) = nullptr;
  int (*mig)(void*, unsigned*, unsigned*) = nullptr;
};

Nvml::Nvml(std::unique_ptr<Functions> functions) : functions_(std::move(functions)) {}

const Nvml* Nvml::instance() {
  static const std::unique_ptr<Nvml> nvml = []() -> std::unique_ptr<Nvml> {
    void* library = dlopen("libnvidia-ml.so.1", RTLD_NOW);
    if (!library) return nullptr;
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
    resolve(f->power_limit, {"nvmlDeviceGetEnforcedPowerLimit"});
    resolve(f->temperature, {"nvmlDeviceGetTemperature"});
    resolve(f->ecc, {"nvmlDeviceGetEccMode"});
    resolve(f->mig, {"nvmlDeviceGetMigMode"});
    if (!f->init || !f->handle_by_pci_bus_id || f->init() != kSuccess) return nullptr;
    return std::unique_ptr<Nvml>(new Nvml(std::move(f)));
  }();
  return nvml.get();
}

void* Nvml::handle(const std::string& pci_bus_id) const {
  void* device = nullptr;
  return functions_->handle_by_pci_bus_id(pci_bus_id.c_str(), &device) == kSuccess ? device : nullptr;
}

NvmlProperties Nvml::properties(const std::string& pci_bus_id) const {
  NvmlProperties result;
  std::array<char, kVersionLength> version{};
  if (functions_->system_driver_version &&
      functions_->system_driver_version(version.data(), kVersionLength) == kSuccess) {
    result.driver_version = version.data();
  }
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
  models::ClockSample sample;
  void* device = handle(pci_bus_id);
  if (!device) return sample;
  unsigned value = 0;
  if (functions_->clock && functions_->clock(device, kClockSm, &value) == kSuccess)
    sample.sm = models::megahertz(value);
  if (functions_->clock && functions_->clock(device, kClockMemory, &value) == kSuccess) {
    sample.memory = models::megahertz(value);
  }
  if (functions_->power && functions_->power(device, &value) == kSuccess) sample.power_watts = value * 1e-3;
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

}  // namespace rooflens::device
