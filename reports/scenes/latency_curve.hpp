// What loads in flight draw from DRAM, as a curve at the occupancy of one kernel, and where that kernel stands.
#pragma once

#include <vector>

#include "models/gap/latency_standing.hpp"
#include "reports/chart/frame.hpp"

namespace rooflens::reports::chart {

/// The numbers of the curve: bytes in flight on an SM against DRAM bandwidth.
struct LatencyCurve {
  const models::AnalysedKernel* kernel = nullptr;
  std::size_t index = 0;  ///< into MachineAnalysis::kernels
  models::LatencyStanding at;
  models::ByteRate reached;  ///< DRAM bandwidth of the kernel
  std::vector<Roof> roofs;   ///< of DRAM

  [[nodiscard]] models::Bytes per_sm(models::Bytes per_thread) const;
  [[nodiscard]] models::ByteRate bandwidth(models::Bytes per_sm) const;
};

/// Draws curve, roofs and points in `area`, axes included.
void draw_latency_curve(const Frame& frame, const Rect& area, const LatencyCurve& curve);

}  // namespace rooflens::reports::chart
