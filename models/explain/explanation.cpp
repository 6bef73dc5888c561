#include "models/explain/explanation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "models/advise/advice_factor.hpp"
#include "models/advise/advice_idle_sms.hpp"
#include "models/base/thresholds.hpp"
#include "models/counters/names.hpp"
#include "models/counters/stall_table.hpp"
#include "models/place/placement.hpp"
#include "models/place/uncounted_work.hpp"
#include "models/roofs/occupancy_limits.hpp"

namespace rooflens::models {
namespace {

constexpr double kLanes = 32;
// With fewer samples, or fewer of them of warps that issue, their shares say too little.
constexpr double kFewestSamples = 1000, kFewestIssues = 50;

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

// Of what a cache moves, what no access needed.
double unused_share(const Placement& kernel) {
  double most = 0;
  for (const DemandResource& r : kernel.demand->resources)
    most = std::max(most, r.removed[static_cast<std::size_t>(Inefficiency::coalescing)]);
  return most;
}

// The counted cause whose accesses queue where warps wait: its waits go with it. Local memory is global memory; an
// access of many sectors takes as many turns as many accesses, one with conflicts as many wavefronts; atomics on few
// addresses follow each other. Empty: none, or too few warps to queue, and the wait is a cause of its own.
std::string_view owner_of(const Placement& kernel, const Gap& gap, WaitsFor waits_for) {
  if (idle_sms_alone(kernel, gap)) return "";
  const GapFactor* spills = gap.find("spills");
  if (waits_for == WaitsFor::shared_memory)
    return kernel.bank_conflict_degree.value_or(1) > kMixedWidths ? "bank-conflicts" : "";
  if (waits_for != WaitsFor::global_memory) return "";
  if (spills && spills->factor >= kWorthAnAdvice) return "spills";
  if (unused_share(kernel) > kMostlyUnused) return "coalescing";
  return kernel.busiest == RoofResource(Pipe::atomic) || kernel.busiest == RoofResource(Pipe::atomic_slice) ? "atomics"
                                                                                                            : "";
}

// As if its waits took the time that samples give them beyond the model's; false where the cause is not known.
bool give_waits(const Placement& kernel, std::string_view owner, double factor, const std::string& shares,
                Explanation& explanation) {
  const Gap& gap = *explanation.gap;
  auto& all = explanation.advice;
  auto advice = std::find_if(all.begin(), all.end(), [&](const Advice& a) { return a.id == owner; });
  if (advice == all.end() && factor >= kWorthAnAdvice) {
    if (auto new_one = advice_on(kernel, gap, owner)) {
      all.push_back(std::move(*new_one));
      advice = all.end() - 1;
    }
  }
  if (advice == all.end()) return false;
  advice->gain_high *= factor;
  advice->evidence += "; samples of warps: " + shares;
  advice->assumes += "; what warps were seen to wait for goes with it";
  cap(*advice, gap);
  return true;
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

// Where samples say that instructions take longer than the gap predicts, a factor "stalls" takes that from what is
// unexplained; it is named by the wait with the most samples, and says what would shorten that. Time by samples:
//   imbalance * instructions of a scheduler / (warps of a scheduler * share of samples that issue), and start-up
// `samples` are those of this kernel alone, `explanation` is the one without them.
Explanation explain_by_samples(const Placement& kernel, const SourceProfile& samples, Explanation explanation) {
  if (!explanation.gap) return explanation;
  Gap& gap = *explanation.gap;
  const auto time = time_by_samples(kernel, samples, gap);
  const auto unexplained =
      std::find_if(gap.factors.begin(), gap.factors.end(), [](const GapFactor& f) { return f.id == "unexplained"; });
  if (!time || unexplained == gap.factors.end()) return explanation;
  const double factor = *time / (gap.measured / unexplained->factor);
  if (factor <= 1) return explanation;
  const auto worst = std::find_if(samples.stalls.begin(), samples.stalls.end(),
                                  [](const StallShare& s) { return is_wait(s.reason) && find_stall(s.reason); });
  if (worst == samples.stalls.end()) return explanation;
  const StallReason& reason = *find_stall(worst->reason);
  unexplained->factor /= factor;
  unexplained->removed_first = std::min(unexplained->removed_first, std::max(1.0, unexplained->factor));
  unexplained->removed_last = unexplained->factor;
  if (gap.unexplained_share) gap.unexplained_share = std::log(unexplained->factor) / std::log(gap.total);
  gap.predicted = time;
  const std::string shares = listed(samples);
  gap.factors.insert(unexplained, {.id = "stalls",
                                   .label = reason.label,
                                   .factor = factor,
                                   .removed_first = factor,
                                   .removed_last = factor,
                                   .at_most = true,
                                   .counters = {fmt::format("{:.0f} samples of warps: {}", samples.samples, shares)}});
  if (kernel.failed()) return explanation;
  const std::string_view owner = owner_of(kernel, gap, reason.waits_for);
  if (!owner.empty() && factor >= kSmallestGain && give_waits(kernel, owner, factor, shares, explanation)) {
    rank(explanation.advice, kernel, gap);
    return explanation;
  }
  // An instruction of fixed latency is what the model calls dependence.
  const GapFactor* dependence = gap.find("dependence");
  const double gain = factor * (dependence && reason.id == "wait" ? dependence->factor : 1);
  if (gain < kWorthAnAdvice || reason.remedy.empty()) return explanation;
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
  if (advice.gain_high < kWorthAnAdvice) return explanation;
  if (reason.id == "barrier") std::erase_if(explanation.advice, [](const Advice& a) { return a.id == "barriers"; });
  explanation.advice.push_back(std::move(advice));
  rank(explanation.advice, kernel, gap);
  return explanation;
}

}  // namespace

Explanation explain(const Placement& kernel, const SourceProfile* samples) {
  Explanation result{.gap = explain_gap(kernel),
                     .latency = latency_standing(kernel),
                     .advice = {},
                     .own_roofs = own_roofs(kernel),
                     .integer_roof = integer_roof(kernel)};
  const auto& latency_roof = kernel.machine->ceilings.latency;
  if (result.gap) result.advice = advise(kernel, *result.gap, latency_roof ? &*latency_roof : nullptr);
  if (samples) return explain_by_samples(kernel, *samples, std::move(result));
  return result;
}

}  // namespace rooflens::models
