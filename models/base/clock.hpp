// Clocks and throttling as read from the driver at one moment.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/base/quantity.hpp"

namespace rooflens::models {

/// The reason that no program can do away with: the board draws all the power that it may.
inline constexpr std::string_view kPowerCap = "power cap";

/// One reading. Absent = the driver would not say.
struct ClockSample {
  std::optional<Hertz> sm;
  std::optional<Hertz> memory;
  std::optional<double> power_watts;
  std::optional<double> temperature_celsius;
  std::vector<std::string> throttle_reasons;  ///< empty = running free (or idle)
};

}  // namespace rooflens::models
