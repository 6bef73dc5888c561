// Why a kernel takes longer than its roof allows: measured time over roof time as a product of factors that closes by
// construction. What is known of each factor alone are its bounds: the speed-up if it goes first, and if it goes last.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/base/finding.hpp"
#include "models/base/quantity.hpp"
#include "models/place/demand.hpp"
#include "models/wait/waiting.hpp"

namespace rooflens::models {

struct Placement;

/// One factor of the product.
struct GapFactor {
  std::string_view id;                 ///< "start-up", "latency", "unexplained", "coalescing", ...
  std::string_view label;              ///< for people
  double factor = 1;                   ///< its part of the product
  double removed_first = 1;            ///< speed-up if it goes while all else stays as it is
  double removed_last = 1;             ///< speed-up if all else is gone already
  std::optional<double> by_waiting{};  ///< removed first, by what warps wait for: what is nearest, between all bounds
  std::optional<double> at_best{};     ///< removed first, if DRAM traffic that may belong to it disappears too
  std::string then_busiest{};          ///< resource with the longest time once it went first; empty outside of demand
  bool at_most = false;                ///< part of it may be unavoidable
  std::vector<std::string> counters;   ///< where it comes from, with the passes
};

/// A factor that is not there, or the demand of a resource ("demand-dram"), and the factor that holds its part.
struct MissingFactor {
  std::string id;
  std::string label;
  std::string_view merged_into;       ///< id of a factor, or "roof": then the roof holds it
  std::vector<std::string> counters;  ///< that are missing or contradict each other
  std::string reason;
};

struct Gap {
  Seconds measured;           ///< median time, or from one launch to the next where that is known
  Seconds roof;               ///< shortest time at the nominal clock
  std::string roof_resource;  ///< that sets it
  bool compulsory = false;    ///< roof of what the task needs; false: of measured demand without what is known as waste
  double total = 1;           ///< measured / roof = product of the factors
  /// By all factors but what is unexplained: not from the kernel's own time. Nothing where the demand of a resource was
  /// not counted that may have been the busiest, unless samples of warps tell it.
  std::optional<Seconds> predicted;
  bool at_most = false;  ///< the roof may be higher: a resource has none, or its measured demand was not counted
  std::optional<WaitingModel> waiting;  ///< where it is known what warps wait for
  std::vector<GapFactor> factors;
  std::vector<MissingFactor> missing;
  std::string busiest;                                ///< the resource with the longest time at its roof
  double busiest_fraction = 0;                        ///< that time over the measured one: below 1 it waits
  std::optional<RoofResource> unclassified_resource;  ///< what is busiest once every known inefficiency is gone
  std::optional<double> unexplained_share;   ///< of the logarithm of the gap; absent where there is no gap to speak of
  std::optional<double> unclassified_share;  ///< the same
  std::vector<Finding> findings;             ///< cycles that do not go together, and factors below kFactorTooSmall

  [[nodiscard]] const GapFactor* find(std::string_view id) const;
};

/// The gap of one kernel whose rates and points are filled in. Nothing without a time, roofs or any demand, for ranges,
/// and where the demand does not fit into the time (time_mismatch.hpp). Where the demand of a resource is not known
/// that may have been the busiest, what is unexplained may be its work. Formulas:
///   T / T_busy,max * T_busy,max / T_even * latency * unexplained * t(run clock) / t(nominal clock)
///   * t(all inefficiencies) / t(none) * t(none) / T_roof
/// with t = max over resources of demand / roof; latency = max(1, DRAM bytes / what the loads in flight draw by the
/// latency roof / t(run clock)), where that is known; latency * unexplained = T_even / t(run clock); the factor before
/// the last is split by Shapley values. T_even is the time of the same work spread over all SMs: T_busy,mean, but no
/// less than what L2 and DRAM, which one SM alone may draw on beyond its part, need at their roofs, and no more than
/// T_busy,max.
[[nodiscard]] std::optional<Gap> explain_gap(const Placement& kernel);

/// How much faster the kernel may become before its busiest resource is the end: what latency may have taken, and what
/// is unexplained.
[[nodiscard]] inline double room(const Gap& gap) {
  const GapFactor *latency = gap.find("latency"), *unexplained = gap.find("unexplained");
  return (latency ? latency->factor : 1) * (unexplained ? unexplained->factor : 1);
}

}  // namespace rooflens::models
