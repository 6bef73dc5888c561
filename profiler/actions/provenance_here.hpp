// What a recording says of the command that made it.
#pragma once

#include <ctime>
#include <string>
#include <vector>

#include "models/record/recording.hpp"
#include "models/roofs/measured_roof.hpp"

namespace rooflens::actions {

/// ISO 8601: "2026-11-21T03:40:00Z".
[[nodiscard]] std::string utc(std::time_t time);

/// "Linux 6.1.0".
[[nodiscard]] std::string operating_system();

/// This command, now, on this host; what collects is left open.
[[nodiscard]] models::Provenance provenance_here(const std::string& command, const std::vector<std::string>& arguments);

/// A recording of this process on one machine, in which nothing was observed yet; `measured` are roofs of the machine.
[[nodiscard]] models::Recording start_of_recording(models::Provenance provenance, models::DeviceProperties device,
                                                   const models::MeasuredRoofs* measured = nullptr);

}  // namespace rooflens::actions
