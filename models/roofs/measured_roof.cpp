#include "models/roofs/measured_roof.hpp"

#include "models/base/find_in.hpp"
#include "models/base/thresholds.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace rooflens::models {
namespace {

// The roof as a ceiling of its resource; a later, faster probe of the same resource replaces it.
template <class Ceiling, class Key, class Rate>
void keep_fastest(std::vector<Ceiling>& ceilings, Key key, Rate rate, Key Ceiling::*member, CeilingOrigin origin) {
  const auto same = std::find_if(ceilings.begin(), ceilings.end(), [&](const Ceiling& c) { return c.*member == key; });
  if (same == ceilings.end()) {
    ceilings.push_back({key, rate, std::move(origin)});
  } else if (rate > same->rate) {
    *same = {key, rate, std::move(origin)};
  }
}

// The roof, and the same at the maximum clock where that is another.
template <class Ceiling>
void add_at_maximum(std::vector<Ceiling>& ceilings, std::optional<Hertz> maximum, bool (*at_sm_clock)(const Ceiling&)) {
  if (!maximum || !(maximum->value() > 0)) return;
  for (std::size_t i = 0, reached = ceilings.size(); i < reached; ++i) {
    const CeilingOrigin& origin = ceilings[i].origin;
    if (!at_sm_clock(ceilings[i]) || !(origin.clock.value() > 0)) continue;
    const double faster = *maximum / origin.clock;
    if (std::abs(faster - 1) <= kSameClock) continue;
    Ceiling scaled = ceilings[i];
    scaled.rate = scaled.rate * faster;
    scaled.origin.basis = ClockBasis::maximum;
    scaled.origin.clock = *maximum;
    scaled.origin.power_watts.reset();
    ceilings.push_back(std::move(scaled));
  }
}

// A pipe's probe that counters contradict gives no roof: the compiler may have left out a part of its work.
bool is_contradicted(const MeasuredRoof& roof) {
  return roof.counted && std::abs(*roof.counted - 1) > kCountedTolerance;
}

}  // namespace

const MeasuredRoof* MeasuredRoofs::find(std::string_view probe) const {
  return find_in(roofs, probe, &MeasuredRoof::probe);
}

Ceilings measured_ceilings(const MeasuredRoofs& measured, std::optional<Hertz> maximum) {
  Ceilings ceilings;
  for (const MeasuredRoof& roof : measured.roofs) {
    const ProbeInfo* probe = find_probe(roof.probe);
    if (!probe || !probe->is_roof || !(roof.value > 0)) continue;
    CeilingOrigin origin{CeilingSource::measured,
                         ClockBasis::reached,
                         roof.clock,
                         fmt::format("{}: {}", probe->label, roof.point),
                         roof.spread,
                         ClockOf::sm,
                         roof.power_watts};
    if (const Level* level = std::get_if<Level>(&probe->resource)) {
      keep_fastest(ceilings.memory, *level, ByteRate(roof.value), &MemoryCeiling::level, std::move(origin));
    } else if (const Precision* precision = std::get_if<Precision>(&probe->resource)) {
      keep_fastest(ceilings.compute, *precision, OperationRate(roof.value), &ComputeCeiling::precision,
                   std::move(origin));
    } else if (const Pipe* pipe = std::get_if<Pipe>(&probe->resource); pipe && !is_contradicted(roof)) {
      keep_fastest(ceilings.instruction, *pipe, OperationRate(roof.value), &InstructionCeiling::pipe,
                   std::move(origin));
    }
  }
  add_at_maximum<MemoryCeiling>(ceilings.memory, maximum,
                                [](const MemoryCeiling& c) { return goes_with_sm_clock(c.level); });
  add_at_maximum<ComputeCeiling>(ceilings.compute, maximum, [](const ComputeCeiling&) { return true; });
  add_at_maximum<InstructionCeiling>(ceilings.instruction, maximum,
                                     [](const InstructionCeiling& c) { return goes_with_sm_clock(c.pipe); });
  if (measured.latency) ceilings.latency = measured.latency->roof;
  ceilings.probes = ProbeResults{measured.measured_utc, measured.tool_version, measured.roofs, measured.refused};
  ceilings.links = measured.links;
  return ceilings;
}

std::optional<double> per_clock(const MeasuredRoof& roof, int sm_count) {
  const ProbeInfo* probe = find_probe(roof.probe);
  const bool is_time = !probe || std::holds_alternative<std::monostate>(probe->resource);
  if (is_time || roof.probe == "launch" || sm_count <= 0 || roof.clock.value() <= 0) return std::nullopt;
  return roof.value / (roof.clock.value() * sm_count);
}

}  // namespace rooflens::models
