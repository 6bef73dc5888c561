#include "models/latency_calibration.hpp"

namespace rooflens::models {

std::optional<LatencyCalibration> calibrate_latency(std::span<const LatencySweepPoint> points, int sm_count) {
  std::vector<LatencyPoint> fitted;
  std::vector<LatencyPoint> held_out;
  for (const LatencySweepPoint& point : points) {
    (point.width_bytes == kFittedWidth ? fitted : held_out)
        .push_back({static_cast<double>(point.threads_per_sm) * sm_count,
                    Bytes(static_cast<double>(point.loads) * point.width_bytes), point.rate});
  }
  const auto fit = fit_latency_roof(fitted);
  if (!fit) return std::nullopt;
  return LatencyCalibration{.roof = {fit->knee, latency_errors(fit->knee, fitted), latency_errors(fit->knee, held_out)},
                            .points = {points.begin(), points.end()}};
}

}  // namespace rooflens::models
