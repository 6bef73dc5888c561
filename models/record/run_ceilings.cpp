#include "models/record/run_ceilings.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "models/record/counter_peak.hpp"
#include "models/roofs/theoretical.hpp"

namespace rooflens::models {
namespace {

std::optional<Hertz> median(std::vector<Hertz> clocks) {
  if (clocks.empty()) return std::nullopt;
  const auto middle = clocks.begin() + static_cast<std::ptrdiff_t>(clocks.size() / 2);
  std::nth_element(clocks.begin(), middle, clocks.end());
  return *middle;
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
    if (observation.clocks_after.sm) sm.push_back(*observation.clocks_after.sm);
    if (observation.clocks_after.memory) memory.push_back(*observation.clocks_after.memory);
    const Ceilings counted = counter_peak_ceilings(observation.counters);
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
  }
  add_counter_peaks_where_missing(roofs, observations);
  if (measured) roofs.append(measured_ceilings(*measured, clock));
  return roofs;
}

}  // namespace rooflens::models
