// Advice on waits at barriers.
#pragma once

#include <optional>

#include "models/advise/advice.hpp"

namespace rooflens::models {

/// "barriers", where warps wait there for kLongAtBarriers of the time that they are resident. Up to all of that may be
/// gained. Where fewer than kManyIdleLanes of the lanes are active, a part of the work may be done by few threads:
/// idle lanes go with the waits, so it gains at least what `divergence` does, the advice on that, or nullptr.
[[nodiscard]] std::optional<Advice> barriers_advice(const Placement& kernel, const Advice* divergence);

}  // namespace rooflens::models
