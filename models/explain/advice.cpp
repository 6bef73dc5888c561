#include "models/explain/advice.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "models/base/significant.hpp"
#include "models/explain/advice_idle_sms.hpp"
#include "models/explain/advice_latency.hpp"
#include "models/explain/gap.hpp"
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
    AdviceRow{"launch", "The GPU waits between launches.",
              "Capture the launches in a graph, or let one kernel do the work of several."},
    AdviceRow{"start-up", "Starting and draining the kernel takes a good part of its time.",
              "Give a launch more work: fewer, larger launches, or blocks that stay and take the next piece."},
    AdviceRow{"imbalance", "SMs finish at different times.",
              "Cut the work into smaller or more even blocks, or choose a grid of whole waves."},
    AdviceRow{"clock", "The SM clock was below its maximum.",
              "Look for the reason of the throttling: power limit, temperature, or a clock that somebody locked."},
    AdviceRow{"divergence", "Warps issue instructions for lanes that are not active.",
              "Let all lanes of a warp take the same side of a branch; compact the work before it."},
    AdviceRow{"predication", "Instructions are issued for lanes whose predicate is off.",
              "Let whole warps leave early, and give idle lanes elements of their own."},
    AdviceRow{"fma-mix", "Additions and products run one by one on a pipe that could do both at once.",
              "Write a * b + c where the formula allows, and let the compiler fuse (--fmad=true)."},
    AdviceRow{"overhead", "Instructions for addresses, loops and conversions take the issue slots.",
              "Vector accesses, unrolled loops, 32-bit indices, and what does not change computed outside of loops."},
    AdviceRow{"coalescing", "Sectors are moved of which only a part is used.",
              "Neighbouring lanes at neighbouring addresses; where the layout forbids it, through shared memory."},
    AdviceRow{"bank-conflicts", "Lanes of a warp meet in the same bank of shared memory.",
              "A padding column in the tile, or columns swizzled by XOR."},
    AdviceRow{"cache-traffic", "DRAM moves the same data more than once.",
              "Larger tiles, blocks in an order that shares lines in L2, and fused kernels that hand on values."},
    AdviceRow{"spills", "Registers are spilled to local memory, or arrays live there.",
              "Constant indices into local arrays, smaller unrolling, or a higher register limit."},
};

std::string percent(double share) { return fmt::format("{:.{}f} %", 100 * share, share < 0.1 ? 1 : 0); }

// For the middle of a sentence.
std::string_view in_words(std::string_view resource) {
  if (resource == info(Level::shared).label) return "shared memory";
  return resource == kWarpIssueLabel ? "warp issue" : resource;
}

std::string waves(const Placement& kernel) {
  const auto& launches = kernel.observation->launches;
  if (launches.size() != 1 || !launches.front().blocks_per_sm || kernel.machine->device.sm_count <= 0) return "";
  const double resident = static_cast<double>(*launches.front().blocks_per_sm) * kernel.machine->device.sm_count;
  return resident > 0 ? fmt::format("; the grid is {} waves",
                                    significant(static_cast<double>(launches.front().grid.count()) / resident))
                      : "";
}

std::string accesses(const Placement& kernel) {
  std::string text;
  for (const auto& [what, id] : {std::pair{"loads", "load_coalescing"}, std::pair{"stores", "store_coalescing"}}) {
    const auto use = metric(kernel, id);
    if (!use || *use > 1) continue;
    text += fmt::format("{}{} use {}", text.empty() ? "" : ", ", what, percent(*use));
  }
  return text + " of the bytes that they move";
}

// Of the format that is nearest to its roof; nothing where that is one of the tensor pipe.
std::optional<ArithmeticMix> own_mix(const Placement& kernel) {
  return kernel.precision ? arithmetic_mix(kernel, *kernel.precision) : std::nullopt;
}

std::string overhead_evidence(const Placement& kernel) {
  std::string text = fmt::format("{} of the issue slots are used", percent(kernel.instruction_roofline->heights.issued /
                                                                           *kernel.instruction_roofline->peak));
  const auto mix = own_mix(kernel);
  if (mix && mix->issue) {
    text += fmt::format(", and beside the other instructions they allow {:.3g} TFLOP/s of {}",
                        mix->issue->value() * 1e-12, info(*kernel.precision).label);
  }
  return text;
}

