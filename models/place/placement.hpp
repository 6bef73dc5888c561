// A kernel or range on its machine's roofs: its time, what it did, a point for each memory level, and what limits it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "models/base/thresholds.hpp"
#include "models/base/timing.hpp"
#include "models/counters/counter_rules.hpp"
#include "models/counters/metric_table.hpp"
#include "models/place/binding.hpp"
#include "models/place/demand.hpp"
#include "models/place/hierarchical.hpp"
#include "models/place/instruction_roofline.hpp"
#include "models/place/mix_ceilings.hpp"
#include "models/place/operations.hpp"
#include "models/place/percent_of_roof.hpp"
#include "models/place/time_mismatch.hpp"
#include "models/record/machine.hpp"
#include "models/record/observation.hpp"

namespace rooflens::models {

/// Stored beside every point: from the first release on, a changed formula changes this number.
inline constexpr int kModelVersion = 1;

/// Analytic against measured, as ratio measured / analytic. Absent where one of the two is missing.
struct WorkComparison {
  std::optional<double> operations;
  std::optional<double> requested_bytes;  ///< requested by threads (SASS) over analytic requested
  std::optional<double> l2_bytes;
  std::optional<double> dram_bytes;  ///< measured over compulsory: 1 = no wasted DRAM traffic
};

/// A metric whose counters were all collected, and tell something else, or contradict others.
struct AbsentMetric {
  const MetricRow* row;
  std::string reason;
  std::vector<std::string> counters;  ///< that contradict others, with their passes
};

struct Placement {
  const Observation* observation = nullptr;  ///< never nullptr
  const Machine* machine = nullptr;          ///< never nullptr
  std::optional<TimingSummary> time;         ///< absent when no duration was recorded: then there is no point either
  std::vector<PrecisionWork> operations;     ///< largest demand on its roof first; floating-point and integer
  MatrixWork uncounted = MatrixWork::none;   ///< matrix work that was not counted: no arithmetic rate is given
  bool half_moves = false;                   ///< FP16 instructions that only move constants were left out
  std::optional<Precision> precision;        ///< the floating-point precision it is drawn for; absent: no FLOPs
  std::optional<Operations> flops;           ///< of all floating-point precisions together
  std::optional<OperationRate> flop_rate;    ///< the height of its points
  std::vector<LevelPoint> points;            ///< shared, l1, l2, dram, as far as known
  std::optional<DemandModel> demand;  ///< of every resource, and what each inefficiency adds; absent without a time
  Binding binding = Binding::unknown;
  bool at_most = false;                    ///< its counters are the largest of several launches
  bool no_roof_at_most = false;            ///< the binding is that of its largest counts
  std::optional<RoofResource> busiest;     ///< the resource that it keeps busiest; absent: none has a roof
  std::optional<double> busiest_fraction;  ///< share of that resource's roof, with those of its group
  std::optional<PercentOfRoof> percent_of_roof;
  std::optional<TimeMismatch> mismatch;  ///< what was counted does not fit into its time, and what that withholds
  std::optional<double> theoretical_occupancy;  ///< 0..1, see launch_occupancy.hpp; over all its launches
  std::optional<double> achieved_occupancy;     ///< 0..1, while an SM was active
  std::optional<double> bank_conflict_degree;  ///< shared wavefronts over ideal; 1 = none; absent without shared memory
  WorkComparison comparison;
  std::vector<DerivedMetric> metrics;
  std::vector<AbsentMetric> absent_metrics;                 ///< although their counters were collected
  std::optional<MixedPrecisionCeiling> mixed_ceiling;       ///< roof of its formats together; where it uses several
  std::optional<InstructionRoofline> instruction_roofline;  ///< absent where warp instructions were not counted
  std::vector<Contradiction> contradictions;                ///< of its counters among each other, and with the clock
  std::optional<CounterSet> trusted;  ///< those that are left where counters contradict each other

  /// What is calculated with: counters that do not contradict each other.
  [[nodiscard]] const CounterSet& counters() const { return trusted ? *trusted : observation->counters; }
  /// Whether it was collected, and contradicts others.
  [[nodiscard]] bool is_contradictory(std::string_view counter) const {
    return trusted && !trusted->find(counter) && observation->counters.find(counter);
  }
  /// Share of the time from which on a resource may bind it.
  [[nodiscard]] double busy_from() const { return at_most ? kBusyAtMost : kBusyThreshold; }
  /// Its point at a level; null where it is not known.
  [[nodiscard]] const LevelPoint* point_at(Level level) const {
    for (const LevelPoint& point : points) {
      if (point.level == level) return &point;
    }
    return nullptr;
  }
  /// A failed verification: shown as failed, never drawn as a good point.
  [[nodiscard]] bool failed() const { return observation->verification.status == VerificationStatus::mismatch; }
};

/// Places an observation on its machine's roofs. The result points to both, which must outlive it. Pure.
[[nodiscard]] Placement place(const Observation& observation, const Machine& machine);
/// The same, where the bound of a kernel is unknown as soon as its counters contradict each other or its time.
/// `at_most`: its counters are the largest of several launches, so that none may be taken off another.
[[nodiscard]] Placement place_as_counted(const Observation& observation, const Machine& machine, bool at_most = false);

/// The resource that binds the kernel where that is no level of memory: a pipe of the SMs, or atomics.
[[nodiscard]] inline const RoofResource* binding_pipe(const Placement& kernel) {
  const bool bound = kernel.binding != Binding::no_roof && kernel.binding != Binding::unknown;
  return bound && kernel.busiest && !std::holds_alternative<Level>(*kernel.busiest) ? &*kernel.busiest : nullptr;
}

}  // namespace rooflens::models
