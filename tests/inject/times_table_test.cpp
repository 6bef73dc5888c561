#include "profiler/observe/times_table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rooflens::inject {
namespace {

TEST(TimesTable, AddsUpWhatHappenedSinceItWasAsked) {
  TimesTable table;
  table.launched(1, 0, 3);
  table.timed(1, 0, 10);
  table.timed(1, 0, 30);
  table.launched(1, 2);
  const auto records = table.take().kernels;
  ASSERT_EQ(records.size(), 2U);
  EXPECT_EQ(records[0].launches, 3U);
  EXPECT_EQ(records[0].timed, 2U);
  EXPECT_EQ(records[0].total_ns, 40);
  EXPECT_THAT(records[0].samples_ns, ::testing::ElementsAre(10, 30));
  EXPECT_EQ(records[1].range, 2);
  EXPECT_TRUE(table.take().kernels.empty());
  EXPECT_EQ(table.launches(), 4U);
}

TEST(TimesTable, KeepsAFairChoiceOfManySamples) {
  TimesTable table;
  for (int i = 0; i < 10000; ++i) table.timed(1, 0, i);
  const auto records = table.take().kernels;
  ASSERT_EQ(records.front().samples_ns.size(), 32U);
  double sum = 0;
  for (const double sample : records.front().samples_ns) sum += sample;
  EXPECT_NEAR(sum / 32, 5000, 2000);  // 32 draws from 0..9999: the mean's deviation is 510
}

TEST(TimesTable, KeepsOneSampleOfAnIntervalOnceThereAreEnough) {
  TimesTable table;
  std::size_t samples = 0;
  for (int interval = 0; interval < 20; ++interval) {
    for (int i = 0; i < 100; ++i) table.timed(1, 0, i);
    samples += table.take().kernels.front().samples_ns.size();
  }
  EXPECT_EQ(samples, 16U * 32 + 4);
}

}  // namespace
}  // namespace rooflens::inject
