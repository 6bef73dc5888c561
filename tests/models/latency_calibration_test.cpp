#include "models/latency_calibration.hpp"

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
        points.push_back({threads, loads, width, width == 4 ? rate * narrow_over_wide : rate});
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

TEST(LatencyCalibration, TooFewPointsMakeNone) {
  std::vector<LatencySweepPoint> points = sweep(1);
  points.erase(points.begin(), points.begin() + 5);  // three wide ones are left
  EXPECT_FALSE(calibrate_latency(points, 10));
  EXPECT_FALSE(calibrate_latency(sweep(1), 0));
}

}  // namespace
}  // namespace rooflens::models
