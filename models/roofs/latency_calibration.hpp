// The latency roof of one GPU from a sweep over loads in flight: part of the points make the curve, the others test it.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "models/roofs/latency_roof.hpp"

namespace rooflens::models {

/// One point of the sweep: what all SMs together drew from DRAM.
struct LatencySweepPoint {
  double threads_per_sm = 0;  ///< resident, on average
  int loads = 0;              ///< independent ones that a thread waits for together
  int width_bytes = 0;        ///< of each
  ByteRate rate;              ///< of loads and stores together
  bool copies = false;        ///< a thread stores what it loaded and exits; otherwise it stays, and only loads
};

struct LatencyCalibration {
  LatencyRoof roof;
  std::vector<LatencySweepPoint> points;
};

/// Accesses of this width make the curve: they alone reach from far below its knee to far above. All others are held
/// out.
inline constexpr int kFittedWidth = 16;

/// Latency, p and maximum from the points that only read; given these, thread_start_cost and write penalty with the
/// least Huber loss of the copies, both zero where there are fewer than kFewestLatencyPoints of them. Nothing where the
/// points of kFittedWidth that only read do not determine a curve, or the number of SMs is not known.
[[nodiscard]] std::optional<LatencyCalibration> calibrate_latency(std::span<const LatencySweepPoint> points,
                                                                  int sm_count);

}  // namespace rooflens::models
