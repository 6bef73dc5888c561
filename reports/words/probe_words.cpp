#include "reports/words/probe_words.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "models/base/joined.hpp"
#include "models/roofs/probe.hpp"
#include "reports/words/format.hpp"

namespace rooflens::reports {
namespace {

using models::MeasuredRoof;
using models::ProbeInfo;

bool has_measured_roof(const models::Ceilings& ceilings) {
  const auto any = [](const auto& roofs) {
    return std::any_of(roofs.begin(), roofs.end(),
                       [](const auto& roof) { return roof.origin.source == models::CeilingSource::measured; });
  };
  return any(ceilings.memory) || any(ceilings.compute) || any(ceilings.instruction);
}

}  // namespace

std::string probe_label(std::string_view probe) {
  if (probe == models::kLatencySweep.id) return std::string(models::kLatencySweep.label);
  const ProbeInfo* info = models::find_probe(probe);
  return info ? std::string(info->label) : clean_utf8(probe);
}

std::string probe_value_text(const MeasuredRoof& roof) {
  const ProbeInfo* probe = models::find_probe(roof.probe);
  if (!probe) return significant(roof.value);
  if (is_time(*probe)) return format(models::Seconds(roof.value));
  if (probe->unit == "B") return format(models::ByteRate(roof.value));
  return format(models::OperationRate(roof.value), probe->unit);
}

std::string probe_clock_text(const MeasuredRoof& roof) {
  return roof.clock.value() > 0 ? fmt::format("{:.0f} MHz", in_megahertz(roof.clock)) : std::string(kMissing);
}

std::vector<const MeasuredRoof*> probes_beside_roofs(const models::ProbeResults& probes) {
  std::vector<const MeasuredRoof*> result;
  for (const MeasuredRoof& roof : probes.roofs) {
    const ProbeInfo* probe = models::find_probe(roof.probe);
    if (probe && is_beside_roofs(*probe)) result.push_back(&roof);
  }
  return result;
}

std::string probes_text(const models::Ceilings& ceilings) {
  if (!ceilings.probes) return has_measured_roof(ceilings) ? std::string(kProbesNotRecorded) : "";
  return models::joined(probes_beside_roofs(*ceilings.probes), ", ", [](const MeasuredRoof* roof) {
    return fmt::format("{} {}", probe_label(roof->probe), probe_value_text(*roof));
  });
}

}  // namespace rooflens::reports
