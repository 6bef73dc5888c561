#include "models/place/percent_of_roof.hpp"

#include <algorithm>

#include "models/base/thresholds.hpp"
#include "models/place/counted_kernel.hpp"
#include "models/place/demand.hpp"
#include "models/place/demand_rows.hpp"
#include "models/place/uncounted_work.hpp"

namespace rooflens::models {

// T_roof = max over resources of demand / roof. Compulsory demand where the formula is known; what was measured where
// not. Without the roof of arithmetic that was done there is no longest of them.
std::optional<PercentOfRoof> percent_of_roof(const CountedKernel& kernel, const DemandModel& demand) {
  const bool compulsory = kernel.observation->work.has_value();
  if (!compulsory && kernel.uncounted != MatrixWork::none) return std::nullopt;
  if (!kernel.machine->ceilings.best(Level::dram) || !all_arithmetic_has_roofs(kernel)) return std::nullopt;
  if (!compulsory && !kernel.point_at(Level::dram)) return std::nullopt;
  PercentOfRoof result{.shortest = {}, .compulsory = compulsory, .roof = {}};
  for (const DemandResource& r : compulsory ? demand.task : demand.resources) {
    if (!r.of_task) continue;
    Seconds needed = Seconds(r.amount / r.roof) * r.slower;
    if (needed > kAboveRoof * kernel.time->median)
      needed = needed / std::max(1.0, r.slower);  // a clock of other launches
    if (needed > result.shortest) {
      result.shortest = needed;
      result.roof = r.label;
    }
  }
  if (result.shortest.value() <= 0 || may_need_longer(kernel, result.shortest)) return std::nullopt;
  result.fraction = result.shortest / kernel.time->median;
  return result;
}

}  // namespace rooflens::models
