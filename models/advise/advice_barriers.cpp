#include "models/advise/advice_barriers.hpp"

#include <fmt/core.h>

#include "models/advise/advice_evidence.hpp"
#include "models/base/thresholds.hpp"
#include "models/counters/names.hpp"
#include "models/place/kernel_metric.hpp"
#include "models/place/placement.hpp"

namespace rooflens::models {

std::optional<Advice> barriers_advice(const Placement& kernel) {
  const double share = of_a_warp(kernel, counter::kSmspWarpsIssueStalledBarrierSum).value_or(0);
  if (share < kLongAtBarriers || share >= 1) return std::nullopt;
  Advice advice{"barriers",
                "Warps wait for the others of their block at barriers.",
                fmt::format("warps spend {} of their time there", percent_text(share)),
                "Share the work between two barriers among all warps, combine values by warp shuffles, and synchronise "
                "less often.",
                1,
                1 / (1 - share),
                "nothing else takes the place of these waits"};
  const double lanes = metric(kernel, "lane_efficiency").value_or(1);
  if (lanes >= kManyIdleLanes) return advice;
  advice.cause = "Warps wait at barriers while few lanes work: a part of the work may be left to few threads.";
  advice.evidence += fmt::format(", and {:.1f} of 32 lanes are active", 32 * lanes);
  advice.change = "Share that part among all threads of the block: reduce and scan by warp shuffles.";
  return advice;
}

}  // namespace rooflens::models
