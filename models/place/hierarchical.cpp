#include "models/place/hierarchical.hpp"

#include <array>
#include <string_view>
#include <utility>

#include "models/counters/metric_table.hpp"

namespace rooflens::models {
namespace {

constexpr std::array<std::pair<Level, std::string_view>, 4> kMetricOfLevel{{
    {Level::shared, "shared_bytes"},
    {Level::l1, "l1_bytes"},
    {Level::l2, "l2_bytes"},
    {Level::dram, "dram_bytes"},
}};

std::optional<Bytes> analytic_bytes(Level level, const Work& work) {
  switch (level) {
    case Level::shared:
      return std::nullopt;
    case Level::l1:
      return work.requested.total();
    case Level::l2:
      return work.ideal_l2.total();
    case Level::dram:
      return work.compulsory.total();
  }
  return std::nullopt;
}

}  // namespace

std::string_view metric_of(Level level) {
  for (const auto& [at, metric] : kMetricOfLevel) {
    if (at == level) return metric;
  }
  return {};
}

std::vector<LevelTraffic> traffic_by_level(const CounterSet& counters, const std::optional<Work>& work) {
  std::vector<LevelTraffic> traffic;
  for (const auto& [level, metric] : kMetricOfLevel) {
    if (const auto bytes = evaluate(metric, counters)) {
      // A level that the kernel does not touch has no point.
      if (*bytes > 0) traffic.push_back({level, Bytes(*bytes), DemandSource::measured});
    } else if (work) {
      if (const auto demand = analytic_bytes(level, *work); demand && demand->value() > 0) {
        traffic.push_back({level, *demand, DemandSource::analytic});
      }
    }
  }
  return traffic;
}

std::vector<LevelPoint> place(const std::vector<LevelTraffic>& traffic, std::optional<Operations> operations,
                              Seconds time, const Ceilings& ceilings) {
  std::vector<LevelPoint> points;
  for (const LevelTraffic& entry : traffic) {
    LevelPoint point;
    point.level = entry.level;
    point.bytes = entry.bytes;
    point.source = entry.source;
    point.bandwidth = entry.bytes / time;
    if (operations && operations->value() > 0) point.intensity = *operations / entry.bytes;
    point.ceiling = ceilings.best(entry.level);
    if (point.ceiling) point.fraction_of_ceiling = point.bandwidth / point.ceiling->rate;
    points.push_back(point);
  }
  return points;
}

}  // namespace rooflens::models
