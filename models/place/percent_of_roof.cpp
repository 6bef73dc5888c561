#include "models/place/percent_of_roof.hpp"

#include "models/place/placement.hpp"
#include "models/place/uncounted_work.hpp"

namespace rooflens::models {

// T_roof = max over resources of demand / roof. Compulsory demand where the formula is known; what was measured where
// not. Without the roof of arithmetic that was done there is no longest of them.
std::optional<PercentOfRoof> percent_of_roof(const Placement& kernel) {
  const Ceilings& ceilings = kernel.machine->ceilings;
  const std::optional<Work>& work = kernel.observation->work;
  if (!work && kernel.uncounted != MatrixWork::none) return std::nullopt;
  PercentOfRoof result{.shortest = {}, .compulsory = work.has_value(), .roof = {}};
  const auto demand = [&](Seconds needed, std::string_view roof) {
    if (needed > result.shortest) {
      result.shortest = needed;
      result.roof = roof;
    }
  };
  std::optional<Bytes> dram;
  if (work) {
    dram = work->compulsory.total();
  } else {
    for (const LevelPoint& point : kernel.points) {
      if (point.level == Level::dram) dram = point.bytes;
    }
  }
  const MemoryCeiling* dram_roof = ceilings.best(Level::dram);
  if (!dram || !dram_roof) return std::nullopt;
  demand(*dram / dram_roof->rate, info(Level::dram).label);
  if (work) {
    for (const auto& [precision, operations] : work->operations) {
      const ComputeCeiling* roof = ceilings.best(precision);
      if (roof) {
        demand(operations / roof->rate, info(precision).label);
      } else if (operations.value() > 0) {
        return std::nullopt;
      }
    }
  } else if (kernel.flops) {
    for (const PrecisionWork& entry : kernel.operations) {
      if (!is_floating_point(entry.precision)) continue;
      if (!entry.ceiling) return std::nullopt;
      demand(entry.operations / entry.ceiling->rate, info(entry.precision).label);
    }
  }
  if (result.shortest.value() <= 0 || may_need_longer(kernel, result.shortest)) return std::nullopt;
  result.fraction = result.shortest / kernel.time->median;
  return result;
}

}  // namespace rooflens::models
