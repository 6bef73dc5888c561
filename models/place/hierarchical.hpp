// The hierarchical roofline: one point per memory level, all at the same height, each at its own intensity. The
// distance between two levels' points shows the reuse between them. Yang, Kurth, Williams, "Hierarchical Roofline
// Analysis for GPUs", 2019.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "models/base/level.hpp"
#include "models/base/quantity.hpp"
#include "models/counters/counters.hpp"
#include "models/record/work.hpp"
#include "models/roofs/ceiling.hpp"

namespace rooflens::models {

/// Whether a demand was counted by the hardware or follows from the kernel's formula.
enum class DemandSource { measured, analytic };

/// Bytes moved at one level in one execution.
struct LevelTraffic {
  Level level;
  Bytes bytes;
  DemandSource source = DemandSource::measured;
};

/// The metric of the traffic at that level, in metric_table().
[[nodiscard]] std::string_view metric_of(Level level);

/// Traffic from counters where they were collected; where not, from the analytic work (L1: requested, L2: ideal, DRAM:
/// compulsory; shared memory has no analytic form). A level of which nothing is known is left out.
[[nodiscard]] std::vector<LevelTraffic> traffic_by_level(const CounterSet& counters, const std::optional<Work>& work);

struct LevelPoint {
  Level level = Level::dram;
  Bytes bytes;
  DemandSource source = DemandSource::measured;
  ByteRate bandwidth;                      ///< bytes over time
  std::optional<Intensity> intensity;      ///< absent for kernels without floating-point operations
  const MemoryCeiling* ceiling = nullptr;  ///< the roof it is judged by; nullptr if the machine has none for this level
  std::optional<double> fraction_of_ceiling;  ///< bandwidth / roof; absent in an analysis where it would be above it
};

/// One point per level for a kernel that took `time`. The points refer into `ceilings`.
[[nodiscard]] std::vector<LevelPoint> place(const std::vector<LevelTraffic>& traffic,
                                            std::optional<Operations> operations, Seconds time,
                                            const Ceilings& ceilings);

}  // namespace rooflens::models
