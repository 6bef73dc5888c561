#include "models/advise/advice_barriers.hpp"

#include <fmt/core.h>

#include "models/advise/advice_evidence.hpp"
#include "models/base/thresholds.hpp"
#include "models/counters/names.hpp"
#include "models/place/kernel_metric.hpp"
#include "models/place/placement.hpp"

namespace rooflens::models {
namespace {

// Instrumented launches are slower: who polls executes more instructions in them.
std::optional<double> more_when_slower(const CounterSet& counters) {
  const auto counted = counters.value(counter::kSmspInstExecutedSum);
  const auto slowed = counters.value(counter::kSmspSassInstExecutedSum);
  const bool more = counted && slowed && *slowed > (1 + kPassTolerance) * *counted;
  return more ? std::optional(*slowed / *counted - 1) : std::nullopt;
}

}  // namespace

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
  if (const auto more = more_when_slower(kernel.counters())) {
    advice.cause = "Warps wait at barriers, perhaps for a thread that polls what another block writes.";
    advice.evidence += fmt::format(", and slower launches execute {:.0f} % more instructions", 100 * *more);
    advice.change =
        "Let blocks wait for each other as little as they can: publish partial results early and look back over those "
        "of several blocks, or split the kernel there.";
    return advice;
  }
  const double lanes = metric(kernel, "lane_efficiency").value_or(1);
  if (lanes >= kManyIdleLanes) return advice;
  advice.cause = "Warps wait at barriers while few lanes work: a part of the work may be left to few threads.";
  advice.evidence += fmt::format(", and {:.1f} of 32 lanes are active", 32 * lanes);
  advice.change = "Share that part among all threads of the block: reduce and scan by warp shuffles.";
  return advice;
}

}  // namespace rooflens::models
