#include "models/record/run_ceilings.hpp"

#include <fmt/core.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <vector>

#include "models/base/timing.hpp"
#include "models/counters/counter_rules.hpp"
#include "models/counters/counters.hpp"
#include "models/counters/names.hpp"
#include "models/record/observation.hpp"
#include "models/roofs/ceiling.hpp"
#include "models/roofs/theoretical.hpp"

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

// For a machine whose properties are not all known: DRAM, L1 and arithmetic roofs from the peaks and clocks of its
// observations, each only where `ceilings` has none. Of several observations the one with the middle rate counts.
void add_counter_peaks_where_missing(Ceilings& ceilings, std::span<const Observation> observations) {
  for (const MemoryPeak& row : kMemoryPeaks) {
    if (ceilings.best(row.level)) continue;
    if (const auto peak = middle_peak(observations, row.peak, row.clock)) {
      ceilings.memory.push_back({row.level, ByteRate(peak->each_clock * peak->clock), origin_of(*peak, 1, "B")});
      if (row.level == Level::dram) ceilings.memory.back().origin.clock_of = ClockOf::memory;
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

// Cycles of a part of the time tell how it relates to that of the SMs, which is taken to be the highest then.
std::optional<double> counted_l2_clock(const CounterSet& counters, const DeviceProperties& device) {
  const CounterValue* l2 = counters.find(counter::kLtsCyclesElapsedAvgPerSecond);
  const CounterValue* sm = counters.find(kCountedSmClock);
  if (!l2 || !(l2->value > 0)) return std::nullopt;
  const double most = device.sm_clock_maximum.value();
  if (!clock_contradiction(counters, device) || sm->value > most) return l2->value;
  return sm->value > 0 && sm->pass == l2->pass ? std::optional(l2->value * most / sm->value) : std::nullopt;
}

// What these counters give: L2 at present, the one level whose rate follows from no device property.
Ceilings counter_peak_ceilings(const CounterSet& counters, const DeviceProperties& device) {
  Ceilings roofs;
  // Bytes per clock of all L2 slices together, as Nsight Compute's hierarchical roofline counts them: 32 a beat of
  // lts2xbar.
  const auto beats = counters.value(counter::kLtsLts2xbarCyclesActiveSumPeakSustained);
  const auto clock = counted_l2_clock(counters, device);
  if (beats && clock && *beats > 0) {
    const double bytes_per_clock = 32 * *beats;
    roofs.memory.push_back({Level::l2,
                            ByteRate(bytes_per_clock * *clock),
                            {CeilingSource::counter_peak,
                             ClockBasis::during_run,
                             Hertz(*clock),
                             fmt::format("{:.0f} B/clk x {:.3f} GHz L2 clock", bytes_per_clock, *clock * 1e-9),
                             {},
                             ClockOf::l2}});
  }
  return roofs;
}

// The atomic unit of a slice takes something in at most once a clock: a probe reached 1.000 on an H100 and an H200.
InstructionCeiling slice_ceiling(Hertz l2_clock) {
  return {Pipe::atomic_slice,
          OperationRate(l2_clock.value()),
          {CeilingSource::counter_peak,
           ClockBasis::during_run,
           l2_clock,
           fmt::format("1 clk/clk x {:.3f} GHz L2 clock", l2_clock.value() * 1e-9),
           {},
           ClockOf::l2}};
}

}  // namespace

Ceilings run_ceilings(const DeviceProperties& device, std::span<const Observation> observations,
                      const MeasuredRoofs* measured) {
  Ceilings roofs =
      theoretical_ceilings(device, device.sm_clock_maximum, device.memory_clock_maximum, ClockBasis::maximum);
  std::vector<Hertz> sm;
  std::vector<Hertz> memory;
  std::vector<MemoryCeiling> peaks;
  for (const Observation& observation : observations) {
    if (observation.clocks_during.sm) sm.push_back(*observation.clocks_during.sm);
    if (observation.clocks_during.memory) memory.push_back(*observation.clocks_during.memory);
    const Ceilings counted = counter_peak_ceilings(observation.counters, device);
    peaks.insert(peaks.end(), counted.memory.begin(), counted.memory.end());
  }
  const std::optional<Hertz> clock = median(sm);
  if (clock) {
    roofs.append(theoretical_ceilings(device, *clock, median(memory).value_or(Hertz{}), ClockBasis::during_run));
  }
  if (!peaks.empty()) {
    const auto middle = peaks.begin() + static_cast<std::ptrdiff_t>(peaks.size() / 2);
    std::nth_element(peaks.begin(), middle, peaks.end(),
                     [](const MemoryCeiling& a, const MemoryCeiling& b) { return a.rate < b.rate; });
    roofs.memory.push_back(*middle);
    roofs.instruction.push_back(slice_ceiling(middle->origin.clock));
  }
  add_counter_peaks_where_missing(roofs, observations);
  if (measured) roofs.append(measured_ceilings(*measured, device.sm_clock_maximum));
  return roofs;
}

}  // namespace rooflens::models
