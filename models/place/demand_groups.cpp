// Resources that share one unit, and what nobody knows of them.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "models/base/thresholds.hpp"
#include "models/counters/metric_table.hpp"
#include "models/place/demand_draft.hpp"
#include "models/place/lack.hpp"
#include "models/place/time_mismatch.hpp"
#include "models/roofs/dram_mix.hpp"

namespace rooflens::models {
namespace {

using namespace demand_counters;

// Asynchronous and bulk copies pass L1 on their way to shared memory and count as traffic of both. They are no loads:
// where loads, stores and local accesses moved all that passed L1, there were none. Not known without their sectors.
bool counts_nothing_twice(const DemandDraft& d) {
  constexpr double kWidestLocal = 16;  // sectors that a local access asks for at most
  const LevelPoint* l1 = d.measured(Level::l1);
  if (!l1 || !d.counters.find(kLoadSectors) || !d.counters.find(kStoreSectors)) return false;
  const double local = kWidestLocal * (d.value(kLocalLoads) + d.value(kLocalStores));
  const double moved = kSectorBytes * (d.value(kLoadSectors) + d.value(kStoreSectors) + local);
  return l1->bytes.value() <= (1 + kUnaccountedBytes) * moved;
}

UnknownDemand lacking(const DemandDraft& d, std::string id, std::string label,
                      const std::vector<std::string_view>& names, Seconds at_most) {
  Lack lack = lack_of(d.kernel, names);
  return {std::move(id), std::move(label), std::move(lack.counters), std::move(lack.reason), at_most};
}

}  // namespace

// What may have been counted twice is not added: a group that would need longer than the kernel took, while none of its
// resources alone does, neither.
void separate_groups(DemandDraft& d) {
  const bool once = counts_nothing_twice(d);
  const Seconds most = d.kernel.time ? kAboveRoof * d.kernel.time->median : Seconds();
  std::vector<std::string_view> separate;
  for (const DemandResource& r : d.model.resources) {
    const Seconds together = d.model.needed_together(r, kAllInefficiencies, RoofClock::run);
    if (!once || (together > most && r.needed <= most)) separate.push_back(r.group);
  }
  for (DemandResource& r : d.model.resources) {
    if (std::find(separate.begin(), separate.end(), r.group) != separate.end()) r.group = {};
  }
}

// Of traffic whose reads and writes were not told apart, DRAM may have had less than the roof that it is held against.
void add_unknown_mix(DemandDraft& d) {
  const DemandResource* dram = d.find(Level::dram);
  const auto slowest = slowest_dram_roof(d.kernel.machine->ceilings);
  const bool told = evaluate("dram_read_bytes", d.counters) && evaluate("dram_write_bytes", d.counters);
  if (dram && slowest && !told && d.measured(Level::dram)) {
    std::vector<std::string_view> names;
    for (const std::string_view name : {counter::kFbpaDramReadBytesSum, counter::kFbpaDramWriteBytesSum}) {
      if (!d.counters.find(name)) names.push_back(name);
    }
    d.model.uncounted.push_back(lacking(d, "demand-dram-mix", "DRAM by its mix of reads and writes", names,
                                        Seconds(dram->amount / slowest->value())));
  }
  const DemandResource *l1 = d.find(Level::l1), *shared = d.find(Level::shared);
  if (!l1 || !shared || (d.counters.find(kLoadSectors) && d.counters.find(kStoreSectors))) return;
  std::vector<std::string_view> names;
  for (const std::string_view name : {kLoadSectors, kStoreSectors}) {
    if (!d.counters.find(name)) names.push_back(name);
  }
  d.model.uncounted.push_back(
      lacking(d, "demand-data-stage", "L1 and shared memory together", names, l1->needed + shared->needed));
}

}  // namespace rooflens::models
