#include "models/gap/gap.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "models/base/find_in.hpp"
#include "models/base/shapley.hpp"
#include "models/base/thresholds.hpp"
#include "models/counters/counter_rules.hpp"
#include "models/counters/names.hpp"
#include "models/gap/latency_standing.hpp"
#include "models/place/demand_rows.hpp"
#include "models/place/lack.hpp"
#include "models/place/placement.hpp"
#include "models/place/uncounted_work.hpp"
#include "models/wait/waiting.hpp"

namespace rooflens::models {
namespace {

constexpr std::string_view kUnexplained = "unexplained";
constexpr std::string_view kElapsed = counter::kSmCyclesElapsedMax;
constexpr std::string_view kActiveMax = counter::kSmCyclesActiveMax;
constexpr std::string_view kActiveMean = counter::kSmCyclesActiveAvg;

class Builder {
 public:
  explicit Builder(const Placement& kernel)
      : kernel_(kernel), counters_(kernel.counters()), demand_(*kernel.demand), time_(kernel.time->median) {}

  std::optional<Gap> build() {
    if (!find_roof()) return std::nullopt;
    gap_.measured = time_;
    gap_.total = gap_.measured / gap_.roof;
    miss("launch", "launch and host gaps", "", {}, "only GPU times were recorded");
    add_cycles();
    add_unexplained_and_clock();
    add_inefficiencies();
    add_unclassified();
    sum_up();
    return std::move(gap_);
  }

 private:
  // What the task needs where that is known; else what was measured without what counters show as waste.
  bool find_roof() {
    if (demand_.resources.empty() || demand_.time(0, RoofClock::nominal).value() <= 0) return false;
    if (!kernel_.observation->work) {
      gap_.roof = demand_.time(0, RoofClock::nominal);
      gap_.roof_resource = demand_.longest(0, RoofClock::nominal)->label;
      return true;
    }
    gap_.compulsory = true;
    const bool counted = kernel_.uncounted == MatrixWork::none && lost_formats(kernel_).empty();
    gap_.at_most |= !all_arithmetic_has_roofs(kernel_) || (!kernel_.observation->work->tells_operations() && !counted);
    for (const DemandResource& r : demand_.task) {
      const Seconds needed = r.needed_with(kAllInefficiencies, RoofClock::nominal);
      if (needed <= gap_.roof) continue;
      gap_.roof = needed;
      gap_.roof_resource = r.label;
    }
    return gap_.roof.value() > 0;
  }

  void add(std::string_view id, std::string_view label, double factor, std::vector<std::string> sources) {
    gap_.factors.push_back({.id = id, .label = label, .factor = factor, .counters = std::move(sources)});
  }

  void miss(std::string id, std::string label, std::string_view into, std::vector<std::string> counters,
            std::string reason) {
    gap_.missing.push_back({std::move(id), std::move(label), into, std::move(counters), std::move(reason)});
  }

  // Whether the counters are there and of one pass; where not, its part stays unexplained.
  bool of_one_pass(std::string_view id, std::string_view label, std::initializer_list<std::string_view> names) {
    std::vector<std::string_view> absent;
    std::vector<std::string> passes;
    const CounterValue* first = nullptr;
    bool together = true;
    for (const std::string_view name : names) {
      const CounterValue* counter = counters_.find(name);
      if (!counter || !(counter->value > 0)) {
        absent.push_back(name);
        continue;
      }
      if (!first) first = counter;
      together &= counter->pass == first->pass;
      passes.push_back(with_pass(name, counters_));
    }
    if (!absent.empty()) {
      Lack lack = lack_of(kernel_, absent);
      miss(std::string(id), std::string(label), kUnexplained, std::move(lack.counters), std::move(lack.reason));
      return false;
    }
    if (together) return true;
    gap_.findings.push_back({Severity::warning, std::string(kContradictoryCounters),
                             fmt::format("{} were taken in different passes.", fmt::join(passes, ", ")),
                             fmt::format("Cycles of different launches say nothing about {}.", label),
                             "Collect them in one pass."});
    miss(std::string(id), std::string(label), kUnexplained, std::move(passes), "of different passes");
    return false;
  }

