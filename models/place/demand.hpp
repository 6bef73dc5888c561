// What a kernel asks of every resource, as the time that resource needs at its roof, and how much of it each
// inefficiency adds. Any subset of inefficiencies can be taken away, so that their effect on the longest of these times
// can be told apart.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/base/pipe.hpp"
#include "models/base/quantity.hpp"
#include "models/place/unknown_demand.hpp"

namespace rooflens::models {

struct Placement;

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

enum class RoofClock { run, nominal };

/// One resource: needed(S) = needed * product over i not in S of kept[i] * (1 - sum over i not in S of removed[i]).
struct DemandResource {
  std::string label;   ///< "DRAM", "FP32", "warp issue"
  Seconds needed;      ///< with all inefficiencies, at the clock of the run
  double nominal = 1;  ///< needed at the nominal clock over needed at the clock of the run
  /// By all SMs, as L2 and DRAM are: a single SM may draw more than its part of it.
  bool shared = false;
  std::array<double, kInefficiencies> kept{1, 1, 1, 1, 1, 1, 1, 1};
  std::array<double, kInefficiencies> removed{};

  [[nodiscard]] Seconds needed_with(InefficiencySet present, RoofClock clock) const;
};

struct KnownInefficiency {
  Inefficiency inefficiency{};
  std::vector<std::string> counters;  ///< that tell it, with their passes
  bool at_most = false;               ///< its effect is an upper bound: part of it may have to stay
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
  Seconds compulsory_dram;  ///< time for the compulsory bytes; 0 where they are not known

  [[nodiscard]] const KnownInefficiency* find(Inefficiency i) const;
  /// The longest of the resources' times; 0 without resources.
  [[nodiscard]] Seconds time(InefficiencySet present, RoofClock clock) const;
  /// longest() of those that all SMs share, at the clock of the run.
  [[nodiscard]] const DemandResource* longest_shared(InefficiencySet present) const;
  /// time() at the nominal clock for every subset of `causes`, whose bits are in their order; all others are present.
  [[nodiscard]] std::vector<Seconds> times_of_subsets(const std::vector<Inefficiency>& causes) const;
  /// The resource that sets time(); nullptr without resources.
  [[nodiscard]] const DemandResource* longest(InefficiencySet present, RoofClock clock) const;
  /// time() without uncoalesced accesses, if all DRAM traffic that they may have caused goes with them.
  [[nodiscard]] Seconds time_coalesced_at_best() const;
};

/// The SM clock of a run, and where it was read: by the kernel's own cycles, else what the driver said last.
struct RunClock {
  Hertz clock;
  std::string source;
};
[[nodiscard]] std::optional<RunClock> run_clock_of(const Placement& kernel);

/// The demand of a kernel whose rates and points are filled in. Divergence and predication act on warp issue, which the
/// counters show, not on single pipes. Absent counters only make their own inefficiencies unknown.
[[nodiscard]] DemandModel demand_of(const Placement& kernel);

}  // namespace rooflens::models
