// What a kernel asks of every resource, as the time that resource needs at its roof, and how much of it each
// inefficiency adds. Any subset of inefficiencies can be taken away, so that their effect on the longest of these times
// can be told apart. Limit, percent of roof, gap, advice, findings, projection and comparison read it, and only it.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/base/quantity.hpp"
#include "models/base/roof_resource.hpp"
#include "models/place/hierarchical.hpp"
#include "models/place/unknown_demand.hpp"

namespace rooflens::models {

struct CountedKernel;

/// What makes demand larger than it must be.
enum class Inefficiency {
  divergence,      ///< warps that issue for fewer than 32 active lanes
  predication,     ///< active lanes whose predicate is off
  fma_mix,         ///< additions and products that are not fused
  overhead,        ///< instructions that are neither arithmetic of the task nor accesses
  coalescing,      ///< sectors moved without being asked for
  bank_conflicts,  ///< wavefronts beyond those that the bytes need
  cache_traffic,   ///< DRAM bytes beyond the compulsory ones
  spills,          ///< local memory
};
inline constexpr std::size_t kInefficiencies = 8;

struct InefficiencyInfo {
  Inefficiency inefficiency;
  std::string_view id;     ///< stable name in JSON
  std::string_view label;  ///< for people
};

inline constexpr std::array<InefficiencyInfo, kInefficiencies> kInefficiencyTable{{
    {Inefficiency::divergence, "divergence", "divergence"},
    {Inefficiency::predication, "predication", "predication"},
    {Inefficiency::fma_mix, "fma-mix", "unfused arithmetic"},
    {Inefficiency::overhead, "overhead", "overhead instructions"},
    {Inefficiency::coalescing, "coalescing", "uncoalesced accesses"},
    {Inefficiency::bank_conflicts, "bank-conflicts", "bank conflicts"},
    {Inefficiency::cache_traffic, "cache-traffic", "repeated DRAM traffic"},
    {Inefficiency::spills, "spills", "local memory"},
}};

[[nodiscard]] constexpr const InefficiencyInfo& info(Inefficiency i) {
  return kInefficiencyTable[static_cast<std::size_t>(i)];
}

/// A set of inefficiencies as bits, in the order of the enumeration.
using InefficiencySet = unsigned;
inline constexpr InefficiencySet kAllInefficiencies = (1U << kInefficiencies) - 1;
[[nodiscard]] constexpr InefficiencySet only(Inefficiency i) { return 1U << static_cast<unsigned>(i); }

/// Of the run; the device's maximum; that at which the roof is given, as it is drawn.
enum class RoofClock { run, nominal, roof };

/// One resource: needed(S) = needed * product over i not in S of kept[i] * (1 - sum over i not in S of removed[i]).
struct DemandResource {
  RoofResource resource;
  std::string label;       ///< "DRAM", "FP32", "Warp issue"
  std::string_view group;  ///< resources of one group share one unit: their times add up; empty: beside all others
  double amount = 0;       ///< unit_of() the resource, as counted or from formula
  double roof = 0;         ///< amounts a second
  std::optional<double> read_share;  ///< of DRAM traffic: its roof is that of this mix
  DemandSource source = DemandSource::measured;
  const CeilingOrigin* origin = nullptr;  ///< of its roof; nullptr: a link, or what all schedulers issue
  /// With all inefficiencies, at the clock of the run: amount / roof, and more where a pipe is occupied by what is none
  /// of the amount (idle lanes of its warps, halves of pairs that are not fused).
  Seconds needed;
  std::optional<double> busy{};  ///< share of the measured time, by itself; absent where shares are withheld
  double slower = 1;             ///< clock of the roof over that of the run
  double nominal = 1;            ///< needed at the nominal clock over needed at the clock of the run
  /// By all SMs, as L2 and DRAM are: a single SM may draw more than its part of it.
  bool shared = false;
  bool of_task = false;   ///< tasks ask for it however they are written: arithmetic and DRAM
  bool by_warps = false;  ///< counted by warps: idle lanes are in the amount already
  std::array<double, kInefficiencies> kept{1, 1, 1, 1, 1, 1, 1, 1};
  std::array<double, kInefficiencies> removed{};

