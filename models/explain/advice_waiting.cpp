#include "models/explain/advice_waiting.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "models/base/significant.hpp"
#include "models/base/thresholds.hpp"
#include "models/explain/gap.hpp"
#include "models/place/placement.hpp"

namespace rooflens::models {

namespace {

std::string times(double few, double many) {
  const std::string least = fmt::format("{:.0f}", few), most = fmt::format("{:.0f}", many);
  return least == most ? least : least + " to " + most;
}

}  // namespace

std::optional<Advice> work_per_thread_advice(const Placement& kernel, const Gap& gap) {
  constexpr double kFew = 2, kMany = 8;
  if (!gap.waiting) return std::nullopt;
  const Waiting& waiting = gap.waiting->waiting;
  double launches = 0, waits = 1;
  for (const Launch& launch : kernel.observation->launches) launches += static_cast<double>(launch.count);
  const double turns = waiting.blocks / std::max(1.0, launches) / (gap.waiting->gpu.sms * waiting.blocks_per_sm);
  if (turns < kFew) return std::nullopt;
  for (const char* id : {"turnover", "latency", "dependence"}) {
    if (const GapFactor* factor = gap.find(id)) waits *= factor->factor;
  }
  const Seconds now = time_with(*gap.waiting, *kernel.demand, kAllInefficiencies);
  const auto gain = [&](double more, Shared shared) {
    return now / time_with_work_per_thread(*gap.waiting, *kernel.demand, std::min(more, turns), shared);
  };
  // What is not explained stays at the lower end, and shrinks in proportion at the upper one.
  const double explained = std::min(1.0, gap.predicted / gap.measured);
  if (explained < kLeastExplained) return std::nullopt;
  const double few = gain(kFew, Shared::overhead), many = gain(kMany, Shared::overhead);
  const double reuse = gap.compulsory ? gain(kMany, Shared::operands) : 1;
  const double most = std::max({1.0, few, many, reuse});
  // Threads that wait for nothing can still share operands, where a resource is busy with loading them again.
  const bool waits_for_little = waits < kSmallestGain;
  if (waits_for_little && (most < kWorthAnAdvice || gap.busiest_fraction < kBusyThreshold)) return std::nullopt;
  const double least = 1 / (1 - explained * (1 - 1 / std::max(1.0, std::min(few, many))));
  const bool of_reuse = reuse > std::max(few, many) * kWaitingError;
  return Advice{
      "work-per-thread",
      waits_for_little ? "Threads do little work: each result loads its operands anew."
                       : "Threads do little work: blocks start and end, and few loads are in flight.",
      fmt::format(
          "a warp issues {} loads and {} instructions; each SM runs {} blocks one after the other in place of one",
          significant(waiting.loads), significant(waiting.instructions), significant(turns)),
      fmt::format("Give each thread {} times as many elements: wider loads, {}.", times(kFew, std::min(kMany, turns)),
                  of_reuse ? "and operands that stay in registers" : "or several at once"),
      std::max(1.0, least / kWaitingError),
      most * (most >= kSmallestGain ? kWaitingError : 1),
      of_reuse ? "the upper end holds if what one result loads serves the others of its thread"
               : "the rest of the kernel stays as it is"};
}

}  // namespace rooflens::models
