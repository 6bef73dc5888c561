#include "models/place/hierarchical.hpp"

#include <gtest/gtest.h>

namespace rooflens::models {
namespace {

CounterSet counters(std::initializer_list<std::pair<const char*, double>> values) {
  CounterSet set;
  for (const auto& [name, value] : values) set.set(name, {.value = value, .min = value, .max = value});
  return set;
}

const LevelPoint* at(const std::vector<LevelPoint>& points, Level level) {
  for (const LevelPoint& point : points) {
    if (point.level == level) return &point;
  }
  return nullptr;
}

TEST(Hierarchical, CountedTrafficWinsOverTheFormula) {
  Work work;
  work.compulsory = {Bytes(60), Bytes(40)};
  const auto traffic = traffic_by_level(counters({{"dram__bytes.sum", 150}}), work);
  ASSERT_EQ(traffic.size(), 1u);
  EXPECT_EQ(traffic[0].source, DemandSource::measured);
  EXPECT_DOUBLE_EQ(traffic[0].bytes.value(), 150);
}

TEST(Hierarchical, WithoutCountersTheFormulaStandsInAndSaysSo) {
  Work work;
  work.requested = {Bytes(800), Bytes(200)};
  work.ideal_l2 = {Bytes(300), Bytes(100)};
  work.compulsory = {Bytes(60), Bytes(40)};
  const auto traffic = traffic_by_level({}, work);
  ASSERT_EQ(traffic.size(), 3u);  // shared memory has no analytic form
  for (const LevelTraffic& entry : traffic) EXPECT_EQ(entry.source, DemandSource::analytic);
  EXPECT_DOUBLE_EQ(traffic[0].bytes.value(), 1000);
  EXPECT_DOUBLE_EQ(traffic[2].bytes.value(), 100);
}

TEST(Hierarchical, ALevelOfWhichNothingIsKnownIsLeftOut) { EXPECT_TRUE(traffic_by_level({}, std::nullopt).empty()); }

TEST(Hierarchical, L2TrafficCountsTheSectorsOfTheSmsOnly) {
  const auto traffic =
      traffic_by_level(counters({{"lts__t_sectors_srcunit_tex.sum", 10}, {"lts__t_bytes.sum", 9999}}), {});
  ASSERT_EQ(traffic.size(), 1u);
  EXPECT_DOUBLE_EQ(traffic[0].bytes.value(), 320);
}

TEST(Hierarchical, EachLevelHasItsOwnIntensityAtTheSameHeight) {
  Ceilings roofs;
  roofs.memory.push_back({Level::dram, ByteRate(100), {}});
  const std::vector<LevelTraffic> traffic{{Level::l2, Bytes(40)}, {Level::dram, Bytes(10)}};
  const auto points = place(traffic, Operations(80), Seconds(2), roofs);
  EXPECT_DOUBLE_EQ(at(points, Level::l2)->intensity->value(), 2);
  EXPECT_DOUBLE_EQ(at(points, Level::dram)->intensity->value(), 8);
  EXPECT_DOUBLE_EQ(at(points, Level::dram)->bandwidth.value(), 5);
  EXPECT_DOUBLE_EQ(*at(points, Level::dram)->fraction_of_ceiling, 0.05);
  EXPECT_EQ(at(points, Level::l2)->ceiling, nullptr);
  EXPECT_FALSE(at(points, Level::l2)->fraction_of_ceiling.has_value());
}

TEST(Hierarchical, AKernelWithoutOperationsHasNoIntensity) {
  const std::vector<LevelTraffic> traffic{{Level::dram, Bytes(10)}};
  EXPECT_FALSE(place(traffic, std::nullopt, Seconds(1), {}).front().intensity.has_value());
}

}  // namespace
}  // namespace rooflens::models
