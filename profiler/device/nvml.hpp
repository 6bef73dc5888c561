// NVML, opened at run time and declared by hand: it belongs to the driver, and its header is not in every toolkit.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/clock.hpp"

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

class Nvml {
 public:
  /// Opened once and kept; nullptr where NVML is missing or refuses to start.
  [[nodiscard]] static const Nvml* instance();

  [[nodiscard]] NvmlProperties properties(const std::string& pci_bus_id) const;
  [[nodiscard]] models::ClockSample clocks(const std::string& pci_bus_id) const;

 private:
  struct Functions;
  explicit Nvml(std::unique_ptr<Functions> functions);
  [[nodiscard]] void* handle(const std::string& pci_bus_id) const;
  std::shared_ptr<Functions> functions_;
};

}  // namespace rooflens::device
