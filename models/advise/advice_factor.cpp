#include "models/advise/advice_factor.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>

#include "models/advise/advice_evidence.hpp"
#include "models/advise/advice_idle_sms.hpp"
#include "models/base/significant.hpp"
#include "models/base/thresholds.hpp"
#include "models/gap/gap.hpp"
#include "models/gap/own_roofs.hpp"
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
    AdviceRow{"bank-conflicts", "Shared-memory bank conflicts.",
              "Pad the array by one column, or swizzle its index (XOR)."},
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

// What else there is to do takes its time.
double most_without(Inefficiency one, const Placement& kernel, const Gap& gap) {
  const Seconds left = kernel.demand->time(kAllInefficiencies & ~only(one), RoofClock::run);
  return left.value() > 0 ? std::max(1.0, gap.measured / left) : std::numeric_limits<double>::infinity();
}

// Where most of what L1 serves is local memory, time that nothing explains may be its as well.
double most_without_spills(const Placement& kernel, const Gap& gap, double by_model) {
  const DemandResource* l1 = kernel.demand->find(Level::l1);
  const GapFactor* unexplained = gap.find("unexplained");
  const bool mostly = l1 && l1->removed[static_cast<std::size_t>(Inefficiency::spills)] >= kMostlySpills;
  if (!mostly || !unexplained || unexplained->factor <= 1) return by_model;
  return std::max(by_model, std::min(by_model * unexplained->factor, most_without(Inefficiency::spills, kernel, gap)));
}

bool is_shared_by_all_sms(std::string_view resource) {
  return resource == info(Level::l2).label || resource == info(Level::dram).label;
}

// If unused sectors came from DRAM, and nothing waits for them to be moved, the time that DRAM is busy with them goes;
// where it limits, time follows its traffic.
double at_best(const Placement& kernel, const GapFactor& factor) {
  const double best = factor.at_best.value_or(1);
  const DemandResource* dram = kernel.demand->find(Level::dram);
  if (!dram || !dram->busy || *dram->busy >= kBusyThreshold) return best;
  return 1 / (1 - *dram->busy * (1 - 1 / best));
}

// Between what the model of waiting says and what the busiest resource allows, with the error of the model. Part of the
// cause may be unavoidable, and how much of DRAM's traffic is its is not known.
Advice by_waiting(const Placement& kernel, Advice advice, const GapFactor& factor) {
  advice.gain_low =
      factor.at_most
          ? 1
          : std::max(1.0, std::pow(std::min(*factor.by_waiting, advice.gain_high), kSureOfGain) / kWaitingError);
  advice.gain_high = std::max(advice.gain_high, *factor.by_waiting);
  // Less than its own error is nothing that the model says; of where unused sectors come from it says nothing at all.
  if (factor.factor < kSmallestGain && *factor.by_waiting < kWaitingError) {
    const double best = at_best(kernel, factor);
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
    advice = by_waiting(kernel, std::move(advice), factor);
    if (factor.id == "overhead")
      advice.gain_high = std::min(advice.gain_high, most_without(Inefficiency::overhead, kernel, gap));
    if (factor.id == "spills") {
      const double with_rest = most_without_spills(kernel, gap, advice.gain_high);
      if (with_rest > advice.gain_high) rests("the upper end holds if time that nothing explains is theirs");
      advice.gain_high = with_rest;
    }
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

// The board drew all the power that it may, or the busiest roof was itself reached at a clock that power allowed.
bool power_sets_the_clock(const Placement& kernel) {
  const ClockSample& during = kernel.observation->clocks_during;
  const auto& reasons = during.throttle_reasons;
  const DemandResource* busiest = kernel.demand->longest(kAllInefficiencies, RoofClock::run);
  return std::find(reasons.begin(), reasons.end(), kPowerCap) != reasons.end() ||
         (busiest && busiest->origin && busiest->origin->power_watts);
}

std::optional<Advice> of_row(const Placement& kernel, const Gap& gap, const AdviceRow& row) {
  const GapFactor* factor = gap.find(row.id);
  if (!factor || (factor->id == "clock" && power_sets_the_clock(kernel))) return std::nullopt;
  if (factor->id == "imbalance") {
    if (auto idle = idle_sms_advice(kernel, gap)) return idle;
  }
  Advice advice = from_factor(kernel, gap, *factor, row);
  if (factor->id == "fma-mix") leave_what_has_no_counterpart(kernel, advice);
  if (factor->id == "divergence") of_partial_warps(kernel, advice);
  if (factor->id == "overhead" && special_function_share(kernel))
    advice.change += " If fast special functions are precise enough, use them (-use_fast_math).";
  return advice;
}

}  // namespace

bool is_demand(std::string_view id) {
  return std::ranges::find(kInefficiencyTable, id, &InefficiencyInfo::id) != kInefficiencyTable.end();
}

std::optional<Advice> advice_on(const Placement& kernel, const Gap& gap, std::string_view id) {
  const auto row = std::find_if(kRows.begin(), kRows.end(), [&](const AdviceRow& r) { return r.id == id; });
  return row != kRows.end() ? of_row(kernel, gap, *row) : std::nullopt;
}

std::vector<Advice> factor_advice(const Placement& kernel, const Gap& gap) {
  std::vector<Advice> all;
  for (const AdviceRow& row : kRows) {
    if (auto advice = of_row(kernel, gap, row)) all.push_back(std::move(*advice));
  }
  return all;
}

}  // namespace rooflens::models
