// From a recording to the statements that reports print. This is the one entry of this folder: reports read nothing
// else.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/explanation.hpp"
#include "models/finding.hpp"
#include "models/for_each.hpp"
#include "models/hierarchical.hpp"
#include "models/instruction_roofline.hpp"
#include "models/metric_table.hpp"
#include "models/mix_ceilings.hpp"
#include "models/operations.hpp"
#include "models/recording.hpp"
#include "models/source_profile.hpp"
#include "models/time_mismatch.hpp"
#include "models/timing.hpp"

namespace rooflens::models {

/// Stored beside everything that analyse() derives: from the first release on, a changed formula changes this number.
inline constexpr int kModelVersion = 1;

/// What limits a kernel: the resource that its measured demand keeps busiest, or latency when none is busy.
enum class Binding { dram, l2, l1, shared, compute, no_roof, unknown };

struct BindingInfo {
  Binding binding;
  std::string_view id;     ///< stable name in sessions and JSON
  std::string_view label;  ///< for legends and tables
  std::string_view bound;  ///< for sentences
};

inline constexpr std::array<BindingInfo, 7> kBindings{{
    {Binding::dram, "dram", "DRAM", "DRAM-bound"},
    {Binding::l2, "l2", "L2", "L2-bound"},
    {Binding::l1, "l1", "L1", "L1-bound"},
    {Binding::shared, "shared", "Shared memory", "bound by shared memory"},
    {Binding::compute, "compute", "Compute", "compute-bound"},
    {Binding::no_roof, "no_roof", "No roof", "bound by no roof"},
    {Binding::unknown, "unknown", "Unknown", "of unknown limit"},
}};

[[nodiscard]] constexpr const BindingInfo& info(Binding b) { return kBindings[static_cast<std::size_t>(b)]; }

/// A resource counts as the limit from this share of its roof on, the threshold of Nsight Compute. Where none reaches
/// it, no roof is the limit; what is, roofs do not tell.
inline constexpr double kBusyThreshold = 0.60;

/// The shortest time that the roofs allow for the kernel's task, and how near it came.
struct PercentOfRoof {
  Seconds shortest;         ///< max over resources of demand / roof
  double fraction = 0;      ///< shortest / median time; at most kAboveRoof
  bool compulsory = false;  ///< true: analytic compulsory demand; false: "of measured demand"
  std::string roof;         ///< the roof that sets it: "DRAM" or "FP32"
};

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

struct KernelAnalysis {
  const Observation* observation = nullptr;  ///< never nullptr
  const Machine* machine = nullptr;          ///< never nullptr
  std::optional<TimingSummary> time;         ///< absent when no duration was recorded: then there is no point either
  double share_of_time = 0;                  ///< of all kernels on this machine, weighted by executions; 0..1
  std::vector<PrecisionWork> operations;     ///< largest demand on its roof first; floating-point and integer
  MatrixWork uncounted = MatrixWork::none;   ///< matrix work that was not counted: no arithmetic rate is given
  bool half_moves = false;                   ///< FP16 instructions that only move constants were left out
  std::optional<Precision> precision;        ///< the floating-point precision it is drawn for; absent: no FLOPs
  std::optional<Operations> flops;           ///< of all floating-point precisions together
  std::optional<OperationRate> flop_rate;    ///< the height of its points
  std::vector<LevelPoint> points;            ///< shared, l1, l2, dram, as far as known
  Binding binding = Binding::unknown;
  std::optional<double> busiest_fraction;  ///< share of the busiest resource's roof
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
  std::optional<std::size_t> source;                        ///< its function in MachineAnalysis::sources
  std::vector<Finding> findings;                            ///< most severe first
  std::optional<CounterSet> trusted;  ///< those that are left where counters contradict each other

  /// What is calculated with: counters that do not contradict each other.
  [[nodiscard]] const CounterSet& counters() const { return trusted ? *trusted : observation->counters; }
  /// Whether it was collected, and contradicts others.
  [[nodiscard]] bool is_contradictory(std::string_view counter) const {
    return trusted && !trusted->find(counter) && observation->counters.find(counter);
  }
  /// Its point at a level; null where it is not known.
  [[nodiscard]] const LevelPoint* point_at(Level level) const {
    for (const LevelPoint& point : points) {
      if (point.level == level) return &point;
    }
    return nullptr;
  }
  /// Whether share_of_time says something: a graph is a sum over kernels that are listed themselves, and without a time
  /// there is no share.
  [[nodiscard]] bool has_share() const {
    return observation->scope == Scope::launch &&
           (time || (observation->total_time && observation->timed_launches > 0));
  }
  /// A failed verification: shown as failed, never drawn as a good point.
  [[nodiscard]] bool failed() const { return observation->verification.status == VerificationStatus::mismatch; }
};

/// The analysis of one machine's observations.
struct MachineAnalysis {
  const Machine* machine = nullptr;
  std::vector<KernelAnalysis> kernels;  ///< in order of recording
  std::vector<KernelAnalysis> ranges;   ///< NVTX ranges: sums over kernels that are listed themselves; no share of time
  std::vector<SourceProfile> sources;   ///< functions whose instructions were looked at: most samples first
  std::string verdict;                  ///< one sentence: "9 of 12 kernels are DRAM-bound; ... loses most: ..."
  std::vector<Finding> findings;        ///< about the run as a whole (clocks, refused counters, roofs)
};

struct Analysis {
  int model_version = kModelVersion;
  std::vector<MachineAnalysis> machines;
};

/// Analyses every observation of the recording against its machine's roofs. The result points into `recording`, which
/// must outlive it. Pure: the same recording gives the same analysis. An observation that names an unknown machine is
/// an error of whoever made the recording: throws std::invalid_argument. Kernels are analysed by `for_each`.
[[nodiscard]] Analysis analyse(const Recording& recording, const ForEach& for_each = one_by_one);

}  // namespace rooflens::models