  // A range that somebody else marks around a launch adds its own cycles to those that elapse. The launch itself cannot
  // have taken longer than its time.
  void add_start_up() {
    constexpr std::string_view kId = "start-up", kLabel = "start-up and drain";
    if (!of_one_pass(kId, kLabel, {kElapsed, kActiveMax})) return;
    double elapsed = *counters_.value(kElapsed);
    const double active = *counters_.value(kActiveMax);
    std::vector<std::string> sources{with_pass(kElapsed, counters_), with_pass(kActiveMax, counters_)};
    if (active > (1 + kPassTolerance) * elapsed)
      return miss(std::string(kId), std::string(kLabel), kUnexplained, std::move(sources), "contradictory");
    if (kernel_.observation->replay != Replay::kernel) {
      const auto clock = counters_.value(kCountedSmClock);
      if (!clock || !(*clock > 0)) {
        return miss(std::string(kId), std::string(kLabel), kUnexplained, {std::string(kCountedSmClock)},
                    "not collected, and elapsed cycles hold those of the range around the launch");
      }
      const double timed = time_.value() * *clock;
      if (timed < (1 - kTimedTolerance) * active) {
        gap_.findings.push_back({Severity::warning, std::string(kContradictoryCounters),
                                 fmt::format("{} is {:.1f} % of the cycles of the median time.",
                                             with_pass(kActiveMax, counters_), 100 * active / timed),
                                 "The counted launch took longer than the timed ones, so its cycles are not theirs.",
                                 "Lock the clocks, and see that every repetition does the same work."});
      }
      elapsed = std::min(elapsed, active + launch_overhead(kernel_).value() * *clock);
      sources.push_back(with_pass(kCountedSmClock, counters_));
    }
    add(kId, kLabel, elapsed / active, std::move(sources));
  }

  // By the cycles of the busiest SM.
  std::optional<Seconds> busiest_sm() const {
    const auto active = counters_.value(kActiveMax);
    if (!active || !demand_.run_clock) return std::nullopt;
    return Seconds(*active / demand_.run_clock->value());
  }

  void add_cycles() {
    add_start_up();
    constexpr std::string_view kId = "imbalance", kLabel = "imbalance and tail";
    if (!of_one_pass(kId, kLabel, {kActiveMax, kActiveMean})) return;
    std::vector<std::string> sources{with_pass(kActiveMax, counters_), with_pass(kActiveMean, counters_)};
    const double raw = *counters_.value(kActiveMax) / *counters_.value(kActiveMean);
    if (raw < 1 - kPassTolerance)
      return miss(std::string(kId), std::string(kLabel), kUnexplained, std::move(sources), "contradictory");
    const DemandResource* shared = demand_.longest_shared(kAllInefficiencies);
    const double factor = within_shared_roofs(raw, kAllInefficiencies);
    if (factor != raw) sources.push_back("time of " + shared->label + " at its roof");
    add(kId, kLabel, factor, std::move(sources));
    gap_.factors.back().removed_last = within_shared_roofs(raw, 0);
  }

  // Spread over all SMs the work takes the mean of their cycles, but no less than what they share needs at its roof: a
  // single SM may draw more of that than its part. It cannot take longer than it does.
  double within_shared_roofs(double busiest_over_mean, InefficiencySet present) const {
    const auto busiest = busiest_sm();
    const DemandResource* shared = demand_.longest_shared(present);
    const Seconds needed = shared ? shared->needed_with(present, RoofClock::run) : Seconds();
    if (!busiest || busiest_over_mean <= 1 || needed <= *busiest / busiest_over_mean) return busiest_over_mean;
    return *busiest / std::min(needed, *busiest);
  }

