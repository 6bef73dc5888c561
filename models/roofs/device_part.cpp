#include "models/roofs/device_part.hpp"

#include <fmt/core.h>

namespace rooflens::models {

std::string sm_count_text(const DeviceProperties& device) {
  if (device.sm_count <= 0) return "";
  return device.whole_sm_count ? fmt::format("{} of {} SMs", device.sm_count, *device.whole_sm_count)
                               : fmt::format("{} SMs", device.sm_count);
}

std::optional<std::string> sharing_text(const DeviceProperties& device) {
  if (!device.whole_sm_count) return std::nullopt;
  const int others = *device.whole_sm_count - device.sm_count;
  return fmt::format("A part of the GPU: DRAM, L2, clocks and power are shared with the other {}.",
                     others == 1 ? "SM" : fmt::format("{} SMs", others));
}

}  // namespace rooflens::models
