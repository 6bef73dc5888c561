// What is installed: everything a roofline needs to know of a GPU, from the CUDA runtime and from NVML.
#pragma once

#include <optional>

#include "models/base/clock.hpp"
#include "models/base/trouble.hpp"
#include "models/record/machine.hpp"

namespace rooflens::device {

/// There is no GPU to work with. what() says which part is missing (driver, device), remedy() what to do.
class NoDevice : public models::Trouble {
 public:
  using Trouble::Trouble;
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

/// What the link to another GPU, or to the host (`peer` is nothing), is made of.
[[nodiscard]] models::LinkKind link_kind(int device, std::optional<int> peer, bool peer_access);

}  // namespace rooflens::device
