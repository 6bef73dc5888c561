#include "models/explain/advice.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <variant>

#include "models/base/significant.hpp"
#include "models/base/thresholds.hpp"
#include "models/counters/names.hpp"
#include "models/explain/advice_division.hpp"
#include "models/explain/advice_evidence.hpp"
#include "models/explain/advice_excess.hpp"
#include "models/explain/advice_idle_sms.hpp"
#include "models/explain/advice_latency.hpp"
#include "models/explain/gap.hpp"
#include "models/explain/hints.hpp"
#include "models/explain/own_roofs.hpp"
#include "models/place/kernel_metric.hpp"
#include "models/place/placement.hpp"

namespace rooflens::models {
namespace {

struct AdviceRow {
  std::string_view id;
  std::string_view cause;
  std::string_view change;
};

constexpr std::array kRows{
    AdviceRow{"start-up", "The GPU fills and drains around each launch.",
              "Give each launch more work: fewer, larger launches, or persistent blocks."},
    AdviceRow{"imbalance", "SMs finish at different times.",
              "Use smaller or more even blocks, or a grid of whole waves."},
    AdviceRow{"clock", "The SM clock was below its maximum.",
              "Find the cause of the throttling: power limit, temperature, or a locked clock."},
    AdviceRow{"divergence", "Warps diverge: instructions are issued for inactive lanes.",
              "Make all lanes of a warp take the same branch; compact the work first."},
    AdviceRow{"predication", "Instructions are issued for predicated-off lanes.",
              "Let whole warps exit early, and give idle lanes work of their own."},
    AdviceRow{"fma-mix", "Additions and multiplications are not fused.",
              "Write a * b + c where the formula allows, and compile with --fmad=true."},
    AdviceRow{"overhead", "Address, loop and conversion instructions take the issue slots.",
              "Use vector accesses, unrolled loops and 32-bit indices; hoist invariants out of loops."},
    AdviceRow{
        "coalescing", "Accesses are uncoalesced: warps touch more sectors than their bytes need.",
        "Let neighbouring lanes access neighbouring addresses; where the layout forbids it, go through shared memory."},
    AdviceRow{"bank-conflicts", "Shared-memory bank conflicts.", "Pad the tile by one column, or swizzle it (XOR)."},
    AdviceRow{"cache-traffic", "DRAM moves the same data more than once.",
              "Use larger tiles, order blocks so that they share L2 lines, and fuse kernels."},
    AdviceRow{"spills", "Registers spill to local memory, or arrays live there.",
              "Index local arrays by constants, unroll less, or raise the register limit."},
};

constexpr std::uint64_t kLanes = 32;  // of a warp

// For the middle of a sentence.
std::string_view in_words(std::string_view resource) {
  if (resource == info(Level::shared).label) return "shared memory";
  return resource == kWarpIssueLabel ? "warp issue" : resource;
}

// The board drew all the power that it may, or the busiest roof was itself reached at a clock that power allowed.
bool power_sets_the_clock(const Placement& kernel) {
  const ClockSample& during = kernel.observation->clocks_during;
  const auto& reasons = during.throttle_reasons;
  const DemandResource* busiest = kernel.demand->longest(kAllInefficiencies, RoofClock::run);
  return std::find(reasons.begin(), reasons.end(), kPowerCap) != reasons.end() ||
         (busiest && busiest->origin && busiest->origin->power_watts);
}

bool is_demand(std::string_view id) {
  return std::ranges::find(kInefficiencyTable, id, &InefficiencyInfo::id) != kInefficiencyTable.end();
}

// Arithmetic and accesses take their time however few instructions stand around them.
double most_without_overhead(const Placement& kernel, const Gap& gap) {
  const Seconds left = kernel.demand->time(kAllInefficiencies & ~only(Inefficiency::overhead), RoofClock::run);
  return left.value() > 0 ? std::max(1.0, gap.measured / left) : std::numeric_limits<double>::infinity();
}

bool is_shared_by_all_sms(std::string_view resource) {
  return resource == info(Level::l2).label || resource == info(Level::dram).label;
}

// Between what the model of waiting says and what the busiest resource allows, with the error of the model. Part of the
// cause may be unavoidable, and how much of DRAM's traffic is its is not known.
Advice by_waiting(Advice advice, const GapFactor& factor) {
  advice.gain_low = factor.at_most ? 1 : std::max(1.0, std::min(*factor.by_waiting, advice.gain_high) / kWaitingError);
  advice.gain_high = std::max(advice.gain_high, *factor.by_waiting);
  // Less than its own error is nothing that the model says; of where unused sectors come from it says nothing at all.
  if (factor.factor < kSmallestGain && *factor.by_waiting < kWaitingError) {
    const double best = factor.at_best.value_or(1);
    advice.gain_high = best >= kWorthAnAdvice ? best : 1;
  } else if (advice.gain_high >= kSmallestGain) {
    advice.gain_high *= kWaitingError;
  }
  advice.assumes = factor.at_most ? "part of it may be unavoidable" : "warps wait for nothing else";
  if (factor.at_best && *factor.at_best > std::max(factor.removed_first, factor.removed_last))
    advice.assumes += "; the upper end holds if the unused sectors came from DRAM";
  return advice;
}

// Each launch waits for its code and parameters, those that kernels make on the device as well.
void of_many_launches(const Placement& kernel, const WaitingModel& now, Advice& advice) {
  WaitingModel one = now;
  one.waiting.launches = 1;
  const Seconds then = time_with(one, *kernel.demand, kAllInefficiencies);
  const double gain = time_with(now, *kernel.demand, kAllInefficiencies) / then;
  if (gain < kSmallestGain) return;
  advice.evidence = fmt::format("{:.0f} launches in one run", now.waiting.launches);
  advice.gain_high = std::max(advice.gain_high, gain * kWaitingError);
}

// The roof takes each addition and each product for half of a fused pair, but fusing takes one of both.
void leave_what_has_no_counterpart(const Placement& kernel, Advice& advice) {
  const auto mix = own_mix(kernel);
  if (!mix) return;
  for (double* gain : {&advice.gain_low, &advice.gain_high}) *gain = 1 / (1 - mix->fusable_share * (1 - 1 / *gain));
}

// A block that is no multiple of a warp leaves lanes of its last warp empty, whatever its branches do.
void of_partial_warps(const Placement& kernel, Advice& advice) {
  const auto& launches = kernel.observation->launches;
  const auto active = metric(kernel, "lane_efficiency");
  if (launches.size() != 1 || !active) return;
  const auto threads = launches.front().block.count();
  const auto warps = (threads + kLanes - 1) / kLanes;
  const double filled = static_cast<double>(threads) / static_cast<double>(warps * kLanes);
  if (!(filled < 1) || 1 - filled < (1 - *active) / 2) return;
  advice.cause = fmt::format("Blocks of {} threads leave lanes of their last warp empty.", threads);
  advice.change = "Use blocks of a multiple of 32 threads.";
}

Advice from_factor(const Placement& kernel, const Gap& gap, const GapFactor& factor, const AdviceRow& row) {
  const double most = std::max({factor.removed_first, factor.removed_last, factor.at_best.value_or(1)});
  const double least = std::min(factor.removed_first, factor.removed_last);
  Advice advice{row.id,
                std::string(row.cause),
                evidence(kernel, factor),
                std::string(row.change),
                std::max(1.0, least),
                std::max(1.0, most),
                {}};
  if (const GapFactor* unused = gap.find("coalescing"); factor.id == "cache-traffic" && unused && unused->at_best &&
                                                        *unused->at_best > unused->removed_first * kSmallestGain) {
    advice.cause = "DRAM moves more than the task needs: the same data more than once, or partly used sectors.";
    advice.change = "Coalesce accesses first; then use larger tiles and fuse kernels.";
  }
  const auto rests = [&](std::string_view text) {
    advice.assumes.append(advice.assumes.empty() ? "" : "; ").append(text);
  };
  const bool demand = is_demand(factor.id);
  if (demand && factor.by_waiting) {
    advice = by_waiting(std::move(advice), factor);
    if (factor.id == "overhead") advice.gain_high = std::min(advice.gain_high, most_without_overhead(kernel, gap));
    return advice;
  }
  const bool taken_over = demand && !factor.then_busiest.empty() && factor.then_busiest != gap.busiest;
  if (demand && gap.busiest_fraction >= kBusyThreshold && taken_over) {
    const double less_busy = factor.removed_first * kBusyThreshold / gap.busiest_fraction;
    advice.gain_low = std::max(1.0, std::min(advice.gain_low, less_busy));
    rests(fmt::format("{} becomes the bottleneck, and reaches {:.0f} to 100 % of its roof",
                      in_words(factor.then_busiest), 100 * kBusyThreshold));
  } else if (demand && gap.busiest_fraction >= kBusyThreshold) {
    rests(fmt::format("{} is at {} of its roof, so time follows demand", in_words(gap.busiest),
                      percent_text(gap.busiest_fraction)));
  } else if (demand) {
    advice.gain_low = 1;
    rests(fmt::format("this takes the time, although no resource is saturated ({} at {})", in_words(gap.busiest),
                      percent_text(gap.busiest_fraction)));
  }
  if (factor.at_most) {
    advice.gain_low = 1;
    rests("part of it may be unavoidable");
  }
  if (factor.at_best && *factor.at_best > std::max(factor.removed_first, factor.removed_last)) {
    rests("the upper end holds if the unused sectors came from DRAM");
  }
  if (factor.id == "imbalance" && is_shared_by_all_sms(gap.busiest) && gap.busiest_fraction >= kBusyThreshold) {
    advice.gain_low = 1;
    rests(fmt::format("the last blocks may already saturate {}", in_words(gap.busiest)));
  }
  if (factor.id == "start-up") {
    advice.gain_low = 1;
    rests("upper bound: part of the launch overhead cannot be removed; how much is unknown");
    if (gap.waiting && gap.waiting->waiting.launches > 1) of_many_launches(kernel, *gap.waiting, advice);
  }
  if (factor.id == "imbalance") {
    if (const auto waves = grid_in_waves(kernel)) {
      constexpr double kMany = 8;
      if (*waves < 1) {
        advice.change = "Use smaller and more blocks, so that every SM has several.";
      } else if (*waves >= kMany || *waves == std::round(*waves)) {
        advice.change = "Use smaller or more even blocks.";
      }
    }
    advice.gain_low = beside_start_up(gap, advice.gain_low);
    advice.gain_high = beside_start_up(gap, advice.gain_high);
    // What SMs do in the time that they gain is by the model of waiting, with its error.
    if (gap.waiting && advice.gain_high >= kSmallestGain) {
      advice.gain_low = std::max(1.0, advice.gain_low / kWaitingError);
      advice.gain_high = 1 + (advice.gain_high - 1) * kWaitingError;
    }
  }
  if (factor.id == "clock") {
    advice.gain_low = 1;
    rests("the clock can be raised; the memory clock stays as it is");
  }
  if (advice.assumes.empty()) rests("the rest of the kernel stays as it is");
  return advice;
}

// Of the time, what the busiest of those resources needs that execute instructions.
double busiest_of_instructions(const Placement& kernel, const Gap& gap) {
  Seconds most;
  for (const DemandResource& r : kernel.demand->resources) {
    const auto* pipe = std::get_if<Pipe>(&r.resource);
    const bool of_memory = pipe && (is_of_atomics(*pipe) || *pipe == Pipe::constants);
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
  constexpr std::array<std::string_view, 5> kOfInstructions{"divergence", "predication", "fma-mix", "overhead",
                                                            "integer-division"};
  if (std::find(kOfInstructions.begin(), kOfInstructions.end(), id) != kOfInstructions.end())
    return busiest_of_instructions(kernel, gap) < kBusyThreshold;
  // Where a resource is busy, others of its warps work while some wait.
  if (id == "barriers") return gap.busiest_fraction >= kBusyThreshold;
  return (is_demand(id) || id == "unclassified" || id == "constants") && gap.busiest_fraction < kHardlyBusy;
}

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
    const bool rest = a.id == "unclassified" || a.id == "reuse" || a.id == "overhead" ||
                      (a.id == "work-per-thread" && of_instructions(kernel, gap)) || (a.id == "imbalance" && alone);
    const double middle = std::sqrt(a.gain_low * (rest && a.gain_low == 1 ? std::sqrt(a.gain_high) : a.gain_high));
    return a.id == "work-per-thread" || a.id == "few-warps" || a.id == kTensorHint ? std::pow(middle, kRewriting)
                                                                                   : middle;
  };
  std::stable_sort(all.begin(), all.end(), [&](const Advice& a, const Advice& b) { return promise(a) > promise(b); });
  // Where sectors are partly used, repeated traffic may be theirs.
  const auto place_of = [&](std::string_view id) {
    return std::find_if(all.begin(), all.end(), [&](const Advice& a) { return a.id == id; });
  };
  const auto traffic = place_of("cache-traffic"), unused = place_of("coalescing");
  if (traffic < unused && unused != all.end() && traffic->gain_high <= unused->gain_high)
    std::iter_swap(traffic, unused);
}

std::optional<Advice> advice_on(const Placement& kernel, const Gap& gap, std::string_view id) {
  const auto row = std::find_if(kRows.begin(), kRows.end(), [&](const AdviceRow& r) { return r.id == id; });
  const GapFactor* factor = gap.find(id);
  return row != kRows.end() && factor ? std::optional(from_factor(kernel, gap, *factor, *row)) : std::nullopt;
}

std::vector<Advice> advise(const Placement& kernel, const Gap& gap, const LatencyRoof* latency_roof) {
  std::vector<Advice> all;
  if (kernel.failed()) return all;
  for (const AdviceRow& row : kRows) {
    const GapFactor* factor = gap.find(row.id);
    if (!factor || (factor->id == "clock" && power_sets_the_clock(kernel))) continue;
    auto idle = factor->id == "imbalance" ? idle_sms_advice(kernel, gap) : std::nullopt;
    all.push_back(idle ? std::move(*idle) : from_factor(kernel, gap, *factor, row));
    if (factor->id == "fma-mix") leave_what_has_no_counterpart(kernel, all.back());
    if (factor->id == "divergence") of_partial_warps(kernel, all.back());
    if (factor->id == "overhead" && special_function_share(kernel))
      all.back().change += " If fast special functions are precise enough, use them (-use_fast_math).";
  }
  if (auto advice = division_advice(kernel, gap)) all.push_back(std::move(*advice));
  if (auto advice = excess_advice(gap)) all.push_back(std::move(*advice));
  if (auto advice = reuse_advice(kernel, gap)) all.push_back(std::move(*advice));
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
    const auto loads = std::ranges::find(all, std::string_view("loads-in-flight"), &Advice::id);
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
  if (auto advice = double_advice(kernel, gap)) all.push_back(std::move(*advice));
  if (auto advice = tensor_advice(kernel, gap)) all.push_back(std::move(*advice));  // beyond the roof of its own pipe
  std::erase_if(all, [&](const Advice& a) { return a.id == "start-up" && a.gain_high < kWorthAnAdvice; });
  const auto mean_gain = [](const Advice& a) { return std::sqrt(a.gain_low * a.gain_high); };
  std::erase_if(all, [&](const Advice& a) { return !(mean_gain(a) >= kSmallestGain) || is_gated(kernel, gap, a.id); });
  rank(all, kernel, gap);
  // What local memory moves leaves the caches as if it were read again and again.
  const auto spills = std::ranges::find(all, std::string_view("spills"), &Advice::id);
  const auto traffic = std::ranges::find(all, std::string_view("cache-traffic"), &Advice::id);
  if (spills < traffic && traffic != all.end()) all.erase(traffic);
  return all;
}

}  // namespace rooflens::models
