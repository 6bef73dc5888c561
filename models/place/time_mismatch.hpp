// Whether what was counted fits into the time that was measured. Counters and times come from different launches; where
// these did different work, no number of the one may meet a number of the other.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "models/base/enum_names.hpp"
#include "models/base/finding.hpp"

namespace rooflens::models {

struct CountedKernel;
struct DemandModel;
struct PercentOfRoof;

/// What does not fit, and with it what is withheld.
enum class Mismatch {
  above_roof,   ///< the demand needs more than the time at a roof: no share, no limit, no gap, no advice
  work_varies,  ///< launches that were counted did different work: the same
  clock,        ///< the demand needs more than the time at the clock of the run alone: no gap, no advice
  task,         ///< what the formula says that the task needs takes more than the time: no share of the task
};
template <>
inline constexpr auto kNames<Mismatch> = std::to_array<std::string_view>({"above_roof", "work_varies", "clock",
                                                                          "task"});

struct TimeMismatch {
  Mismatch kind = Mismatch::above_roof;
  std::string roof;                ///< the resource: "DRAM", "FP32", "Warp issue"; empty where the work varies
  std::optional<double> fraction;  ///< of the time, that the demand needs at that roof; above kAboveRoof
  Finding finding;                 ///< its cause is the sentence for reports

  [[nodiscard]] bool withholds_shares() const { return kind == Mismatch::above_roof || kind == Mismatch::work_varies; }
  [[nodiscard]] bool withholds_gap() const { return kind != Mismatch::task; }
};

/// Of a kernel with a time. Integer operations take part
/// only where they are the task: they run on two pipes, and one is the roof.
[[nodiscard]] std::optional<TimeMismatch> time_mismatch(const CountedKernel& kernel, const DemandModel& demand);

/// Of a kernel whose share of the roof of its task is above kAboveRoof.
[[nodiscard]] TimeMismatch task_mismatch(const PercentOfRoof& share);

}  // namespace rooflens::models
