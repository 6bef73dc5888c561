// The command that measures one kernel again.
#pragma once

#include <string>

#include "models/record/recording.hpp"

namespace rooflens::reports {

/// `rooflens run NAME --set ...` for a kernel of the catalogue, `rooflens profile --kernel REGEX -- APP...` for one of
/// an application; quoted for a shell. Empty where nothing is known that could be run: graphs, ranges, and applications
/// without a command line.
[[nodiscard]] std::string repeat_command(const models::Recording& recording, const models::Observation& observation);

}  // namespace rooflens::reports
