#include "models/base/timing.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace rooflens::models {
namespace {

TEST(Timing, NoDurationsGiveNoSummary) { EXPECT_FALSE(summarise({}).has_value()); }

TEST(Timing, MedianAndQuartilesOfFiveAreTheMiddleAndItsNeighbours) {
  const std::vector<Seconds> times{Seconds(5), Seconds(1), Seconds(4), Seconds(2), Seconds(3)};
  const auto summary = summarise(times);
  ASSERT_TRUE(summary);
  EXPECT_EQ(summary->repetitions, 5u);
  EXPECT_DOUBLE_EQ(summary->median.value(), 3);
  EXPECT_DOUBLE_EQ(summary->minimum.value(), 1);
  EXPECT_DOUBLE_EQ(summary->maximum.value(), 5);
  EXPECT_DOUBLE_EQ(summary->lower_quartile.value(), 2);
  EXPECT_DOUBLE_EQ(summary->upper_quartile.value(), 4);
  EXPECT_DOUBLE_EQ(summary->relative_spread().value(), 1.0 / 3);
}

TEST(Timing, TheMedianOfAnEvenCountLiesBetweenTheMiddleTwo) {
  const std::vector<Seconds> times{Seconds(1), Seconds(2), Seconds(4), Seconds(100)};
  EXPECT_DOUBLE_EQ(summarise(times)->median.value(), 3);
}

TEST(Timing, OneDurationIsItsOwnMedianAndHasNoSpread) {
  const std::vector<Seconds> times{Seconds(7)};
  EXPECT_DOUBLE_EQ(summarise(times)->median.value(), 7);
  EXPECT_FALSE(summarise(times)->relative_spread()) << "one repetition says nothing of others";
}

}  // namespace
}  // namespace rooflens::models
