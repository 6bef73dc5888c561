// NVML, opened at run time and declared by hand: it belongs to the driver, and its header is not in every toolkit.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/base/clock.hpp"
#include "models/record/machine.hpp"

namespace rooflens::device {

/// What NVML adds to the CUDA runtime's properties.
struct NvmlProperties {
  std::string driver_version;
  std::optional<bool> ecc;
  std::optional<bool> mig;
  std::optional<double> power_limit_watts;
  std::optional<models::Hertz> sm_clock_maximum;
  std::optional<models::Hertz> memory_clock_maximum;
};

/// How a GPU is handed to this machine.
enum class Virtualization { none, passthrough, vgpu, vgpu_host };

/// State of one installed GPU that decides whether and how well it can be profiled. Absent = NVML would not say.
struct NvmlState {
  std::string name;
  std::string uuid;
  std::optional<models::ComputeCapability> compute_capability;
  std::optional<bool> mig;
  std::optional<bool> persistence;
  std::optional<bool> compute_prohibited;  ///< compute mode "prohibited": no CUDA program may use it
  std::optional<Virtualization> virtualization;
  models::ClockSample clocks;
  std::optional<models::Hertz> sm_clock_maximum;
};

/// Confidential computing of the machine; its developer tools mode lets profilers in.
struct NvmlConfidential {
  bool enabled = false;
  bool developer_tools = false;
};

/// The throttle reason that is no throttling: somebody chose the clock.
inline constexpr const char* kChosenClock = "application clocks setting";

class Nvml {
 public:
  /// Opened once and kept; nullptr where NVML is missing or refuses to start.
  [[nodiscard]] static const Nvml* instance();
  /// Why instance() is nullptr, in NVML's or the loader's words; empty if it is not.
  [[nodiscard]] static const std::string& refusal();

  [[nodiscard]] std::string driver_version() const;
  /// Every installed GPU, whatever CUDA_VISIBLE_DEVICES says.
  [[nodiscard]] std::vector<NvmlState> states() const;
  [[nodiscard]] std::optional<NvmlConfidential> confidential() const;
  [[nodiscard]] NvmlProperties properties(const std::string& pci_bus_id) const;
  [[nodiscard]] models::ClockSample clocks(const std::string& pci_bus_id) const;
  /// What two GPUs that read each other's memory are joined by; peer_access where it does not say.
  [[nodiscard]] models::LinkKind link(const std::string& pci_bus_id, const std::string& other_pci_bus_id) const;

 private:
  struct Functions;
  struct Opened;
  [[nodiscard]] static const Opened& opened();
  [[nodiscard]] NvmlState state(void* device) const;
  [[nodiscard]] models::ClockSample clocks(void* device) const;
  explicit Nvml(std::unique_ptr<Functions> functions);
  [[nodiscard]] void* handle(const std::string& pci_bus_id) const;
  std::shared_ptr<Functions> functions_;
};

}  // namespace rooflens::device
