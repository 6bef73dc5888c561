#include "models/roofline.hpp"

#include <gtest/gtest.h>

namespace rooflens::models {
namespace {

constexpr OperationRate kPeak(100);
constexpr ByteRate kBandwidth(10);

TEST(Roofline, IsBandwidthLimitedLeftOfTheRidge) {
  EXPECT_DOUBLE_EQ(attainable(kPeak, kBandwidth, Intensity(2)).value(), 20);
}

TEST(Roofline, IsComputeLimitedRightOfTheRidge) {
  EXPECT_DOUBLE_EQ(attainable(kPeak, kBandwidth, Intensity(50)).value(), 100);
}

TEST(Roofline, BothLimitsMeetAtTheRidge) {
  EXPECT_DOUBLE_EQ(ridge_point(kPeak, kBandwidth).value(), 10);
  EXPECT_DOUBLE_EQ(attainable(kPeak, kBandwidth, ridge_point(kPeak, kBandwidth)).value(), 100);
}

TEST(Roofline, ShortestTimeIsTheLongerOfTheTwoDemands) {
  EXPECT_DOUBLE_EQ(shortest_time(Operations(200), kPeak, Bytes(10), kBandwidth).value(), 2);
  EXPECT_DOUBLE_EQ(shortest_time(Operations(200), kPeak, Bytes(50), kBandwidth).value(), 5);
}

}  // namespace
}  // namespace rooflens::models
