#include "models/explain/advice_excess.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <variant>

#include "models/base/significant.hpp"
#include "models/base/thresholds.hpp"
#include "models/counters/names.hpp"
#include "models/explain/gap.hpp"
#include "models/place/placement.hpp"

namespace rooflens::models {
namespace {

std::string_view change_for(const RoofResource& resource) {
  if (const auto* pipe = std::get_if<Pipe>(&resource); pipe && !info(*pipe).change.empty()) return info(*pipe).change;
  if (resource == RoofResource(Level::l1) || resource == RoofResource(Level::shared))
    return "Keep values in registers and reuse them: more results per thread, wider accesses.";
  if (resource == RoofResource(Level::l2)) return "Use larger tiles in shared memory, so that fewer bytes leave L2.";
  return "Use another algorithm: this one executes more than the task needs.";
}

bool is_of_atomics(const RoofResource& resource) {
  const auto* pipe = std::get_if<Pipe>(&resource);
  return pipe && is_of_atomics(*pipe);
}

std::string excess_of(const RoofResource& resource) {
  constexpr std::string_view kUnknown = "and no known inefficiency explains it";
  if (resource == RoofResource(Pipe::issue))
    return fmt::format("More instructions are issued than the task needs, {}.", kUnknown);
  if (is_of_atomics(resource)) return fmt::format("{} take the time, {}.", label_of(resource), kUnknown);
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

constexpr double kRepeated = 2;  // times that a value is served, on average

const DemandResource* find(const DemandModel& demand, const RoofResource& resource) {
  const auto it = std::ranges::find(demand.resources, resource, &DemandResource::resource);
  return it == demand.resources.end() ? nullptr : &*it;
}

// Passes of shared memory for each of its atomics, where most of its passes are theirs.
std::optional<double> passes_of_atomics(const Placement& kernel) {
  const auto atomics = kernel.counters().value(counter::kSmspSassInstExecutedOpSharedAtomSum);
  const auto passes = kernel.counters().value(counter::kSmspSassL1texDataPipeLsuWavefrontsMemSharedOpAtomSum);
  const auto all = kernel.counters().value(counter::kSmspSassL1texPipeLsuWavefrontsMemSharedSum);
  const bool most = atomics && passes && all && *atomics > 0 && *passes >= kMostlyFused * *all;
  return most ? std::optional(*passes / *atomics) : std::nullopt;
}

// What takes longest without it and all of its unit. Loads that go are no instructions either.
Seconds time_without(const Placement& kernel, const DemandResource& busiest, double accesses) {
  Seconds longest;
  for (const DemandResource& r : kernel.demand->resources) {
    if (r.resource == busiest.resource || (!r.group.empty() && r.group == busiest.group)) continue;
    const bool issue = r.resource == RoofResource(Pipe::issue) && r.amount > 0;
    const double left = issue ? std::max(0.0, 1 - accesses / r.amount) : 1;
    longest = std::max(longest, kernel.demand->needed_together(r, kAllInefficiencies, RoofClock::run) * left);
  }
  return longest;
}

std::optional<Advice> with_gain(Advice advice, const Gap& gap, Seconds without) {
  if (!(without.value() > 0)) return std::nullopt;
  advice.gain_low = 1;
  advice.gain_high = std::max(1.0, gap.measured / without);
  return advice;
}

std::optional<Advice> of_atomics(const Placement& kernel, const Gap& gap, const DemandResource& busiest,
                                 std::optional<double> passes) {
  std::string evidence = fmt::format("{} are at {:.0f} % of their roof", busiest.label, 100 * gap.busiest_fraction);
  if (passes) {
    evidence = fmt::format("{:.1f} wavefronts for each atomic; {} is at {:.0f} % of its roof", *passes, "shared memory",
                           100 * gap.busiest_fraction);
  }
  return with_gain({"atomics", "Atomics take the time: threads update the same places.", std::move(evidence),
                    std::string(info(Pipe::shared_atomic).change), 1, 1, "the task can be done with fewer of them"},
                   gap, time_without(kernel, busiest, 0));
}

}  // namespace

std::optional<Advice> excess_advice(const Gap& gap) {
  const GapFactor* factor = gap.find("unclassified");
  if (!factor || !gap.unclassified_resource) return std::nullopt;
  const RoofResource& resource = *gap.unclassified_resource;
  Advice advice{is_of_atomics(resource) ? std::string_view("atomics") : factor->id,
                excess_of(resource),
                fmt::format("{}× the roof time remains without all known inefficiencies", significant(factor->factor)),
                std::string(change_for(resource)),
                1,
                std::max(1.0, factor->removed_first),
                "the task can be done with less of it"};
  return advice;
}

std::optional<Advice> reuse_advice(const Placement& kernel, const Gap& gap) {
  if (gap.compulsory || !kernel.demand || gap.busiest_fraction < kBusyThreshold) return std::nullopt;
  const DemandResource* busiest = kernel.demand->longest(kAllInefficiencies, RoofClock::run);
  if (!busiest) return std::nullopt;
  if (const auto* pipe = std::get_if<Pipe>(&busiest->resource)) {
    return is_of_atomics(*pipe) ? of_atomics(kernel, gap, *busiest, {}) : std::nullopt;
  }
  const auto* level = std::get_if<Level>(&busiest->resource);
  const DemandResource* dram = find(*kernel.demand, Level::dram);
  if (!level || *level == Level::dram) return std::nullopt;
  if (const auto passes = *level == Level::shared ? passes_of_atomics(kernel) : std::nullopt) {
    return of_atomics(kernel, gap, *busiest, passes);
  }
  if (!dram || !(dram->amount > 0) || busiest->amount < kRepeated * dram->amount) return std::nullopt;
  const double times = busiest->amount / dram->amount;
  const auto name = *level == Level::shared ? counter::kSmspSassInstExecutedOpSharedLdSum
                                            : counter::kSmspSassInstExecutedOpGlobalLdSum;
  const double loads = kernel.counters().value(name).value_or(0);
  const Seconds least = kernel.demand->needed_together(*busiest, kAllInefficiencies, RoofClock::run) * (1 / times);
  const std::string label = *level == Level::shared ? "Shared memory" : busiest->label;
  return with_gain(
      {"reuse", fmt::format("{} takes the time: it may serve the same values again and again.", label),
       fmt::format("{} moves {}× as many bytes as DRAM", label, significant(times)),
       *level == Level::l2 ? "Use larger tiles in shared memory, so that fewer bytes leave L2."
                           : "Keep values in registers and reuse them: several results per thread, wider accesses.",
       1, 1, "values are loaded more than once"},
      gap, std::max(least, time_without(kernel, *busiest, loads)));
}

}  // namespace rooflens::models