  // What warps wait for is known before the kernel runs: its time plays no part. 1 where it is not known.
  double add_waiting(Seconds run) {
    const bool measured = kernel_.machine->ceilings.latency.has_value();
    const std::optional<Seconds> dram_latency = dram_latency_of(*kernel_.machine);
    const int sms = kernel_.machine->device.sm_count;
    if (!dram_latency || !demand_.run_clock || sms <= 0) return 1;
    std::vector<std::string> lacking;
    const std::optional<Waiting> waiting = waiting_of(kernel_, &lacking);
    if (!waiting) return measured ? add_latency(run, std::move(lacking)) : 1;
    const auto factor_of = [&](std::string_view id) {
      const GapFactor* factor = gap_.find(id);
      return factor ? factor->factor : 1;
    };
    const double uneven = factor_of("imbalance"), start_up = factor_of("start-up");
    const WaitingOn gpu{static_cast<double>(sms), *demand_.run_clock, *dram_latency};
    const WaitingTime time =
        waiting_time(*waiting, times_of_units(demand_, kAllInefficiencies, RoofClock::run), gpu, uneven);
    const Seconds outside = (start_up - 1) * busiest_sm().value_or(run);
    const double units = time.units / (uneven * run);
    const double waits = std::max(1.0, (time.total + outside) / (start_up * time.units));
    gap_.waiting = WaitingModel{*waiting, gpu, uneven, outside};
    std::vector<std::string> evidence = waiting->counters;
    if (!measured) evidence.emplace_back("latency of DRAM on other GPUs of compute capability 9.0");
    const auto part = [&](std::string_view id, std::string_view label, double share) {
      add(id, label, std::pow(waits, share), evidence);
    };
    add("overlap", "units that wait for each other", units, {"times of all resources at their roofs"});
    part("turnover", "start and end of blocks", time.blocks_share);
    part("latency", "latency of loads", time.loads_share);
    part("dependence", "instructions that wait for each other", time.instructions_share);
    return units * waits;
  }

  // Where instructions were not counted, what the loads in flight can draw from DRAM.
  double add_latency(Seconds run, std::vector<std::string> lacking) {
    const std::optional<LatencyStanding> standing = latency_standing(kernel_);
    if (!standing) {
      miss("latency", "latency", kUnexplained, std::move(lacking), "what warps wait for was not counted");
      return 1;
    }
    const Seconds in_flight = kernel_.point_at(Level::dram)->bytes / standing->roof;
    const double factor = std::max(1.0, in_flight / run);
    add("latency", "latency of loads", factor,
        {"DRAM traffic over what the loads in flight draw by the latency roof of this GPU",
         standing->achieved ? std::string("achieved occupancy") : std::string("theoretical occupancy")});
    return factor;
  }

  void add_unexplained_and_clock() {
    double before = 1;
    for (const GapFactor& factor : gap_.factors) before *= factor.factor;
    for (const UnknownDemand& u : demand_.uncounted) {
      miss(u.id, "demand on " + u.label, kUnexplained, u.counters, u.reason);
    }
    gap_.at_most |= !gap_.compulsory && !demand_.uncounted.empty();
    const Seconds run = demand_.time(kAllInefficiencies, RoofClock::run);
    const Seconds nominal = demand_.time(kAllInefficiencies, RoofClock::nominal);
    const DemandResource* busiest = demand_.longest(kAllInefficiencies, RoofClock::run);
    gap_.busiest = busiest->label;
    gap_.busiest_fraction = run / time_;
    const double waiting = add_waiting(run);
    const Seconds explained = before * waiting * run;
    if (demand_.uncounted.empty()) gap_.predicted = explained;
    add(kUnexplained, "unexplained", time_ / explained,
        {"time over that of " + busiest->label + " at its roof, and of the factors above"});
    gap_.factors.back().at_most = !demand_.uncounted.empty();
    if (demand_.has_nominal_clock) {
      add("clock", "clock below the maximum", run / nominal, {demand_.clock_source});
    } else {
      miss("clock", "clock below the maximum", kUnexplained, {std::string(kCountedSmClock)},
           "no clock of the run is known");
    }
    // With its demand as it is the kernel cannot run faster than its busiest resource.
    const double reachable = std::max(1.0, time_ / run);
    for (GapFactor& factor : gap_.factors) {
      if (factor.id != "imbalance") factor.removed_last = factor.factor;
      factor.removed_first = factor.id == "clock" ? factor.factor : std::min(factor.factor, reachable);
    }
  }

