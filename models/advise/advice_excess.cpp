#include "models/advise/advice_excess.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <variant>

#include "models/advise/advice_evidence.hpp"
#include "models/base/significant.hpp"
#include "models/base/thresholds.hpp"
#include "models/counters/names.hpp"
#include "models/gap/gap.hpp"
#include "models/place/demand_rows.hpp"
#include "models/place/kernel_metric.hpp"
#include "models/place/placement.hpp"

namespace rooflens::models {
namespace {

std::string_view change_for(const RoofResource& resource) {
  if (const auto* pipe = std::get_if<Pipe>(&resource); pipe && !info(*pipe).change.empty()) return info(*pipe).change;
  if (resource == RoofResource(Level::shared))
    return "Keep values in registers and reuse them: more results per thread, wider accesses, and shuffles within a "
           "warp.";
  if (resource == RoofResource(Level::l1))
    return "Keep values in registers and reuse them: more results per thread, wider accesses.";
  if (resource == RoofResource(Level::l2)) return "Use larger tiles in shared memory, so that fewer bytes leave L2.";
  return "Use another algorithm: this one executes more than the task needs.";
}

bool is_of_atomics(const RoofResource& resource) {
  const auto* pipe = std::get_if<Pipe>(&resource);
  return pipe && is_of_atomics(*pipe);
}

constexpr std::string_view kByIndex =
    "Constants that are loaded by an index take the time: their cache serves one address of a warp a clock.";

std::string excess_of(const RoofResource& resource) {
  constexpr std::string_view kUnknown = "and no known inefficiency explains it";
  if (resource == RoofResource(Pipe::issue))
    return fmt::format("More instructions are issued than the task needs, {}.", kUnknown);
  if (is_of_atomics(resource)) return fmt::format("{} take the time, {}.", label_of(resource), kUnknown);
  if (resource == RoofResource(Pipe::constants)) return std::string(kByIndex);
  if (resource == RoofResource(Pipe::imad)) {
    return fmt::format(
        "The pipe of integer and of half of all FP32 multiply-adds executes more than the task needs, {}.", kUnknown);
  }
  if (!std::holds_alternative<Level>(resource))
    return fmt::format("{} executes more than the task needs, {}.", label_of(resource), kUnknown);
  return fmt::format(
      "{} serves more traffic than the task needs, {}; the usual cause is missing reuse (tiling, register "
      "blocking).",
      resource == RoofResource(Level::shared) ? "Shared memory" : label_of(resource), kUnknown);
}

std::string_view id_for(const RoofResource& resource, std::string_view otherwise) {
  if (is_of_atomics(resource)) return "atomics";
  return resource == RoofResource(Pipe::constants) ? "constants" : otherwise;
}

constexpr double kRepeated = 3;  // accesses of a value; a store into shared memory and a load from it are two
constexpr double kMega = 1000000;
constexpr double kByFar = 3;  // times as long as anything else

// Passes of shared memory for each of its atomics, where most of its passes are theirs.
std::optional<double> passes_of_atomics(const Placement& kernel) {
  const auto atomics = kernel.counters().value(counter::kSmspSassInstExecutedOpSharedAtomSum);
  const auto passes = kernel.counters().value(counter::kSmspSassL1texDataPipeLsuWavefrontsMemSharedOpAtomSum);
  const auto all = kernel.counters().value(counter::kSmspSassL1texPipeLsuWavefrontsMemSharedSum);
  const bool most = atomics && passes && all && *atomics > 0 && *passes >= kMostlyFused * *all;
  return most ? std::optional(*passes / *atomics) : std::nullopt;
}

// Accesses that go are no instructions either.
double left_without(const DemandResource& r, double accesses) {
  return r.resource == RoofResource(Pipe::issue) && r.amount > 0 ? std::max(0.0, 1 - accesses / r.amount) : 1;
}

// The bytes that a level of the SM serves, without waste, over those that come from L2.
std::optional<double> times_served(const Placement& kernel, const DemandResource& level) {
  const DemandResource* l2 = kernel.demand->find(Level::l2);
  const Seconds needed = level.needed_with(kAllInefficiencies, RoofClock::run);
  if (!l2 || !(l2->amount > 0) || !(needed.value() > 0)) return std::nullopt;
  return level.amount * (level.needed_with(0, RoofClock::run) / needed) / l2->amount;
}

// What takes longest without it and all of its unit.
Seconds time_without(const Placement& kernel, const DemandResource& busiest, double accesses) {
  return kernel.demand->time_left([&](const DemandResource& r) {
    const bool gone = r.resource == busiest.resource || (!r.group.empty() && r.group == busiest.group);
    return gone ? 0 : left_without(r, accesses);
  });
}

// Sectors that an atomic of a warp touches in global memory, where its lanes, or its one lane, go to few addresses.
std::optional<double> sectors_at_few_addresses(const Placement& kernel, const RoofResource& resource) {
  const auto sectors = metric(kernel, "atomic_sectors");
  const double atomics = kernel.counters().value(counter::kSmspSassInstExecutedOpGlobalAtomSum).value_or(0) +
                         kernel.counters().value(counter::kSmspSassInstExecutedOpGlobalRedSum).value_or(0);
  if (resource == RoofResource(Pipe::shared_atomic) || !sectors || !(atomics > 0)) return std::nullopt;
  const double each = *sectors / atomics;
  return each <= kSectorsOfFewAddresses ? std::optional(each) : std::nullopt;
}

// Atomics on one address are slower than the roof, which is of many.
bool takes_longest_by_far(const Placement& kernel, const Gap& gap, const DemandResource& busiest) {
  if (!is_of_atomics(busiest.resource)) return false;
  const GapFactor* unexplained = gap.find("unexplained");
  if (sectors_at_few_addresses(kernel, busiest.resource) && unexplained && unexplained->factor >= kMostlyUnexplained &&
      gap.busiest_fraction >= kHardlyBusy)
    return true;
  const Seconds needed = kernel.demand->needed_together(busiest, kAllInefficiencies, RoofClock::run);
  return needed >= time_without(kernel, busiest, 0) * kByFar;
}

std::optional<Advice> without_task(const Gap& gap, std::string_view id, std::string cause, std::string evidence,
                                   const RoofResource& resource, Seconds least) {
  if (!(least.value() > 0)) return std::nullopt;
  return Advice{id,
                std::move(cause),
                std::move(evidence),
                std::string(change_for(resource)),
                1,
                std::max(1.0, gap.measured / least),
                "the task can be done with less of it"};
}

}  // namespace

std::optional<Advice> excess_advice(const Gap& gap) {
  const GapFactor* factor = gap.find("unclassified");
  if (!factor || !gap.unclassified_resource) return std::nullopt;
  const RoofResource& resource = *gap.unclassified_resource;
  if (is_of_atomics(resource) && gap.busiest_fraction < kHardlyBusy) return std::nullopt;
  if (is_of_host(resource)) return std::nullopt;  // "host-memory" says more
  Advice advice{id_for(resource, factor->id),
                excess_of(resource),
                fmt::format("without all known inefficiencies it would still take {}× the roof time",
                            significant(factor->factor)),
                std::string(change_for(resource)),
                1,
                std::max(1.0, factor->removed_first),
                "the task can be done with less of it"};
  return advice;
}

std::optional<double> operands_loaded_again(const Placement& kernel) {
  constexpr double kLanes = 32, kForEachLoad = 2;
  const DemandResource* l1 = kernel.demand->find(Level::l1);
  const auto times = l1 ? times_served(kernel, *l1) : std::nullopt;
  const auto loads = kernel.counters().value(counter::kSmspSassInstExecutedOpGlobalLdSum);
  const auto active = metric(kernel, "lane_efficiency");
  if (!times || *times < kRepeated || !loads || !active || kernel.precision != Precision::fp32) return std::nullopt;
  const double arithmetic = fp32_instructions(kernel.counters());
  const bool often = arithmetic > 0 && kForEachLoad * *loads >= arithmetic / (kLanes * *active);
  return often ? times : std::nullopt;
}

std::optional<Advice> rewriting_advice(const Placement& kernel, const Gap& gap) {
  const auto stored = kernel.counters().value(counter::kSmspSassDataBytesMemGlobalOpStSum);
  const auto written = metric(kernel, "dram_write_bytes");
  const auto stores = kernel.counters().value(counter::kSmspSassInstExecutedOpGlobalStSum);
  const double kept = kernel.machine->device.l2.value();
  // What is stored once reaches DRAM, except for what L2 holds at the end.
  if (!stored || !written || !stores || !(kept > 0)) return std::nullopt;
  const double to_host = host_bytes(kernel, Pipe::host_write).value_or(0);  // these never reach DRAM
  if (*stored - to_host - kept < kRewritten * *written) return std::nullopt;
  const DemandResource* l2 = kernel.demand->find(Level::l2);
  if (!l2 || l2->amount < *stored * kMergedStores) return std::nullopt;  // L1 passes stores on, a few of them as one
  constexpr double kLoadAndStore = 2;  // a running value is loaded before it is stored
  const Seconds least = kernel.demand->time_left([&](const DemandResource& r) {
    const bool may_go = r.resource == RoofResource(Level::l1) || &r == l2;
    return may_go ? 0 : left_without(r, kLoadAndStore * *stores);
  });
  if (!(least.value() > 0)) return std::nullopt;
  return Advice{
      "rewriting",
      "The same addresses are stored again and again.",
      fmt::format("it stores {} MB, of which DRAM gets {} MB", significant(*stored / kMega),
                  significant(*written / kMega)),
      "Keep running values in registers or shared memory, and store them once; __restrict__ lets the compiler do it.",
      1,
      std::max(1.0, gap.measured / least),
      "all but the last store of each address can go"};
}

std::optional<Advice> reuse_advice(const Placement& kernel, const Gap& gap) {
  if (gap.compulsory || !kernel.demand) return std::nullopt;
  const DemandResource* busiest = kernel.demand->longest(kAllInefficiencies, RoofClock::run);
  const double enough = busiest && is_of_atomics(busiest->resource) ? kBusyEnough : kBusyThreshold;
  if (!busiest || (gap.busiest_fraction < enough && !takes_longest_by_far(kernel, gap, *busiest))) return std::nullopt;
  const bool shared = busiest->resource == RoofResource(Level::shared);
  const auto passes = shared ? passes_of_atomics(kernel) : std::nullopt;
  if (passes || is_of_atomics(busiest->resource)) {
    std::string evidence =
        passes ? fmt::format("{:.1f} wavefronts for each atomic in shared memory", *passes)
               : fmt::format("{} are at {:.0f} % of their roof", busiest->label, 100 * gap.busiest_fraction);
    if (const auto sectors = sectors_at_few_addresses(kernel, busiest->resource); sectors && !passes)
      evidence += fmt::format(", and an atomic of a warp touches {:.1f} sectors", *sectors);
    return without_task(gap, "atomics",
                        gap.busiest_fraction < kBusyThreshold ? "Atomics may take the time." : "Atomics take the time.",
                        evidence, Pipe::shared_atomic, time_without(kernel, *busiest, 0));
  }
  if (busiest->resource == RoofResource(Pipe::constants)) {
    return without_task(gap, "constants", std::string(kByIndex),
                        fmt::format("their cache takes a request in {:.0f} % of the time", 100 * gap.busiest_fraction),
                        busiest->resource, time_without(kernel, *busiest, 0));
  }
  if (!shared && busiest->resource != RoofResource(Level::l1)) return std::nullopt;
  // Of L1 and shared memory, each launch has to fill what it serves from L2; what waste moves is none of that.
  const double times = times_served(kernel, *busiest).value_or(0);
  if (times < kRepeated) return std::nullopt;
  const auto loads = kernel.counters().value(shared ? counter::kSmspSassInstExecutedOpSharedLdSum
                                                    : counter::kSmspSassInstExecutedOpGlobalLdSum);
  const std::string label = shared ? "Shared memory" : busiest->label;
  return without_task(gap, "reuse", fmt::format("{} takes the time: values are loaded from it again and again.", label),
                      fmt::format("{} serves {}× as many bytes as come from L2", label, significant(times)),
                      busiest->resource,
                      std::max(busiest->needed_with(kAllInefficiencies, RoofClock::run) * (1 / times),
                               time_without(kernel, *busiest, loads.value_or(0))));
}

}  // namespace rooflens::models
