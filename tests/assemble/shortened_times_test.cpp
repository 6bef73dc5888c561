// Times that CUPTI's records made longer, and those that only differ.
#include "profiler/assemble/shortened_times.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tests/assemble/made_spool.hpp"

namespace rooflens::collect {
namespace {

const std::vector<double> kRecords{109'000, 110'000, 110'000, 110'000, 111'000};

models::Observation one(std::vector<double> records, std::vector<double> events, double beside_ns = 110'000) {
  MadeSpool spool;
  double total = 0;
  for (const double ns : records) total += ns;
  const std::uint64_t count = records.size();
  spool.kernel(0, "_Z4copyv").times({0, 0, count, count, total, std::move(records)});
  if (!events.empty()) spool.add(spool::EventTimesRecord{0, std::move(events), beside_ns});
  return observations(spool).at(0);
}

TEST(ShortenedTimes, ShortenWhatRecordsMadeLonger) {
  const models::Observation copy = one(kRecords, {99'000, 100'000, 100'000, 100'000, 120'000});
  ASSERT_TRUE(copy.total_time);
  EXPECT_NEAR(copy.total_time->value(), 500e-6, 1e-9);  // 550 us by records, 110 each, where events say 100
  ASSERT_EQ(copy.durations.size(), 5U);
  EXPECT_NEAR(copy.durations.at(2).value(), 100e-6, 1e-9);
}

TEST(ShortenedTimes, LeaveTimesAsTheyAre) {
  const auto total = [](const std::vector<double>& records, const std::vector<double>& events) {
    return one(records, events).total_time->value() * 1e6;
  };
  EXPECT_NEAR(total(kRecords, {}), 550, 1e-6);
  EXPECT_NEAR(total(kRecords, {112'000, 112'000, 112'000, 112'000, 112'000}), 550, 1e-6);  // longer, as events are
  EXPECT_NEAR(total(kRecords, {108'000, 108'000, 108'000, 108'000, 108'000}), 550, 1e-6);  // within 2 %
  EXPECT_NEAR(total(kRecords, {100'000, 100'000, 100'000, 100'000}), 550, 1e-6);           // too few
  EXPECT_NEAR(total(kRecords, {50'000, 60'000, 70'000, 80'000, 90'000}), 550, 1e-6);       // launches differ
  EXPECT_NEAR(one(kRecords, {100'000, 100'000, 100'000, 100'000, 100'000}, 100'000).total_time->value() * 1e6, 550,
              1e-6);  // the clock was higher then
  EXPECT_NEAR(total(kRecords, {90'000, 90'000, 90'000, 90'000, 90'000}), 550,
              1e-6);  // CUPTI adds less: it is other work
  EXPECT_NEAR(one(kRecords, {105'000, 105'000, 105'000, 105'000, 105'000}, 300'000).total_time->value() * 1e6, 525,
              1e-6);
  EXPECT_NEAR(one(kRecords, {100'000, 100'000, 100'000, 100'000, 100'000}, std::nan("")).durations.at(2).value(),
              110e-6, 1e-12);
  EXPECT_NEAR(total({50'000, 80'000, 110'000, 140'000, 170'000}, {100'000, 100'000, 100'000, 100'000, 100'000}), 550,
              1e-6);
}

// All launches came while something was counted.
TEST(ShortenedTimes, TakeThoseOfEventsWhereThereIsNoRecord) {
  const auto only_events = [](std::vector<double> events) {
    MadeSpool spool;
    spool.kernel(0, "_Z4stepv").times({0, 0, 80, 0, 0, {}});
    spool.add(spool::EventTimesRecord{0, std::move(events), 0});
    return observations(spool).at(0);
  };
  const models::Observation step = only_events({231'000, 230'000, 230'000, 229'000, 230'000});
  EXPECT_EQ(step.launches_made, 80U);
  EXPECT_EQ(step.timed_launches, 5U);
  ASSERT_EQ(step.durations.size(), 5U);
  EXPECT_NEAR(step.total_time->value(), 1150e-6, 1e-9);
  EXPECT_NEAR(only_events({230'000, 230'000, 230'000, 230'000, 5'000'000}).total_time->value(), 1150e-6, 1e-9)
      << "something ran beside one of them";
  EXPECT_TRUE(only_events({230'000, 230'000, 230'000, 230'000}).durations.empty()) << "too few";
  EXPECT_TRUE(only_events({200'000, 250'000, 300'000, 350'000, 400'000}).durations.empty()) << "launches differ";
  EXPECT_TRUE(only_events({9'000, 9'000, 9'000, 9'000, 9'000}).durations.empty()) << "the events are a part of them";
  EXPECT_TRUE(only_events({230'000, 230'000, 230'000, 230'000, std::nan("")}).durations.empty());
}

}  // namespace
}  // namespace rooflens::collect
