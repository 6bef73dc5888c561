#include "models/roofs/measured_roof.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>

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

constexpr std::string_view kMeasuredAt = "; measured at ";

}  // namespace

std::optional<Hertz> measured_at(const CeilingOrigin& origin) {
  const std::size_t place = origin.detail.rfind(kMeasuredAt);
  if (origin.source != CeilingSource::measured || place == std::string::npos) return std::nullopt;
  double gigahertz = 0;
  const char* const text = origin.detail.c_str() + place + kMeasuredAt.size();
  const auto [end, error] = std::from_chars(text, origin.detail.c_str() + origin.detail.size(), gigahertz);
  return error == std::errc() && gigahertz > 0 ? std::optional(Hertz(1e9 * gigahertz)) : std::nullopt;
}

const MeasuredRoof* MeasuredRoofs::find(std::string_view probe) const {
  const auto it = std::find_if(roofs.begin(), roofs.end(), [&](const MeasuredRoof& r) { return r.probe == probe; });
  return it == roofs.end() ? nullptr : &*it;
}

Ceilings measured_ceilings(const MeasuredRoofs& measured, std::optional<Hertz> run_clock) {
  Ceilings ceilings;
  for (const MeasuredRoof& roof : measured.roofs) {
    const ProbeInfo* probe = find_probe(roof.probe);
    if (!probe || !probe->is_roof || !(roof.value > 0)) continue;
    double rate = roof.value;
    CeilingOrigin origin{CeilingSource::measured, ClockBasis::during_run, roof.clock,
                         fmt::format("{}: {}", probe->label, roof.point), roof.spread};
    if (probe->at_sm_clock && run_clock && run_clock->value() > 0 && roof.clock.value() > 0) {
      rate *= *run_clock / roof.clock;
      origin.clock = *run_clock;
      origin.detail += fmt::format("{}{:.3f} GHz", kMeasuredAt, roof.clock.value() * 1e-9);
    }
    if (const Level* level = std::get_if<Level>(&probe->resource)) {
      keep_fastest(ceilings.memory, *level, ByteRate(rate), &MemoryCeiling::level, std::move(origin));
    } else if (const Precision* precision = std::get_if<Precision>(&probe->resource)) {
      keep_fastest(ceilings.compute, *precision, OperationRate(rate), &ComputeCeiling::precision, std::move(origin));
    } else if (const Pipe* pipe = std::get_if<Pipe>(&probe->resource)) {
      keep_fastest(ceilings.instruction, *pipe, OperationRate(rate), &InstructionCeiling::pipe, std::move(origin));
    }
  }
  if (measured.latency) ceilings.latency = measured.latency->roof;
  ceilings.probes = ProbeResults{measured.measured_utc, measured.tool_version, measured.roofs, measured.refused};
  return ceilings;
}

std::optional<double> per_clock(const MeasuredRoof& roof, int sm_count) {
  const ProbeInfo* probe = find_probe(roof.probe);
  const bool is_time = !probe || std::holds_alternative<std::monostate>(probe->resource);
  if (is_time || roof.probe == "launch" || sm_count <= 0 || roof.clock.value() <= 0) return std::nullopt;
  return roof.value / (roof.clock.value() * sm_count);
}

}  // namespace rooflens::models
