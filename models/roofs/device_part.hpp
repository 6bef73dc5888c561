// Machines that are a part of a GPU, as sessions of earlier versions have them: some SMs with all of L2 and DRAM.
#pragma once

#include <optional>
#include <string>

#include "models/base/device_properties.hpp"

namespace rooflens::models {

/// "66 SMs", "66 of 132 SMs"; empty where the number is not known.
[[nodiscard]] std::string sm_count_text(const DeviceProperties& device);

/// What a part shares with the rest of its GPU, in a sentence; nothing for a whole GPU.
[[nodiscard]] std::optional<std::string> sharing_text(const DeviceProperties& device);

}  // namespace rooflens::models