std::string evidence(const Placement& kernel, const GapFactor& factor) {
  const auto value = [&](std::string_view id) { return metric(kernel, id).value_or(0); };
  if (factor.id == "divergence") return fmt::format("{:.1f} of 32 lanes are active", 32 * value("lane_efficiency"));
  if (factor.id == "predication")
    return fmt::format("{} of the active lanes are switched off", percent(1 - value("predication_efficiency")));
  if (factor.id == "overhead" && kernel.instruction_roofline && kernel.instruction_roofline->peak)
    return overhead_evidence(kernel);
  if (factor.id == "fma-mix") {
    if (const auto mix = own_mix(kernel))
      return fmt::format("{} of the {} arithmetic is fused: at most {} of the roof", percent(mix->fused_share),
                         info(*kernel.precision).label, percent(mix->of_roof));
  }
  if (factor.id == "coalescing") return accesses(kernel);
  if (factor.id == "bank-conflicts" && kernel.bank_conflict_degree)
    return fmt::format("{:.1f} wavefronts where one would do", *kernel.bank_conflict_degree);
  if (factor.id == "cache-traffic" && kernel.comparison.dram_bytes)
    return fmt::format("{} times the compulsory bytes", significant(*kernel.comparison.dram_bytes));
  if (factor.id == "spills") return fmt::format("{} accesses of local memory", significant(value("local_accesses")));
  if (const auto balance = metric(kernel, "sm_balance"); factor.id == "imbalance" && balance && *balance > 0)
    return fmt::format("the busiest SM is active {} times as long as the mean{}", significant(1 / *balance),
                       waves(kernel));
  if (factor.id == "clock" && kernel.observation->clocks_after.sm)
    return fmt::format("{:.0f} of {:.0f} MHz", in_megahertz(*kernel.observation->clocks_after.sm),
                       in_megahertz(kernel.machine->device.sm_clock_maximum));
  return "a factor of " + significant(factor.factor);
}

bool is_demand(std::string_view id) {
  return std::any_of(kInefficiencyTable.begin(), kInefficiencyTable.end(),
                     [&](const InefficiencyInfo& entry) { return entry.id == id; });
}

bool is_shared_by_all_sms(std::string_view resource) {
  return resource == info(Level::l2).label || resource == info(Level::dram).label;
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
  const auto rests = [&](std::string_view text) {
    advice.rests_on.append(advice.rests_on.empty() ? "" : "; ").append(text);
  };
  const bool demand = is_demand(factor.id);
  const bool taken_over = demand && !factor.then_busiest.empty() && factor.then_busiest != gap.busiest;
  if (demand && gap.busiest_fraction >= kBusyThreshold && taken_over) {
    const double less_busy = factor.removed_first * kBusyThreshold / gap.busiest_fraction;
    advice.gain_low = std::max(1.0, std::min(advice.gain_low, less_busy));
    rests(fmt::format("{} is the limit then; the lower end is for {} of its roof", in_words(factor.then_busiest),
                      percent(kBusyThreshold)));
  } else if (demand && gap.busiest_fraction >= kBusyThreshold) {
    rests(fmt::format("{} is at {} of its roof, so time follows demand", in_words(gap.busiest),
                      percent(gap.busiest_fraction)));
  } else if (demand) {
    advice.gain_low = 1;
    rests(fmt::format("nothing is saturated ({} at {}): less demand may bring nothing, or more if waiting goes with it",
                      in_words(gap.busiest), percent(gap.busiest_fraction)));
  }
  if (factor.at_most) {
    advice.gain_low = 1;
    rests("part of it may have to stay");
  }
  if (factor.at_best && *factor.at_best > std::max(factor.removed_first, factor.removed_last)) {
    rests("the upper end holds if the unused sectors came from DRAM");
  }
  if (factor.id == "imbalance" && is_shared_by_all_sms(gap.busiest) && gap.busiest_fraction >= kBusyThreshold) {
    advice.gain_low = 1;
    rests(fmt::format("the last blocks may already have had all of {}", in_words(gap.busiest)));
  }
  if (factor.id == "start-up") {
    advice.gain_low = 1;
    rests("a launch always has a beginning and an end: how much of them can go is not known");
  }
  if (factor.id == "imbalance") {
    advice.gain_low = beside_start_up(gap, advice.gain_low);
    advice.gain_high = beside_start_up(gap, advice.gain_high);
  }
  if (factor.id == "clock") rests("the memory clock stays as it is");
  if (advice.rests_on.empty()) rests("the rest of the kernel stays as it is");
  return advice;
}

