// What to change first: the causes of a kernel's gap, ranked by the speed-up they may bring, each with what was seen,
// what to do, and what the prediction rests on.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/roofs/latency_roof.hpp"

namespace rooflens::models {

struct Gap;
struct Placement;

struct Advice {
  std::string_view id;   ///< of the gap's factor, or of what advises on it: "occupancy", "barriers", "atomics"
  std::string cause;     ///< what costs time
  std::string evidence;  ///< what was seen, with the number
  std::string change;    ///< what to change
  double gain_low = 1;   ///< predicted speed-up, at least
  double gain_high = 1;  ///< predicted speed-up, at most
  std::string assumes;   ///< what has to hold for the prediction
};

/// The predicted speed-up: "1.23× to 1.45×", one number where both read the same.
[[nodiscard]] std::string gain_text(const Advice& advice);

/// No change promises more than the whole gap to what the task needs, and none that leaves the demand as it is more
/// than its busiest resource allows.
void cap(Advice& advice, const Gap& gap);

/// By the middle of what they promise; the rules for what is left over are those of advise().
void rank(std::vector<Advice>& all, const Placement& kernel, const Gap& gap);

/// Ranked by the predicted interval; its middle counts, and of what is merely left over (unclassified, reuse,
/// overhead, precise functions, idle SMs) only the root of the upper end, where nothing is certain. The interval spans
/// what removing the cause first and last would bring, with waiting in proportion. It begins at 1 where part of the
/// cause may have to stay, or where no resource is saturated, so that less demand may change nothing; where another
/// resource becomes the limit, it begins where that one is kBusyThreshold busy. Of SMs without a block it begins at 1
/// where those at work have so few warps that these do not compete: nobody knows whether the work of a warp can be cut.
/// Of start-up it begins at 1 as well, and what evens out SMs leaves start-up as it is. Causes of instructions are left
/// out where no resource is kBusyThreshold busy, waits at barriers where one is, all of demand where none is
/// kHardlyBusy. Empty for kernels that failed verification: nothing is known that would help. `gap` is the kernel's
/// own. `latency_roof` is that of the device's DRAM, where it was calibrated.
[[nodiscard]] std::vector<Advice> advise(const Placement& kernel, const Gap& gap,
                                         const LatencyRoof* latency_roof = nullptr);

}  // namespace rooflens::models
