#include "models/roofs/latency_calibration.hpp"

#include <gtest/gtest.h>

namespace rooflens::models {
namespace {

// 10 SMs. One microsecond of latency and at most 10 GB/s: the knee is at 10 000 bytes, 1000 an SM.
constexpr SoftKnee kKnee{Seconds(1e-6), 2, ByteRate(10e9)};

std::vector<LatencySweepPoint> sweep(double narrow_over_wide) {
  std::vector<LatencySweepPoint> points;
  for (const int width : {16, 4}) {
    for (const int threads : {32, 128}) {
      for (const int loads : {1, 2, 4, 8}) {
        const ByteRate rate = kKnee.bandwidth(10.0 * threads, Bytes(loads * width));
        points.push_back({double(threads), loads, width, width == 4 ? rate * narrow_over_wide : rate});
      }
    }
  }
  return points;
}

TEST(LatencyCalibration, WideLoadsMakeTheCurveAndTheOthersTestIt) {
  const auto calibration = calibrate_latency(sweep(0.9), 10);
  ASSERT_TRUE(calibration.has_value());
  const LatencyRoof& roof = calibration->roof;
  EXPECT_NEAR(roof.knee.latency.value(), 1e-6, 1e-9);
  EXPECT_NEAR(roof.knee.p, 2, 2e-3);
  EXPECT_NEAR(roof.knee.maximum.value(), 10e9, 10e6);
  EXPECT_EQ(roof.fitted.points, 8u);
  EXPECT_LT(roof.fitted.worst, 1e-3);
  EXPECT_EQ(roof.held_out.points, 8u);
  EXPECT_NEAR(roof.held_out.median, 0.105, 1e-3) << "ln(1 / 0.9)";
  EXPECT_EQ(calibration->points.size(), 16u);
}

// A thread that exits takes half a microsecond more, a byte written 50 ps more than the 100 ps of one read: copies
// reach 8 GB/s.
constexpr LatencyRoof kRoof{kKnee, {}, {}, Seconds(0.5e-6), Seconds(50e-12)};

std::vector<LatencySweepPoint> copies(int width, double over_curve = 1) {
  std::vector<LatencySweepPoint> points;
  for (const double threads : {6.5, 12.0, 25.0, 50.0, 90.0}) {
    const ByteRate rate = kRoof.of(0.5, 1).bandwidth(10 * threads, Bytes(width));
    points.push_back({threads, 1, width, rate * over_curve, true});
  }
  return points;
}

std::vector<LatencySweepPoint> with(std::vector<LatencySweepPoint> points,
                                    const std::vector<LatencySweepPoint>& others) {
  points.insert(points.end(), others.begin(), others.end());
  return points;
}

TEST(LatencyCalibration, CopiesTellTurnoverAndWritePenalty) {
  const auto calibration = calibrate_latency(with(with(sweep(1), copies(16)), copies(4, 0.9)), 10);
  ASSERT_TRUE(calibration.has_value());
  const LatencyRoof& roof = calibration->roof;
  EXPECT_NEAR(roof.of(0.5, 1).maximum.value(), 8e9, 8e6);
  EXPECT_NEAR(roof.knee.latency.value(), 1e-6, 1e-9);
  EXPECT_NEAR(roof.thread_start_cost.value(), 0.5e-6, 5e-9);
  EXPECT_NEAR(roof.write_penalty.value(), 50e-12, 0.5e-12);
  EXPECT_EQ(roof.fitted.points, 8u + 5u);
  EXPECT_LT(roof.fitted.worst, 2e-3);
  EXPECT_EQ(roof.held_out.points, 8u + 5u);
  EXPECT_NEAR(roof.held_out.worst, 0.105, 2e-3) << "ln(1 / 0.9)";
}

TEST(LatencyCalibration, AWildCopyDoesNotMoveThem) {
  std::vector<LatencySweepPoint> points = copies(16);
  points[2].rate = points[2].rate * 0.5;
  const auto calibration = calibrate_latency(with(sweep(1), points), 10);
  ASSERT_TRUE(calibration.has_value());
  EXPECT_NEAR(calibration->roof.thread_start_cost.value(), 0.5e-6, 0.1e-6);
  EXPECT_NEAR(calibration->roof.write_penalty.value(), 50e-12, 10e-12);
}

TEST(LatencyCalibration, CopiesAtTheCurveOfReadsCostNothingMore) {
  std::vector<LatencySweepPoint> points = copies(16);
  for (LatencySweepPoint& point : points) {
    const LatencyRoof reads{kKnee, {}, {}};
    point.rate = reads.of(0.5, 1).bandwidth(10 * point.threads_per_sm, Bytes(16));
  }
  const auto calibration = calibrate_latency(with(sweep(1), points), 10);
  ASSERT_TRUE(calibration.has_value());
  EXPECT_NEAR(calibration->roof.thread_start_cost.value(), 0, 2e-9);
  EXPECT_NEAR(calibration->roof.write_penalty.value(), 0, 0.2e-12);
}

TEST(LatencyCalibration, TooFewCopiesAreHeldOut) {
  std::vector<LatencySweepPoint> points = copies(16);
  points.resize(3);
  const auto calibration = calibrate_latency(with(sweep(1), points), 10);
  ASSERT_TRUE(calibration.has_value());
  EXPECT_EQ(calibration->roof.thread_start_cost.value(), 0);
  EXPECT_EQ(calibration->roof.write_penalty.value(), 0);
  EXPECT_EQ(calibration->roof.fitted.points, 8u);
  EXPECT_EQ(calibration->roof.held_out.points, 8u + 3u);
}

TEST(LatencyCalibration, TooFewPointsMakeNone) {
  std::vector<LatencySweepPoint> points = sweep(1);
  points.erase(points.begin(), points.begin() + 5);  // three wide ones are left
  EXPECT_FALSE(calibrate_latency(points, 10));
  EXPECT_FALSE(calibrate_latency(sweep(1), 0));
}

}  // namespace
}  // namespace rooflens::models
