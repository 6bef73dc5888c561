// Advice on launches that leave SMs without a block, and what the evening out of SMs brings.
#pragma once

#include <optional>

#include "models/advise/advice.hpp"

namespace rooflens::models {

/// The speed-up where all but start-up and drain becomes faster by `gain`: these stay as they are.
[[nodiscard]] double beside_start_up(const Gap& gap, double gain);

/// Instead of advice on uneven SMs, where there are fewer blocks than SMs: more blocks, for at most the factor of the
/// imbalance, beside what start-up and drain take, and for no launch shorter than kLaunchOverheadSeconds. The lower end
/// is 1 where that is the limit or an SM's warps do not compete (idle_sms_alone()), and that of a roof which is
/// kBusyThreshold busy where the work would come to one. Nothing where every SM has a block, where those at work
/// saturate a resource of the whole GPU, or where the launch is not known.
[[nodiscard]] std::optional<Advice> idle_sms_advice(const Placement& kernel, const Gap& gap);

/// Whether SMs have no block while those at work have at most one warp for each of their schedulers, and nothing of
/// them is saturated: their warps do not wait for each other, so that to spread them over more SMs brings nothing.
/// Whether the work of a warp can be cut, or is a chain of steps, no counter tells.
[[nodiscard]] bool idle_sms_alone(const Placement& kernel, const Gap& gap);

}  // namespace rooflens::models
