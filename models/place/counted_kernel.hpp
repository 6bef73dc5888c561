// What a kernel or range did in its time, as far as counters and formula tell, and its points: before it is judged by
// the roofs.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/base/find_in.hpp"
#include "models/base/thresholds.hpp"
#include "models/base/timing.hpp"
#include "models/counters/counter_rules.hpp"
#include "models/counters/metric_table.hpp"
#include "models/place/hierarchical.hpp"
#include "models/place/instruction_roofline.hpp"
#include "models/place/mix_ceilings.hpp"
#include "models/place/operations.hpp"
#include "models/record/machine.hpp"
#include "models/record/observation.hpp"

namespace rooflens::models {

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

/// The counters of an observation that do not contradict each other, and what follows from them alone.
struct TrustedCounters {
  const Observation* observation = nullptr;     ///< never nullptr
  const Machine* machine = nullptr;             ///< never nullptr
  bool at_most = false;                         ///< its counters are the largest of several launches
  std::vector<Contradiction> contradictions{};  ///< of its counters among each other, and with the clock
  std::optional<CounterSet> trusted{};          ///< those that are left where counters contradict each other
  std::vector<DerivedMetric> metrics{};

  /// What is calculated with: counters that do not contradict each other.
  [[nodiscard]] const CounterSet& counters() const { return trusted ? *trusted : observation->counters; }
  /// Whether it was collected, and contradicts others.
  [[nodiscard]] bool is_contradictory(std::string_view counter) const {
    return trusted && !trusted->find(counter) && observation->counters.find(counter);
  }
  /// Share of the time from which on a resource may bind it.
  [[nodiscard]] double busy_from() const { return at_most ? kBusyAtMost : kBusyThreshold; }
  /// A failed verification: shown as failed, never drawn as a good point.
  [[nodiscard]] bool failed() const { return observation->verification.status == VerificationStatus::mismatch; }
};

inline constexpr double kWavefrontBytes = 128;

/// Wavefronts that accesses of shared memory need at least, where `wavefronts` were counted for `bytes`, as hardware
/// counts these: those that several lanes load once. A load of 16 bytes a lane takes two however few bytes all lanes
/// load (measured on an H100 with one address for all: 2.00 for 16 bytes).
[[nodiscard]] double least_wavefronts(double accesses, double bytes, double wavefronts);

struct CountedKernel : TrustedCounters {
  std::optional<TimingSummary> time{};       ///< absent when no duration was recorded: then there is no point either
  std::vector<PrecisionWork> operations{};   ///< largest demand on its roof first; floating-point and integer
  MatrixWork uncounted = MatrixWork::none;   ///< matrix work that was not counted: no arithmetic rate is given
  bool has_no_flops = false;                 ///< it was counted, or follows from its formula, that it has none
  bool half_moves = false;                   ///< FP16 instructions that only move constants were left out
  std::optional<Precision> precision{};      ///< the floating-point precision it is drawn for; absent: no FLOPs
  std::optional<Operations> flops{};         ///< of all floating-point precisions together
  std::optional<OperationRate> flop_rate{};  ///< the height of its points
  std::vector<LevelPoint> points{};          ///< shared, l1, l2, dram, as far as known
  std::vector<std::string_view> without_roof{};   ///< levels and formats that it used and that have none here
  std::optional<double> theoretical_occupancy{};  ///< 0..1, see launch_occupancy.hpp; over all its launches
  std::optional<double> achieved_occupancy{};     ///< 0..1, while an SM was active
  std::optional<double>
      bank_conflict_degree{};  ///< shared wavefronts over ideal; 1 = none; absent without shared memory
  WorkComparison comparison{};
  std::vector<AbsentMetric> absent_metrics{};                 ///< although their counters were collected
  std::optional<MixedPrecisionCeiling> mixed_ceiling{};       ///< roof of its formats together; where it uses several
  std::optional<InstructionRoofline> instruction_roofline{};  ///< absent where warp instructions were not counted

  /// Its point at a level; null where it is not known.
  [[nodiscard]] const LevelPoint* point_at(Level level) const { return find_in(points, level, &LevelPoint::level); }
};

/// Of an observation on its machine, which must outlive the result. `at_most`: its counters are the largest of several
/// launches, so that none may be taken off another.
[[nodiscard]] CountedKernel count_kernel(const Observation& observation, const Machine& machine, bool at_most);

}  // namespace rooflens::models
