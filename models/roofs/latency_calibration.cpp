#include "models/roofs/latency_calibration.hpp"

#include <algorithm>
#include <cmath>

namespace rooflens::models {
namespace {

// Of the latency, and of the time of a byte at the maximum: far beyond what any device shows.
constexpr double kMost = 4;
constexpr int kSteps = 20;   // of a grid over both parameters, each way
constexpr int kRounds = 40;  // each on a grid half as wide about the best point of the one before

LatencyPoint point_of(const LatencySweepPoint& point, int sm_count) {
  return {.resident_threads = point.threads_per_sm * sm_count,
          .in_flight_per_thread = Bytes(static_cast<double>(point.loads) * point.width_bytes),
          .bandwidth = point.rate,
          .read_share = point.copies ? 0.5 : 1,
          .threads_per_load_batch = point.copies ? 1.0 : 0.0};
}

double loss(const LatencyRoof& roof, const std::vector<LatencyPoint>& points) {
  double sum = 0;
  for (const LatencyPoint& point : points) {
    const SoftKnee knee = roof.of(point.read_share, point.threads_per_load_batch);
    sum += huber_loss(std::log(knee.bandwidth(point.resident_threads, point.in_flight_per_thread) / point.bandwidth));
  }
  return sum;
}

// The roof with the thread_start_cost and write penalty that suit the copies best, all of them usable.
LatencyRoof with_terms_of(const std::vector<LatencyPoint>& copies, const LatencyRoof& roof) {
  const Seconds most_turnover = kMost * roof.knee.latency;
  const Seconds most_penalty = kMost * (Bytes(1) / roof.knee.maximum);
  LatencyRoof best = roof;
  double least = loss(best, copies);
  double width = 1;  // of the grid, as a share of the most
  LatencyRoof centre = roof;
  centre.thread_start_cost = most_turnover / 2;
  centre.write_penalty = most_penalty / 2;
  for (int round = 0; round < kRounds; ++round, width /= 2, centre = best) {
    for (int i = 0; i <= kSteps; ++i) {
      for (int j = 0; j <= kSteps; ++j) {
        const auto at = [&](int step) { return width * (static_cast<double>(step) / kSteps - 0.5); };
        LatencyRoof candidate = roof;
        candidate.thread_start_cost =
            std::clamp(centre.thread_start_cost + at(i) * most_turnover, Seconds(0), most_turnover);
        candidate.write_penalty = std::clamp(centre.write_penalty + at(j) * most_penalty, Seconds(0), most_penalty);
        if (const double reached = loss(candidate, copies); reached < least) {
          least = reached;
          best = candidate;
        }
      }
    }
  }
  return best;
}

}  // namespace

std::optional<LatencyCalibration> calibrate_latency(std::span<const LatencySweepPoint> points, int sm_count) {
  std::vector<LatencyPoint> reads;
  std::vector<LatencyPoint> copies;
  std::vector<LatencyPoint> held_out;
  for (const LatencySweepPoint& point : points) {
    auto& list = point.width_bytes != kFittedWidth ? held_out : point.copies ? copies : reads;
    list.push_back(point_of(point, sm_count));
  }
  const auto fit = fit_latency_roof(reads);
  if (!fit) return std::nullopt;
  std::erase_if(copies, [](const LatencyPoint& point) { return !usable(point); });
  LatencyRoof roof{fit->knee, {}, {}};
  if (copies.size() >= kFewestLatencyPoints) {
    roof = with_terms_of(copies, roof);
    reads.insert(reads.end(), copies.begin(), copies.end());
  } else {
    held_out.insert(held_out.end(), copies.begin(), copies.end());
  }
  roof.fitted = latency_errors(roof, reads);
  roof.held_out = latency_errors(roof, held_out);
  return LatencyCalibration{.roof = roof, .points = {points.begin(), points.end()}};
}

}  // namespace rooflens::models
