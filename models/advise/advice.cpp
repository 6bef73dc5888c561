#include "models/advise/advice.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <variant>

#include "models/advise/advice_barriers.hpp"
#include "models/advise/advice_conversions.hpp"
#include "models/advise/advice_division.hpp"
#include "models/advise/advice_excess.hpp"
#include "models/advise/advice_factor.hpp"
#include "models/advise/advice_formats.hpp"
#include "models/advise/advice_functions.hpp"
#include "models/advise/advice_host.hpp"
#include "models/advise/advice_idle_sms.hpp"
#include "models/advise/advice_latency.hpp"
#include "models/advise/advice_narrow.hpp"
#include "models/advise/advice_reread.hpp"
#include "models/base/significant.hpp"
#include "models/base/thresholds.hpp"
#include "models/gap/gap.hpp"
#include "models/place/kernel_metric.hpp"
#include "models/place/placement.hpp"

namespace rooflens::models {
namespace {

// Of the time, what the busiest of those resources needs that execute instructions.
double busiest_of_instructions(const Placement& kernel, const Gap& gap) {
  Seconds most;
  for (const DemandResource& r : kernel.demand->resources) {
    const auto* pipe = std::get_if<Pipe>(&r.resource);
    const bool of_memory = pipe && (is_of_atomics(*pipe) || is_of_host(*pipe) || *pipe == Pipe::constants);
    if (of_memory || std::holds_alternative<Level>(r.resource)) continue;
    most = std::max(most, kernel.demand->needed_together(r, kAllInefficiencies, RoofClock::run));
  }
  return gap.measured.value() > 0 ? most / gap.measured : 0;
}

// Instructions overlap with each other and with waiting: fewer of them save time only where some of what executes them
// is busy. Fewer accesses to memory shorten waiting as well, but not of a kernel that hardly uses any resource.
bool is_gated(const Placement& kernel, const Gap& gap, std::string_view id) {
  // Warps with idle lanes wait as long as full ones, for less work.
  if (id == "divergence" && metric(kernel, "lane_efficiency").value_or(1) < kManyIdleLanes)
    return gap.busiest_fraction < kHardlyBusy;
  constexpr std::array<std::string_view, 4> kOfInstructions{"divergence", "predication", "fma-mix", "overhead"};
  if (std::ranges::find(kOfInstructions, id) != kOfInstructions.end())
    return busiest_of_instructions(kernel, gap) < kBusyThreshold;
  // Of long sequences in which each instruction waits for the one before.
  constexpr std::array<std::string_view, 3> kOfSequences{"integer-division", kFunctions, kConversions};
  if (std::ranges::find(kOfSequences, id) != kOfSequences.end())
    return busiest_of_instructions(kernel, gap) < kBusyEnough;
  // Where a resource is busy, others of its warps work while some wait.
  if (id == "barriers") return gap.busiest_fraction >= kBusyThreshold;
  return (is_demand(id) || id == "unclassified" || id == "constants") && gap.busiest_fraction < kHardlyBusy;
}

auto place_of(std::vector<Advice>& all, std::string_view id) { return std::ranges::find(all, id, &Advice::id); }

}  // namespace

std::string gain_text(const Advice& advice) {
  const std::string low = significant(advice.gain_low);
  const std::string high = significant(advice.gain_high);
  if (low == high) return high + "×";
  return low == significant(1.0) ? fmt::format("up to {}×", high) : fmt::format("{}× to {}×", low, high);
}

// What leaves the demand as it is leaves the time that the busiest resource needs for it.
void cap(Advice& advice, const Gap& gap) {
  constexpr std::array<std::string_view, 6> kKeepDemand{"imbalance", "start-up", "occupancy",
                                                        "few-warps", "barriers", "stalls"};
  if (gap.compulsory) advice.gain_high = std::min(advice.gain_high, gap.total);
  if (gap.busiest_fraction > 0 && std::ranges::find(kKeepDemand, advice.id) != kKeepDemand.end())
    advice.gain_high = std::min(advice.gain_high, std::max(1.0, 1 / gap.busiest_fraction));
  advice.gain_low = std::max(1.0, std::min(advice.gain_low, advice.gain_high));
}

void rank(std::vector<Advice>& all, const Placement& kernel, const Gap& gap) {
  // Where nothing is certain, a cause that was seen comes before what is left when all causes are taken away, and
  // before all instructions that are neither arithmetic nor accesses, of which most have to stay.
  const bool alone = idle_sms_alone(kernel, gap);
  // Work per thread and matrix instructions make another kernel: it has to bring half as much again as a cause that
  // goes.
  const auto promise = [&](const Advice& a) {
    const bool rest = a.id == "unclassified" || a.id == "reuse" || a.id == "overhead" || a.id == kFunctions ||
                      (a.id == "work-per-thread" && of_instructions(kernel, gap)) || (a.id == "imbalance" && alone);
    const double middle = std::sqrt(a.gain_low * (rest && a.gain_low == 1 ? std::sqrt(a.gain_high) : a.gain_high));
    return a.id == "work-per-thread" || a.id == "few-warps" || a.id == kTensorHint ? std::pow(middle, kRewriting)
                                                                                   : middle;
  };
  std::stable_sort(all.begin(), all.end(), [&](const Advice& a, const Advice& b) { return promise(a) > promise(b); });
  // Where sectors are partly used, repeated traffic may be theirs.
  const auto traffic = place_of(all, "cache-traffic"), unused = place_of(all, "coalescing");
  if (traffic < unused && unused != all.end() && traffic->gain_high <= unused->gain_high)
    std::iter_swap(traffic, unused);
}

std::vector<Advice> advise(const Placement& kernel, const Gap& gap, const LatencyRoof* latency_roof) {
  if (kernel.failed()) return {};
  std::vector<Advice> all = factor_advice(kernel, gap);
  if (auto advice = division_advice(kernel, gap)) all.push_back(std::move(*advice));
  if (auto advice = functions_advice(kernel, gap)) all.push_back(std::move(*advice));
  if (auto advice = excess_advice(gap)) all.push_back(std::move(*advice));
  if (auto advice = reuse_advice(kernel, gap)) all.push_back(std::move(*advice));
  if (auto advice = reread_advice(kernel, gap)) all.push_back(std::move(*advice));
  if (auto advice = narrow_advice(kernel, gap)) all.push_back(std::move(*advice));
  if (auto advice = host_advice(kernel, gap)) all.push_back(std::move(*advice));
  if (auto advice = few_warps_advice(kernel, gap)) all.push_back(std::move(*advice));
  if (auto advice = barriers_advice(kernel)) all.push_back(std::move(*advice));
  if (auto advice = occupancy_advice(kernel, gap)) all.push_back(std::move(*advice));
  if (gap.waiting) {
    if (auto advice = work_per_thread_advice(kernel, gap)) all.push_back(std::move(*advice));
    if (auto advice = serial_loads_advice(kernel, gap)) all.push_back(std::move(*advice));
  } else if (latency_roof) {
    if (auto advice = loads_in_flight_advice(kernel, gap, *latency_roof)) all.push_back(std::move(*advice));
  }
  if (auto advice = rewriting_advice(kernel, gap)) {
    // No load is moved ahead of such a store: where loads wait for each other, that is why.
    const auto loads = place_of(all, "loads-in-flight");
    if (loads != all.end()) {
      advice->gain_high = std::max(advice->gain_high, loads->gain_high);
      all.erase(loads);
    }
    all.push_back(std::move(*advice));
  }
  // Factors that make up more time than it took, beyond the model's error, are too large: which of them nobody knows.
  const GapFactor* unexplained = gap.find("unexplained");
  const double sure = unexplained ? std::min(1.0, unexplained->factor * kModelError) : 1;
  for (Advice& a : all) {
    a.gain_low *= sure;
    cap(a, gap);
  }
  const auto mean_gain = [](const Advice& a) { return std::sqrt(a.gain_low * a.gain_high); };
  // What may not need FP64 at all is no product of it. Both are beyond the roof of its own pipe.
  auto fp64 = double_advice(kernel, gap);
  const bool of_fp64 = !fp64 || mean_gain(*fp64) < kSmallestGain;
  if (fp64) {
    all.push_back(std::move(*fp64));  // its conversions go with it
  } else if (auto advice = conversions_advice(kernel, gap)) {
    all.push_back(std::move(*advice));
  }
  if (auto advice = tensor_advice(kernel, gap, of_fp64)) all.push_back(std::move(*advice));
  std::erase_if(all, [&](const Advice& a) { return a.id == "start-up" && a.gain_high < kWorthAnAdvice; });
  std::erase_if(all, [&](const Advice& a) { return !(mean_gain(a) >= kSmallestGain) || is_gated(kernel, gap, a.id); });
  rank(all, kernel, gap);
  // Sectors of which little is used are fetched again for the rest of them.
  const auto reread = place_of(all, "reread");
  if (reread != all.end() && place_of(all, "coalescing") != all.end()) all.erase(reread);
  // Idle lanes of the few threads that work go with the waits for them.
  const auto barriers = place_of(all, "barriers"), divergence = place_of(all, "divergence");
  if (divergence < barriers && barriers != all.end() && divergence->gain_high <= barriers->gain_high &&
      metric(kernel, "lane_efficiency").value_or(1) < kManyIdleLanes)
    std::iter_swap(divergence, barriers);
  // What local memory moves leaves the caches as if it were read again and again.
  const auto spills = place_of(all, "spills"), traffic = place_of(all, "cache-traffic");
  if (spills < traffic && traffic != all.end()) all.erase(traffic);
  return all;
}

}  // namespace rooflens::models
