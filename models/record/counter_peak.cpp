#include "models/record/counter_peak.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include "models/counters/counter_rules.hpp"
#include "models/counters/names.hpp"

namespace rooflens::models {
namespace {

// Bytes per clock of the unit, and its clock, as Nsight Compute's roofline section multiplies them.
struct MemoryPeak {
  Level level;
  std::string_view peak, clock;
};
constexpr std::array kMemoryPeaks{
    MemoryPeak{Level::dram, counter::kDramBytesSumPeakSustained, counter::kDramCyclesElapsedAvgPerSecond},
    MemoryPeak{Level::l1, counter::kL1texTBytesSumPeakSustained, counter::kL1texCyclesElapsedAvgPerSecond},
    MemoryPeak{Level::l1, counter::kL1texTBytesSumPeakSustained, kCountedSmClock},
};

// Instructions per clock; an FMA counts two, a packed half FMA four.
struct ComputePeak {
  Precision precision;
  std::string_view peak;
  double operations;
};
constexpr std::array kComputePeaks{
    ComputePeak{Precision::fp64, counter::kSmSassThreadInstExecutedOpDfmaPredOnSumPeakSustained, 2},
    ComputePeak{Precision::fp32, counter::kSmSassThreadInstExecutedOpFfmaPredOnSumPeakSustained, 2},
    ComputePeak{Precision::fp16, counter::kSmSassThreadInstExecutedOpHfmaPredOnSumPeakSustained, 4},
};

struct Peak {
  double each_clock, clock;
};

// The middle one of what the observations say.
std::optional<Peak> middle_peak(std::span<const Observation> observations, std::string_view peak,
                                std::string_view clock) {
  std::vector<Peak> found;
  for (const Observation& observation : observations) {
    const double each = observation.counters.value(peak).value_or(0);
    const double hertz = observation.counters.value(clock).value_or(0);
    if (each > 0 && hertz > 0 && std::isfinite(each * hertz)) found.push_back({each, hertz});
  }
  if (found.empty()) return std::nullopt;
  const auto middle = found.begin() + static_cast<std::ptrdiff_t>(found.size() / 2);
  std::nth_element(found.begin(), middle, found.end(),
                   [](const Peak& a, const Peak& b) { return a.each_clock * a.clock < b.each_clock * b.clock; });
  return *middle;
}

CeilingOrigin origin_of(const Peak& peak, double factor, std::string_view unit) {
  return {CeilingSource::counter_peak,
          ClockBasis::during_run,
          Hertz(peak.clock),
          fmt::format("{:g} {}/clk x {:.3f} GHz", factor * peak.each_clock, unit, peak.clock * 1e-9),
          {}};
}

}  // namespace

void add_counter_peaks_where_missing(Ceilings& ceilings, std::span<const Observation> observations) {
  for (const MemoryPeak& row : kMemoryPeaks) {
    if (ceilings.best(row.level)) continue;
    if (const auto peak = middle_peak(observations, row.peak, row.clock)) {
      ceilings.memory.push_back({row.level, ByteRate(peak->each_clock * peak->clock), origin_of(*peak, 1, "B")});
    }
  }
  for (const ComputePeak& row : kComputePeaks) {
    if (ceilings.best(row.precision)) continue;
    if (const auto peak = middle_peak(observations, row.peak, kCountedSmClock)) {
      ceilings.compute.push_back({row.precision, OperationRate(row.operations * peak->each_clock * peak->clock),
                                  origin_of(*peak, row.operations, info(row.precision).unit)});
    }
  }
}

Ceilings counter_peak_ceilings(const CounterSet& counters) {
  Ceilings roofs;
  // Bytes per clock of all L2 slices together, as Nsight Compute's hierarchical roofline counts them: 32 a beat of
  // lts2xbar.
  const auto beats = counters.value(counter::kLtsLts2xbarCyclesActiveSumPeakSustained);
  const auto clock = counters.value(counter::kLtsCyclesElapsedAvgPerSecond);
  if (beats && clock && *beats > 0 && *clock > 0) {
    const double bytes_per_clock = 32 * *beats;
    roofs.memory.push_back({Level::l2,
                            ByteRate(bytes_per_clock * *clock),
                            {CeilingSource::counter_peak,
                             ClockBasis::during_run,
                             Hertz(*clock),
                             fmt::format("{:.0f} B/clk x {:.3f} GHz L2 clock", bytes_per_clock, *clock * 1e-9),
                             {}}});
  }
  return roofs;
}

}  // namespace rooflens::models
