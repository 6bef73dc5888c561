// schedule: the reference, the work, and which records are believed.
#include <gtest/gtest.h>

#include "kernels/counter_forms.hpp"
#include "kernels/schedule/record.hpp"
#include "kernels/schedule/reference.hpp"
#include "tests/kernels/work_of.hpp"

namespace rooflens::kernels {
namespace {

using schedule::fault_of;
using schedule::Record;

// Two blocks of two warps on two SMs.
std::vector<Record> good_records() {
  return {{0, 0, 1, 2, 100, 200}, {0, 1, 1, 2, 100, 100}, {1, 0, 0, 2, 50, 70}, {1, 1, 0, 2, 60, 90}};
}

TEST(ScheduleReference, IsTheChain) {
  EXPECT_FLOAT_EQ(schedule::reference([](std::uint64_t) { return 1.0f; }, 1, 0), -0.9f);
}

TEST(ScheduleRecords, AreBelievedWhenComplete) { EXPECT_EQ(fault_of(good_records(), 2), ""); }

TEST(ScheduleRecords, MustBeThereForEveryWarp) {
  std::vector<Record> records = good_records();
  records[2] = records[1];
  EXPECT_EQ(fault_of(records, 2), "warp 0 of block 1 is recorded as warp 1 of block 0");
}

TEST(ScheduleRecords, MustNameAnSmThatExists) {
  std::vector<Record> records = good_records();
  records[3].sm = 2;
  EXPECT_EQ(fault_of(records, 2), "warp 1 of block 1: SM 2, but there are 2");
}

TEST(ScheduleRecords, MustNotEndBeforeTheyBegin) {
  std::vector<Record> records = good_records();
  records[0].end_ns = 99;
  EXPECT_EQ(fault_of(records, 2), "warp 0 of block 0 ends 1 ns before it begins");
}

TEST(ScheduleRecords, BecomeEvents) {
  const std::vector<WarpEvent> events = schedule::events_of(good_records());
  ASSERT_EQ(events.size(), 4u);
  EXPECT_EQ(events[3].block, 1u);
  EXPECT_EQ(events[3].warp, 1u);
  EXPECT_EQ(events[3].sm, 0u);
  EXPECT_EQ(events[3].start_ns, 60u);
  EXPECT_EQ(events[3].end_ns, 90u);
}

TEST(Schedule, WritesARecordAWarp) {
  const std::map<std::string, std::int64_t> problem{{"n", 1000}, {"block", 96}, {"rounds", 10}};  // 11 blocks of 3
  const models::Work work = work_of("schedule/block-trace", problem);
  EXPECT_EQ(work.operations.at(models::Precision::fp32).value(), 20000);
  expect_traffic(work.requested, 4000, 4000 + 33 * 32);
  expect_traffic(work.compulsory, 4000, 4000 + 33 * 32);
  EXPECT_EQ(memory_of("schedule/block-trace", problem), 8000 + 33 * 32);
  EXPECT_EQ(counter_of("schedule/block-trace", problem, counter::kFfma), 10000);
  EXPECT_EQ(counter_of("schedule/block-trace", problem, counter::kGlobalLoadSectors), 125);
}

}  // namespace
}  // namespace rooflens::kernels
