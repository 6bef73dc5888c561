// What is installed: everything a roofline needs to know of a GPU, from the CUDA runtime and from NVML.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "models/base/clock.hpp"
#include "models/record/machine.hpp"

namespace rooflens::device {

/// There is no GPU to work with. what() says which part is missing (driver, device), remedy() what to do.
class NoDevice : public std::runtime_error {
 public:
  NoDevice(const std::string& what, std::string remedy) : std::runtime_error(what), remedy_(std::move(remedy)) {}
  [[nodiscard]] const std::string& remedy() const { return remedy_; }

 private:
  std::string remedy_;
};

/// Devices that CUDA shows to this process. Throws NoDevice when there is none, or no driver.
[[nodiscard]] int device_count();

/// Properties of a device. What only NVML knows is absent without it. Throws NoDevice for an index that does not exist.
[[nodiscard]] models::DeviceProperties query(int device);

/// Makes the device current on this thread and creates its context.
void select(int device);

/// Free memory on the current device.
[[nodiscard]] models::Bytes free_memory();

/// Clocks, power, temperature and throttle reasons now. Empty without NVML.
[[nodiscard]] models::ClockSample sample_clocks(int device);

}  // namespace rooflens::device
