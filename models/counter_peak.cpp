#include "models/counter_peak.hpp"

#include <fmt/core.h>

namespace rooflens::models {

Ceilings counter_peak_ceilings(const CounterSet& counters) {
  Ceilings roofs;
  // Bytes per clock of all L2 slices together, as Nsight Compute's hierarchical roofline counts them: 32 a beat of
  // lts2xbar.
  const auto beats = counters.value("lts__lts2xbar_cycles_active.sum.peak_sustained");
  const auto clock = counters.value("lts__cycles_elapsed.avg.per_second");
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