  void add_inefficiencies() {
    for (const UnknownInefficiency& u : demand_.unknown) {
      const auto& entry = info(u.inefficiency);
      miss(std::string(entry.id), std::string(entry.label), gap_.compulsory ? "unclassified" : "roof", u.counters,
           u.reason);
    }
    // Those that change nothing are no causes: leaving them out keeps the number of subsets small.
    std::vector<Inefficiency> causes;
    for (const KnownInefficiency& k : demand_.known) {
      const auto i = static_cast<std::size_t>(k.inefficiency);
      const bool acts = std::any_of(demand_.resources.begin(), demand_.resources.end(),
                                    [&](const DemandResource& r) { return r.kept[i] < 1 || r.removed[i] > 0; });
      if (acts) causes.push_back(k.inefficiency);
    }
    const std::vector<Seconds> times = demand_.times_of_subsets(causes);
    const std::vector<CauseEffect> effects = attribute(times);
    for (const KnownInefficiency& k : demand_.known) {
      const auto& entry = info(k.inefficiency);
      GapFactor factor{.id = entry.id, .label = entry.label, .at_most = k.at_most, .counters = k.counters};
      const auto it = std::find(causes.begin(), causes.end(), k.inefficiency);
      if (it != causes.end()) {
        const CauseEffect& effect = effects[static_cast<std::size_t>(it - causes.begin())];
        factor.factor = effect.factor;
        factor.removed_first = effect.removed_first;
        factor.removed_last = effect.removed_last;
        factor.then_busiest = demand_.longest(kAllInefficiencies & ~only(k.inefficiency), RoofClock::nominal)->label;
      }
      if (it != causes.end() && gap_.waiting) {
        factor.by_waiting = time_with(*gap_.waiting, demand_, kAllInefficiencies) /
                            time_with(*gap_.waiting, demand_, kAllInefficiencies & ~only(k.inefficiency));
      }
      if (k.inefficiency == Inefficiency::coalescing && demand_.uncoalesced_dram_share > 0) {
        factor.at_best = times.back() / demand_.time_coalesced_at_best();
      }
      gap_.factors.push_back(std::move(factor));
    }
  }

  void add_unclassified() {
    if (!gap_.compulsory) return;
    const DemandResource* left = demand_.longest(0, RoofClock::nominal);
    gap_.unclassified_resource = left->resource;
    const double factor = demand_.time(0, RoofClock::nominal) / gap_.roof;
    Seconds others = gap_.roof;  // what stays if that resource has no more to do than the task needs
    for (const DemandResource& r : demand_.resources) {
      if (&r == left || (!r.group.empty() && r.group == left->group)) continue;
      others = std::max(others, demand_.needed_together(r, kAllInefficiencies, RoofClock::nominal));
    }
    const double first = demand_.time(kAllInefficiencies, RoofClock::nominal) / others;
    gap_.factors.push_back({.id = "unclassified",
                            .label = "unclassified excess work",
                            .factor = factor,
                            .removed_first = std::min(first, factor),
                            .removed_last = factor,
                            .at_most = gap_.at_most,
                            .counters = {"what " + left->label + " still takes over the roof"}});
  }

  void sum_up() {
    for (const GapFactor& factor : gap_.factors) {
      if (factor.factor >= kFactorTooSmall) continue;
      if (factor.id == kUnexplained && gap_.find("latency")) continue;                // a fit, which may say too much
      if (factor.id == "unclassified" && factor.factor * kModelError >= 1) continue;  // L2 may hold dirty lines still
      gap_.findings.push_back({Severity::warning, "factor-below-one",
                               fmt::format("The factor {} is {:.2f}, from {}.", factor.label, factor.factor,
                                           fmt::join(factor.counters, ", ")),
                               factor.id == "unclassified"
                                   ? "Less was measured than the task needs: a nearer cache served part of it."
                                   : "Nothing takes less than nothing: a roof, a clock or a counter is wrong.",
                               "Measure the roofs on this GPU, and see under which cache policy the kernel ran."});
    }
    const double all = std::log(gap_.total);
    if (gap_.total < kNoGap) return;
    const auto share = [&](std::string_view id) -> std::optional<double> {
      const GapFactor* factor = gap_.find(id);
      return factor ? std::optional(std::log(factor->factor) / all) : std::nullopt;
    };
    gap_.unexplained_share = share(kUnexplained);
    gap_.unclassified_share = share("unclassified");
  }

  const Placement& kernel_;
  const CounterSet& counters_;
  const DemandModel& demand_;
  Seconds time_;
  Gap gap_;
};

}  // namespace

const GapFactor* Gap::find(std::string_view id) const { return find_in(factors, id, &GapFactor::id); }

std::optional<Gap> explain_gap(const Placement& kernel) {
  if (kernel.observation->scope != Scope::launch) return std::nullopt;
  if (!kernel.demand) return std::nullopt;
  if (kernel.mismatch && kernel.mismatch->withholds_gap()) return std::nullopt;
  return Builder(kernel).build();
}

}  // namespace rooflens::models
