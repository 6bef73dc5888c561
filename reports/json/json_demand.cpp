// What a kernel asks of every resource, in the JSON report.
#include "models/base/roof_resource.hpp"
#include "reports/json/json_parts.hpp"
#include "reports/words/words.hpp"

namespace rooflens::reports {
namespace {

Json json_of(const models::DemandResource& demand) {
  Json to{{"resource", id_of(demand.resource)}};
  put_count(to, "amount", demand.amount);
  to["unit"] = unit_of(demand.resource);
  to["source"] = source_word(demand.source);
  put(to, "roof_per_s", std::optional(demand.roof));
  put(to, "needed_s", demand.needed);
  put(to, "busy_fraction", demand.busy);
  put(to, "group", demand.group);
  put(to, "read_share", demand.read_share);
  return to;
}

}  // namespace

void put_demand(Json& to, const models::AnalysedKernel& kernel) {
  to["bound_by"] = info(kernel.binding).id;
  if (kernel.busiest) to["busiest"] = id_of(*kernel.busiest);
  put(to, "busiest_fraction", kernel.busiest_fraction);
  if (kernel.demand) to["demand"] = list_of(kernel.demand->resources, json_of);
}

}  // namespace rooflens::reports