  [[nodiscard]] Seconds needed_with(InefficiencySet present, RoofClock clock) const;
};

struct KnownInefficiency {
  Inefficiency inefficiency{};
  std::vector<std::string> counters;  ///< that tell it, with their passes
  bool at_most = false;               ///< its effect is an upper bound: part of it may be unavoidable
};

/// An inefficiency that takes no part, and why.
struct UnknownInefficiency {
  Inefficiency inefficiency{};
  std::vector<std::string> counters;  ///< that are missing or contradict each other; empty: another reason
  std::string reason;
};

struct DemandModel {
  std::vector<DemandResource> resources;
  std::vector<KnownInefficiency> known;      ///< in the order of the enumeration
  std::vector<UnknownInefficiency> unknown;  ///< in the order of the enumeration
  std::vector<UnknownDemand> uncounted;      ///< that may take longer than all resources
  std::optional<Hertz> run_clock;            ///< SM clock of the run
  std::string clock_source;                  ///< where it was read; empty if it was not
  bool has_nominal_clock = false;            ///< the maximum clock is known too, and roofs say at which clock they hold
  /// Share of DRAM traffic that uncoalesced accesses may have caused, at most; counters cannot tell it from the rest.
  double uncoalesced_dram_share = 0;
  Seconds compulsory_dram;           ///< time for the compulsory bytes; 0 where they are not known
  std::vector<DemandResource> task;  ///< what the task needs at least, by its formula; empty without one

  [[nodiscard]] const KnownInefficiency* find(Inefficiency i) const;
  [[nodiscard]] const DemandResource* find(const RoofResource& resource) const;
  /// Of a resource together with those of its group.
  [[nodiscard]] Seconds needed_together(const DemandResource& resource, InefficiencySet present, RoofClock clock) const;
  /// The longest of these times; 0 without resources.
  [[nodiscard]] Seconds time(InefficiencySet present, RoofClock clock) const;
  /// time() at the clock of the run, with all inefficiencies, if this share of each resource's demand is left.
  [[nodiscard]] Seconds time_left(const std::function<double(const DemandResource&)>& share) const;
  /// longest() of those that all SMs share, at the clock of the run.
  [[nodiscard]] const DemandResource* longest_shared(InefficiencySet present) const;
  /// time() at the nominal clock for every subset of `causes`, whose bits are in their order; all others are present.
  [[nodiscard]] std::vector<Seconds> times_of_subsets(const std::vector<Inefficiency>& causes) const;
  /// The resource that sets time(), of a group the one that needs most; nullptr without resources.
  [[nodiscard]] const DemandResource* longest(InefficiencySet present, RoofClock clock) const;
  /// time() without uncoalesced accesses, if all DRAM traffic that they may have caused goes with them.
  [[nodiscard]] Seconds time_coalesced_at_best() const;
  /// Its arithmetic as it was counted, on full warps, becomes what the task needs.
  void take_arithmetic_for_the_task();
};

/// The SM clock of a run, and where it was read: by cycles while it was timed, else while it was counted, else what the
/// driver said last.
struct RunClock {
  Hertz clock;
  std::string source;
};
[[nodiscard]] std::optional<RunClock> run_clock_of(const CountedKernel& kernel);

/// The demand of a kernel whose time, metrics, operations and points are filled in. Divergence acts on warp issue and
/// on all pipes but the tensor pipe: a warp occupies its pipe however few of its lanes are active; how many are is
/// known on average. Predication acts on warp issue alone. Absent counters only make their own inefficiencies unknown.
[[nodiscard]] DemandModel demand_of(const CountedKernel& kernel);

}  // namespace rooflens::models
