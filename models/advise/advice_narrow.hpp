// Advice on accesses of a byte or two a lane.
#pragma once

#include <optional>

#include "models/advise/advice.hpp"

namespace rooflens::models {

/// "narrow", where lanes access kNarrow bytes at a time or fewer, side by side or, where the ALU binds and nothing is
/// computed in FP32, in shared memory; accesses are kManyAccesses of all instructions, no memory is kBusyThreshold
/// busy, and what executes instructions is kHardlyBusy: up to what four bytes a lane leave, if all instructions go with
/// the accesses.
[[nodiscard]] std::optional<Advice> narrow_advice(const Placement& kernel, const Gap& gap);

}  // namespace rooflens::models
