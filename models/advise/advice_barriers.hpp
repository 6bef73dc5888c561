// Advice on waits at barriers.
#pragma once

#include <optional>

#include "models/advise/advice.hpp"

namespace rooflens::models {

/// "barriers", where warps wait there for kLongAtBarriers of the time that they are resident. Up to all of that may be
/// gained. Where fewer than kManyIdleLanes of the lanes are active, a part of the work may be left to few threads.
[[nodiscard]] std::optional<Advice> barriers_advice(const Placement& kernel);

}  // namespace rooflens::models
