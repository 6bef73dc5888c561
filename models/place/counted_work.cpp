#include "models/place/counted_work.hpp"

#include "models/counters/metric_table.hpp"
#include "models/place/demand_rows.hpp"
#include "models/place/hierarchical.hpp"
#include "models/place/operations.hpp"

namespace rooflens::models {

std::optional<double> counted_work(const ProbeInfo& probe, const CounterSet& counters) {
  if (const auto* level = std::get_if<Level>(&probe.resource)) {
    for (const LevelTraffic& traffic : traffic_by_level(counters, std::nullopt)) {
      if (traffic.level == *level) return traffic.bytes.value();
    }
  }
  if (const auto* precision = std::get_if<Precision>(&probe.resource)) {
    Work work;  // tells formats that share a counter from each other
    work.operations[*precision] = Operations(1);
    for (const PrecisionWork& entry : count_operations(counters, work).entries) {
      if (entry.precision == *precision && entry.source == DemandSource::measured) return entry.operations.value();
    }
  }
  if (const auto* pipe = std::get_if<Pipe>(&probe.resource)) {
    if (*pipe == Pipe::issue) return evaluate("warp_instructions", counters);
    return evaluate(metric_of(*pipe), counters);
  }
  return std::nullopt;
}

}  // namespace rooflens::models
