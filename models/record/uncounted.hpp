// Why counters of a kernel are missing, as its remarks and refusals say it.
#pragma once

#include <algorithm>
#include <string_view>

#include "models/record/observation.hpp"

namespace rooflens::models {

/// Begins the remark on a kernel that was never to be counted; why follows.
inline constexpr std::string_view kLeftAlone = "not counted, only its times are known: ";
/// Begins the refusal of a counter whose turn had not come when the run ended; why follows after a colon.
inline constexpr std::string_view kLackedTurn = "not collected";

[[nodiscard]] inline bool left_alone(const Observation& observation) {
  return std::ranges::any_of(observation.remarks, [](const auto& remark) { return remark.starts_with(kLeftAlone); });
}

[[nodiscard]] inline bool lacked_turn(const Observation& observation) {
  return std::ranges::any_of(observation.refused, [](const auto& r) { return r.reason.starts_with(kLackedTurn); });
}

}  // namespace rooflens::models
