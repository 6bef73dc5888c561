#include "models/explain/stalled_time.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "models/base/thresholds.hpp"
#include "models/counters/names.hpp"
#include "models/counters/stall_table.hpp"
#include "models/place/placement.hpp"
#include "models/place/uncounted_work.hpp"
#include "models/roofs/occupancy_limits.hpp"

namespace rooflens::models {
namespace {

constexpr double kLanes = 32;

const StallShare* share_of(const SourceProfile& samples, std::string_view reason) {
  const auto it = std::find_if(samples.stalls.begin(), samples.stalls.end(),
                               [&](const StallShare& s) { return s.reason == reason; });
  return it == samples.stalls.end() ? nullptr : &*it;
}

std::optional<Seconds> time_by_samples(const Placement& kernel, const SourceProfile& samples, const Gap& gap) {
  const StallShare* issues = share_of(samples, "selected");
  const DeviceProperties& device = kernel.machine->device;
  const auto instructions = kernel.counters().value(kWarps);
  if (!issues || samples.samples < kFewestSamples || issues->samples < kFewestIssues) return std::nullopt;
  if (!instructions || !kernel.achieved_occupancy || !kernel.demand || !kernel.demand->run_clock) return std::nullopt;
  const double warps = *kernel.achieved_occupancy * device.threads_per_sm / kLanes / kSubPartitionsPerSm;
  const double schedulers = static_cast<double>(device.sm_count) * kSubPartitionsPerSm;
  if (!(warps > 0) || !(schedulers > 0)) return std::nullopt;
  double time = *instructions / schedulers / (warps * issues->share) / kernel.demand->run_clock->value();
  for (const char* id : {"start-up", "imbalance"}) {
    if (const GapFactor* factor = gap.find(id)) time *= factor->factor;
  }
  return Seconds(time);
}

// Where it is not known, it does.
bool uses_shared_memory(const Placement& kernel) {
  const CounterSet& counters = kernel.counters();
  const auto loads = counters.value(counter::kSmspSassInstExecutedOpSharedLdSum);
  const auto stores = counters.value(counter::kSmspSassInstExecutedOpSharedStSum);
  return !loads || !stores ||
         *loads + *stores + counters.value(counter::kSmspSassInstExecutedOpSharedAtomSum).value_or(0) > 0;
}

std::string listed(const SourceProfile& samples) {
  constexpr std::size_t kShown = 3;
  std::string text;
  std::size_t shown = 0;
  for (const StallShare& stall : samples.stalls) {
    if (shown++ == kShown) break;
    const StallReason* reason = find_stall(stall.reason);
    text += fmt::format("{}{} {:.0f} %", text.empty() ? "" : ", ", reason ? reason->label : stall.reason,
                        100 * stall.share);
  }
  return text;
}

}  // namespace

void explain_by_samples(const Placement& kernel, const SourceProfile& samples, Explanation& explanation) {
  if (!explanation.gap) return;
  Gap& gap = *explanation.gap;
  const auto time = time_by_samples(kernel, samples, gap);
  const auto unexplained =
      std::find_if(gap.factors.begin(), gap.factors.end(), [](const GapFactor& f) { return f.id == "unexplained"; });
  if (!time || unexplained == gap.factors.end() || *time <= gap.predicted) return;
  const double factor = *time / gap.predicted;
  const auto worst = std::find_if(samples.stalls.begin(), samples.stalls.end(),
                                  [](const StallShare& s) { return is_wait(s.reason) && find_stall(s.reason); });
  if (worst == samples.stalls.end()) return;
  const StallReason& reason = *find_stall(worst->reason);
  unexplained->factor /= factor;
  unexplained->removed_first = std::min(unexplained->removed_first, std::max(1.0, unexplained->factor));
  unexplained->removed_last = unexplained->factor;
  if (gap.unexplained_share) gap.unexplained_share = std::log(unexplained->factor) / std::log(gap.total);
  gap.predicted = *time;
  const std::string shares = listed(samples);
  gap.factors.insert(unexplained, {.id = "stalls",
                                   .label = reason.label,
                                   .factor = factor,
                                   .removed_first = factor,
                                   .removed_last = factor,
                                   .at_most = true,
                                   .counters = {fmt::format("{:.0f} samples of warps: {}", samples.samples, shares)}});
  // Without its waits a warp is done sooner by their share, and no sooner than all that is known allows.
  const double gain = std::min(factor, 1 / (1 - std::min(worst->share, 0.99)));
  if (kernel.failed() || gain < kWorthAnAdvice || reason.remedy.empty()) return;
  Advice advice{
      "stalls",
      fmt::format("Warps wait: {}.", reason.label),
      "samples of warps: " + shares,
      std::string(reason.without_shared_memory.empty() || uses_shared_memory(kernel) ? reason.remedy
                                                                                     : reason.without_shared_memory),
      1,
      gain,
      "nothing else takes the place of these waits"};
  cap(advice, gap);
  if (advice.gain_high < kWorthAnAdvice) return;
  const auto less = std::find_if(explanation.advice.begin(), explanation.advice.end(),
                                 [&](const Advice& other) { return other.gain_low * other.gain_high < gain; });
  explanation.advice.insert(less, std::move(advice));
}

}  // namespace rooflens::models