std::string_view change_for(std::string_view resource) {
  if (resource == info(Level::l1).label || resource == info(Level::shared).label)
    return "Hold values in registers and use them several times: more results a thread, wider accesses.";
  if (resource == info(Level::l2).label) return "Larger tiles in shared memory, so that fewer bytes leave L2 at all.";
  if (resource == kWarpIssueLabel)
    return "More work an instruction: wider accesses, matrix instructions, packed formats.";
  return "Another algorithm: this one executes more than the task needs.";
}

std::optional<Advice> from_unclassified(const Gap& gap) {
  const GapFactor* factor = gap.find("unclassified");
  if (!factor) return std::nullopt;
  Advice advice{factor->id,
                fmt::format("There is more for {} to do than the task needs, and no counter shows it as waste.",
                            in_words(gap.unclassified_resource)),
                fmt::format("without every known inefficiency it still takes {} times the roof time",
                            significant(factor->factor)),
                std::string(change_for(gap.unclassified_resource)),
                1,
                std::max({1.0, factor->removed_first, factor->removed_last}),
                "the task can be done with less of it"};
  return advice;
}

// Instructions overlap with each other and with waiting: fewer of them save time only where some resource is busy.
// Fewer accesses to memory shorten waiting as well, but not of a kernel that hardly uses any resource.
bool is_gated(const Gap& gap, std::string_view id) {
  constexpr std::array<std::string_view, 4> kOfInstructions{"divergence", "predication", "fma-mix", "overhead"};
  if (std::find(kOfInstructions.begin(), kOfInstructions.end(), id) != kOfInstructions.end())
    return gap.busiest_fraction < kBusyThreshold;
  return (is_demand(id) || id == "unclassified") && gap.busiest_fraction < kHardlyBusy;
}

}  // namespace

std::vector<Advice> advise(const Placement& kernel, const Gap& gap, const LatencyRoof* latency_roof) {
  std::vector<Advice> all;
  if (kernel.failed()) return all;
  for (const AdviceRow& row : kRows) {
    const GapFactor* factor = gap.find(row.id);
    if (!factor) continue;
    auto idle = factor->id == "imbalance" ? idle_sms_advice(kernel, gap) : std::nullopt;
    all.push_back(idle ? std::move(*idle) : from_factor(kernel, gap, *factor, row));
  }
  if (auto advice = from_unclassified(gap)) all.push_back(std::move(*advice));
  if (auto advice = occupancy_advice(kernel, gap)) all.push_back(std::move(*advice));
  if (latency_roof) {
    if (auto advice = loads_in_flight_advice(kernel, gap, *latency_roof)) all.push_back(std::move(*advice));
  }
  std::erase_if(all, [&](const Advice& a) { return !(a.gain_high >= kSmallestGain) || is_gated(gap, a.id); });
  // Where nothing is certain, a cause that was seen comes before what is left when all causes are taken away, and
  // before all instructions that are neither arithmetic nor accesses, of which most have to stay.
  const bool alone = idle_sms_alone(kernel, gap);
  const auto promise = [&](const Advice& a) {
    const bool rest = a.id == "unclassified" || a.id == "overhead" || (a.id == "imbalance" && alone);
    return a.gain_low * a.gain_low * (rest && a.gain_low == 1 ? std::sqrt(a.gain_high) : a.gain_high);
  };
  std::stable_sort(all.begin(), all.end(), [&](const Advice& a, const Advice& b) { return promise(a) > promise(b); });
  return all;
}

}  // namespace rooflens::models
