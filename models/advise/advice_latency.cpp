#include "models/advise/advice_latency.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "models/advise/advice_evidence.hpp"
#include "models/advise/advice_excess.hpp"
#include "models/base/joined.hpp"
#include "models/base/significant.hpp"
#include "models/base/thresholds.hpp"
#include "models/counters/names.hpp"
#include "models/gap/gap.hpp"
#include "models/gap/latency_standing.hpp"
#include "models/place/kernel_metric.hpp"
#include "models/place/placement.hpp"
#include "models/roofs/occupancy_lift.hpp"

namespace rooflens::models {
namespace {

// What it waits for, as far as the gap says so.
std::string waiting_cause(const Gap& gap) {
  constexpr std::array kCauses{std::pair{"turnover", "blocks start and end"},
                               std::pair{"latency", "few loads are in flight"},
                               std::pair{"dependence", "instructions wait for each other"}};
  std::vector<std::string> causes;
  for (const auto& [id, cause] : kCauses) {
    const GapFactor* factor = gap.find(id);
    if (factor && factor->factor >= kSmallestGain) causes.emplace_back(cause);
  }
  const GapFactor* turnover = gap.find("turnover");
  const bool short_lived = turnover && turnover->factor >= kSmallestGain;
  const std::string_view what = short_lived ? "Each thread does little" : "Each thread has little under way";
  return causes.empty() ? fmt::format("{}.", what) : fmt::format("{}: {}.", what, joined(causes));
}

std::string change_text(const BlockChange& change) {
  switch (change.parameter) {
    case BlockParameter::registers:
      return fmt::format("at most {} registers per thread", change.value);
    case BlockParameter::shared:
      return fmt::format("at most {} bytes of shared memory per block", change.value);
    case BlockParameter::carveout:
      return fmt::format("a carve-out of {} KiB for shared memory", change.value / 1024);
    case BlockParameter::threads:
      break;
  }
  return fmt::format("blocks of {} threads", change.value);
}

std::string limiters_text(const Occupancy& occupancy) {
  std::string text;
  for (const Resource resource : occupancy.limiters()) {
    text.append(text.empty() ? "" : " and ").append(label(resource));
  }
  return text;
}

std::string evidence_text(Bytes in_flight, bool declared, ByteRate roof) {
  if (!declared)
    return fmt::format(
        "about {:.1f} bytes of loads per thread are in flight, as the latency roof gives for this bandwidth",
        in_flight.value());
  return fmt::format("{:.0f} bytes of loads per thread are in flight, enough for {:.4g} GB/s at this occupancy",
                     in_flight.value(), roof.value() * 1e-9);
}

// Kernels of a session have few shapes of blocks, and to find what lifts one takes a millisecond.
const std::vector<OccupancyLift>& known_lifts(ComputeCapability capability, const OccupancyLimits& limits,
                                              const BlockDemand& block) {
  using Shape = std::tuple<int, int, std::int64_t, std::int64_t, std::int64_t>;
  constexpr std::size_t kMostShapes = 10000;
  thread_local std::map<Shape, std::vector<OccupancyLift>> known;
  if (known.size() >= kMostShapes) known.clear();
  const auto [entry, is_new] =
      known.try_emplace({capability.major, capability.minor, block.threads, block.registers, block.shared_bytes});
  if (is_new) entry->second = occupancy_lifts(limits, block);
  return entry->second;
}

std::string times(double few, double many) {
  const std::string least = fmt::format("{:.0f}", few), most = fmt::format("{:.0f}", many);
  return least == most ? least : least + " to " + most;
}

// Cycles from one instruction of a warp to its next, where all have the same.
std::optional<double> pace(const Placement& kernel, double warps) {
  const auto instructions = kernel.counters().value(counter::kSmspSassInstExecutedSum);
  const auto cycles = kernel.counters().value(counter::kSmCyclesActiveSum);
  return instructions && cycles && *instructions > 0 ? std::optional(warps * *cycles / *instructions) : std::nullopt;
}

}  // namespace

std::optional<Advice> occupancy_advice(const Placement& kernel, const Gap& gap) {
  if ((room(gap) < kSmallestGain && !gap.waiting) || kernel.observation->launches.size() != 1) return std::nullopt;
  const Launch& launch = kernel.observation->launches.front();
  const auto limits = occupancy_limits(kernel.machine->device.compute_capability);
  if (!limits || !launch.blocks_per_sm || launch.registers_per_thread <= 0) return std::nullopt;
  BlockDemand block;
  block.threads = static_cast<std::int64_t>(launch.block.count());
  block.registers = launch.registers_per_thread;
  block.shared_bytes = static_cast<std::int64_t>(launch.static_shared_bytes + launch.dynamic_shared_bytes);
  const Occupancy now = occupancy(*limits, block);
  if (now.blocks_per_sm != *launch.blocks_per_sm || now.blocks_per_sm == 0) return std::nullopt;
  const std::uint64_t resident = static_cast<std::uint64_t>(now.blocks_per_sm) *
                                 static_cast<std::uint64_t>(std::max(1, kernel.machine->device.sm_count));
  if (launch.grid.count() <= resident) return std::nullopt;  // there are no more blocks to hold
  std::vector<OccupancyLift> lifts = known_lifts(kernel.machine->device.compute_capability, *limits, block);
  // Far fewer registers spill: they hold what the kernel works on.
  const bool spills = metric(kernel, "local_accesses").value_or(0) > 0;
  std::erase_if(lifts, [&](const OccupancyLift& lift) {
    return std::any_of(lift.changes.begin(), lift.changes.end(), [&](const BlockChange& c) {
      return c.parameter == BlockParameter::registers &&
             (spills || static_cast<double>(c.value) < kRegistersToSpare * static_cast<double>(block.registers));
    });
  });
  const auto best = std::max_element(
      lifts.begin(), lifts.end(), [](const OccupancyLift& a, const OccupancyLift& b) { return a.percent < b.percent; });
  if (best == lifts.end()) return std::nullopt;
  const double more = best->percent / now.percent();
  double most = std::min(room(gap), more);
  if (gap.waiting) {
    const double by_model = time_with(*gap.waiting, *kernel.demand, kAllInefficiencies) /
                            time_with_occupancy(*gap.waiting, *kernel.demand, more);
    if (by_model >= kSmallestGain) most = std::max(most, by_model * kWaitingError);
  }
  if (most < kSmallestGain) return std::nullopt;
  std::string change;
  for (const BlockChange& c : best->changes) change.append(change.empty() ? "" : " and ").append(change_text(c));
  return Advice{
      "occupancy",
      "More warps could be resident to hide latency.",
      fmt::format("{:.0f} % of the warps that an SM can hold, limited by {}", now.percent(), limiters_text(now)),
      fmt::format("Try {}: {:.0f} % of the warps.", change, best->percent),
      1,
      most,
      "bandwidth grows with the loads in flight at most, and nothing else stops it"};
}

std::optional<Advice> loads_in_flight_advice(const Placement& kernel, const Gap& gap, const LatencyRoof& latency_roof) {
  const double most = room(gap);
  const GapFactor* latency = gap.find("latency");
  const bool waits_for_loads = latency && latency->factor >= kSmallestGain;
  if (gap.busiest != info(Level::dram).label && !waits_for_loads) return std::nullopt;
  // Copies by the driver and kernels of libraries, which have no threads that anyone could give more loads.
  if (!kernel.achieved_occupancy || kernel.observation->launches.empty()) return std::nullopt;
  const LevelPoint* dram = kernel.point_at(Level::dram);
  const auto resident = resident_threads(kernel);
  if (!dram || !resident || !(*resident > 0)) return std::nullopt;
  const std::optional<Work>& work = kernel.observation->work;
  const bool declared = work && work->in_flight_per_thread;
  const SoftKnee knee = declared ? latency_roof_of(latency_roof, *kernel.observation) : latency_roof.knee;
  const auto in_flight = declared ? work->in_flight_per_thread : knee.in_flight_for(dram->bandwidth, *resident);
  const auto loads = prescribe_loads(knee, *resident, kWorthReaching);
  if (!in_flight || !loads) return std::nullopt;
  const ByteRate now = knee.bandwidth(*resident, *in_flight);
  const double gain = std::min(most, loads->bandwidth / now);
  if (gain < kSmallestGain) return std::nullopt;
  return Advice{"loads-in-flight",
                "Too few bytes are in flight to saturate DRAM.",
                evidence_text(*in_flight, declared, now),
                fmt::format("Keep {} per thread in flight at this occupancy.", loads_text(*loads)),
                gap.predicted ? std::max(1.0, gain / kModelError) : 1,  // else it may be what was not counted
                gain,
                "the latency roof of this GPU (off by more than 10 % for one in ten held-out kernels)"};
}

// As counted: each warp waits for about one load nearly all the time that it is resident.
std::optional<Advice> counted_serial_loads(const Placement& kernel, const Gap& gap) {
  constexpr double kMany = 8;
  const auto in_flight = of_a_warp(kernel, counter::kSmInstPendingPipeLsuMemLgCmdReadSum);
  const auto latency = metric(kernel, "load_latency_cycles");
  if (!in_flight || !latency || *in_flight < kNearlyOneLoad || *in_flight > kFewLoads) return std::nullopt;
  // Loads that take far longer than an idle memory needs wait in a queue, which more of them make longer.
  const WaitingOn& gpu = gap.waiting->gpu;
  if (*latency > kLoadedMemory * gpu.dram_latency.value() * gpu.clock.value()) return std::nullopt;
  // Loads may be on their way while a warp works.
  const DemandResource* issue = kernel.demand->find(Pipe::issue);
  if (!issue || issue->needed > gap.measured * kFewIssues) return std::nullopt;
  if (!(gap.busiest_fraction > 0)) return std::nullopt;
  return Advice{
      "loads-in-flight",
      "Warps wait for about one load at a time.",
      fmt::format("{:.2f} loads of a warp are in flight on average, of {} that it issues; each takes {:.0f} cycles",
                  *in_flight, significant(gap.waiting->waiting.loads), *latency),
      "Issue several independent loads before the first value is used: unroll, and keep running values in "
      "registers, because no load is moved ahead of a store that may change it.",
      1,
      std::min(kMany / *in_flight, 1 / gap.busiest_fraction),
      "the loads do not depend on each other"};
}

// Of loads that the model has in flight together nobody knows that they are: their values may be needed one by one. The
// kernel's own time says so where it is that of loads which follow each other.
std::optional<Advice> serial_loads_advice(const Placement& kernel, const Gap& gap) {
  const GapFactor* unexplained = gap.find("unexplained");
  if (!gap.waiting || gap.busiest_fraction >= kBusyThreshold || gap.waiting->waiting.loads < kChain)
    return std::nullopt;
  // Of a small grid, more warps are nearer than more loads of each.
  const auto waves = grid_in_waves(kernel);
  if (waves && *waves < 1 && kernel.achieved_occupancy.value_or(1) < kFewWarps) return std::nullopt;
  if (auto counted = counted_serial_loads(kernel, gap)) return counted;
  if (!unexplained || unexplained->factor < kModelError) return std::nullopt;
  WaitingModel one_by_one = *gap.waiting;
  one_by_one.waiting.batches = std::max(one_by_one.waiting.batches, one_by_one.waiting.loads);
  const Seconds serial = time_with(one_by_one, *kernel.demand, kAllInefficiencies);
  const double gain = serial / time_with(*gap.waiting, *kernel.demand, kAllInefficiencies);
  const bool explains = std::log(gain) >= std::log(unexplained->factor) / 2 && gap.measured >= serial;
  if (gain < kSerialLoads || !explains) return std::nullopt;
  return Advice{"loads-in-flight",
                "Loads seem to wait for each other.",
                fmt::format("{} loads of a warp, one after the other, would take {} of the time",
                            significant(gap.waiting->waiting.loads), percent_text(serial / gap.measured)),
                "Issue several loads before the first value is used, or load more bytes at a time.",
                1,
                gain * kWaitingError,
                "the loads do not depend on each other"};
}

bool of_instructions(const Placement& kernel, const Gap& gap) {
  const bool bound = kernel.binding == Binding::compute || kernel.binding == Binding::instructions;
  return bound && gap.busiest_fraction >= kBusyThreshold;
}

std::optional<Advice> work_per_thread_advice(const Placement& kernel, const Gap& gap) {
  constexpr double kFew = 2, kMany = 8;
  if (!gap.waiting || !gap.predicted) return std::nullopt;
  const Waiting& waiting = gap.waiting->waiting;
  double launches = 0, waits = 1;
  for (const Launch& launch : kernel.observation->launches) launches += static_cast<double>(launch.count);
  const double turns = waiting.blocks / std::max(1.0, launches) / (gap.waiting->gpu.sms * waiting.blocks_per_sm);
  if (turns < kFew) return std::nullopt;
  for (const char* id : {"turnover", "latency", "dependence"}) {
    if (const GapFactor* factor = gap.find(id)) waits *= factor->factor;
  }
  DemandModel demand = *kernel.demand;
  const auto repeats = gap.compulsory ? std::nullopt : operands_loaded_again(kernel);
  if (repeats) demand.take_arithmetic_for_the_task();
  const Seconds now = time_with(*gap.waiting, demand, kAllInefficiencies);
  const auto gain = [&](double more, Shared shared) {
    return now / time_with_work_per_thread(*gap.waiting, demand, std::min(more, turns), shared);
  };
  // What is not explained stays at the lower end, and shrinks in proportion at the upper one.
  const double explained = std::min(1.0, *gap.predicted / gap.measured);
  if (explained < kLeastExplained) return std::nullopt;
  const double few = gain(kFew, Shared::overhead), many = gain(kMany, Shared::overhead);
  const double reuse = gap.compulsory || repeats ? gain(std::min(kMany, repeats.value_or(kMany)), Shared::operands) : 1;
  const double most = std::max({1.0, few, many, reuse});
  const bool of_reuse = reuse > std::max(few, many) * kWaitingError;
  // Threads that wait for nothing can still share operands, where a resource is busy with loading them again. Without
  // arithmetic there are none.
  const bool waits_for_little = waits < kSmallestGain;
  const double busy = repeats ? kPartOfTheTime : kBusyThreshold;
  if (waits_for_little && (!of_reuse || gap.busiest_fraction < busy || !kernel.flops)) return std::nullopt;
  const double least =
      of_instructions(kernel, gap) ? 1 : 1 / (1 - explained * (1 - 1 / std::max(1.0, std::min(few, many))));
  return Advice{
      "work-per-thread",
      waits_for_little ? "Each result may load its operands anew." : waiting_cause(gap),
      fmt::format("{}; each SM starts {} blocks one after the other",
                  waits_for_little
                      ? fmt::format("{} is busy for {:.0f} % of the time", gap.busiest, 100 * gap.busiest_fraction)
                      : fmt::format("a warp issues {} loads and {} instructions", significant(waiting.loads),
                                    significant(waiting.instructions)),
                  significant(turns)),
      fmt::format("Give each thread {} times as many elements: wider loads, {}.", times(kFew, std::min(kMany, turns)),
                  of_reuse ? "and operands that stay in registers" : "or several at once"),
      std::max(1.0, least / kWaitingError),
      most * (most >= kSmallestGain ? kWaitingError : 1),
      of_reuse ? "the upper end holds if what one result loads serves the others of its thread"
               : "the rest of the kernel stays as it is"};
}

std::optional<Advice> few_warps_advice(const Placement& kernel, const Gap& gap) {
  const GapFactor* unexplained = gap.find("unexplained");
  const auto waves = grid_in_waves(kernel);
  const auto limits = occupancy_limits(kernel.machine->device.compute_capability);
  if (!waves || *waves >= 1 || !limits || !kernel.achieved_occupancy || gap.busiest_fraction >= kBusyThreshold ||
      !unexplained || unexplained->factor < kModelError) {
    return std::nullopt;
  }
  const std::uint64_t blocks = kernel.observation->launches.front().grid.count();
  if (static_cast<double>(blocks) < kNearlyEachSm * kernel.machine->device.sm_count) return std::nullopt;
  const double warps = *kernel.achieved_occupancy * limits->warps_per_sm;
  if (2 * warps > limits->warps_per_sm) return std::nullopt;
  const GapFactor* dependence = gap.find("dependence");
  const auto cycles = pace(kernel, warps);
  const auto loads = of_a_warp(kernel, counter::kSmInstPendingPipeLsuMemLgCmdReadSum);
  const bool chain = cycles && std::abs(*cycles / kNextInstruction - 1) <= kAboutNext;
  const bool by_load = loads && *loads >= kNearlyOneLoad && *loads <= kFewLoads;
  std::string seen = cycles ? fmt::format("; a warp issues an instruction every {:.3g} cycles", *cycles) : "";
  if (by_load) seen += fmt::format(", with {:.2f} loads in flight on average", *loads);
  return Advice{
      "few-warps",
      chain     ? "Few warps are there, and each instruction waits for the result of the one before."
      : by_load ? "Few warps are there, and each waits for one load at a time."
                : "Few warps are there to hide what each of them waits for.",
      fmt::format("{:.1f} of {} warps on each SM, because the grid is small{}", warps, limits->warps_per_sm, seen),
      chain || by_load ? "Let each thread work on several independent values at a time, or use more threads."
                       : "Use more threads, or let each thread work on several independent values at a time.",
      1,
      room(gap) * (dependence ? dependence->factor : 1),
      "the work can be cut into more threads, or what a thread waits for can overlap"};
}

}  // namespace rooflens::models
