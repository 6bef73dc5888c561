#include "models/gap/latency_standing.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "models/base/thresholds.hpp"
#include "models/place/placement.hpp"

namespace rooflens::models {

std::string loads_text(const LoadPrescription& loads) {
  const std::string type = loads.width_bytes == 4 ? "float" : fmt::format("float{}", loads.width_bytes / 4);
  return fmt::format("{} independent {} load{}", loads.loads, type, loads.loads == 1 ? "" : "s");
}

SoftKnee latency_roof_of(const LatencyRoof& roof, const Observation& observation) {
  const std::optional<Work>& work = observation.work;
  if (!work || !(work->requested.read.value() > 0)) return roof.knee;
  const Traffic& requested = work->requested;
  double threads_per_load_batch = 0;
  if (work->in_flight_per_thread) {
    double threads = 0;
    for (const Launch& launch : observation.launches) {
      threads += static_cast<double>(launch.grid.count()) * static_cast<double>(launch.block.count()) *
                 static_cast<double>(launch.count);
    }
    // A thread of less than one batch lives for one.
    threads_per_load_batch = std::min(1.0, threads * *work->in_flight_per_thread / requested.read);
  }
  return roof.of(requested.read / requested.total(), threads_per_load_batch);
}

std::optional<double> resident_threads(const Placement& kernel) {
  const DeviceProperties& device = kernel.machine->device;
  const double most = static_cast<double>(device.threads_per_sm) * device.sm_count;
  if (!(most > 0)) return std::nullopt;
  if (kernel.achieved_occupancy) return *kernel.achieved_occupancy * most;
  if (!kernel.theoretical_occupancy) return std::nullopt;
  double threads = 0;  // of the largest launch
  for (const Launch& launch : kernel.observation->launches) {
    threads = std::max(threads, static_cast<double>(launch.grid.count()) * static_cast<double>(launch.block.count()));
  }
  return std::min(*kernel.theoretical_occupancy * most, threads);
}

std::optional<LatencyStanding> latency_standing(const Placement& kernel) {
  if (kernel.mismatch && kernel.mismatch->withholds_shares()) return std::nullopt;
  const std::optional<LatencyRoof>& roof = kernel.machine->ceilings.latency;
  const std::optional<Work>& work = kernel.observation->work;
  if (!roof || !work || !work->in_flight_per_thread || !(work->requested.read.value() > 0)) return std::nullopt;
  const LevelPoint* dram = kernel.point_at(Level::dram);
  const auto resident = resident_threads(kernel);
  if (!dram || !resident || !(*resident > 0)) return std::nullopt;
  LatencyStanding standing{.resident_threads = *resident,
                           .achieved = kernel.achieved_occupancy.has_value(),
                           .in_flight_per_thread = *work->in_flight_per_thread,
                           .roof = {},
                           .knee = latency_roof_of(*roof, *kernel.observation),
                           .for_dram_roof = {},
                           .loads = {}};
  const SoftKnee& knee = standing.knee;
  standing.roof = knee.bandwidth(*resident, standing.in_flight_per_thread);
  standing.share = dram->bandwidth / standing.roof;
  if (const MemoryCeiling* best = kernel.machine->ceilings.best(Level::dram)) {
    standing.for_dram_roof = knee.in_flight_for(best->rate, *resident);
  }
  if (standing.roof < knee.maximum * kWorthReaching) standing.loads = prescribe_loads(knee, *resident, kWorthReaching);
  return standing;
}

}  // namespace rooflens::models
