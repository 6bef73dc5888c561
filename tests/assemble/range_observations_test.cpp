// NVTX ranges: sums over the kernels that were launched in them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "models/place/operations.hpp"
#include "profiler/assemble/assemble.hpp"
#include "tests/assemble/made_spool.hpp"

namespace rooflens::collect {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<models::Observation> ranges(const MadeSpool& made) {
  const std::vector<SpoolIndex> spools{made.spool()};
  std::vector<models::Observation> result;
  for (models::Observation& o : assemble(spools, {}).observations) {
    if (o.scope == models::Scope::nvtx) result.push_back(std::move(o));
  }
  return result;
}

// Kernel 0 moves 100 bytes in 1 us, kernel 1 moves 10 bytes in 2 us.
MadeSpool two_kernels() {
  MadeSpool made;
  made.add(spool::RangeRecord{1, "step/forward"}).kernel(0, "f").kernel(1, "g");
  made.counted(0, 0, {100, 1000}).counted(1, 0, {10, 500});
  return made;
}

TEST(RangeObservations, SumWhatTheirKernelsDid) {
  const auto all = ranges(two_kernels().times(0, 3, 1000, 1).times(1, 4, 2000, 1).times(0, 50, 1000));
  ASSERT_EQ(all.size(), 1u);
  const models::Observation& o = all.front();
  EXPECT_EQ(o.name, "step/forward");
  EXPECT_EQ(o.launches_made, 7u);
  EXPECT_EQ(o.counters.value(kBytes), 340);  // 3 * 100 + 4 * 10
  ASSERT_EQ(o.durations.size(), 1u);
  EXPECT_NEAR(o.durations.front().value(), 11e-6, 1e-12);  // 3 * 1 us + 4 * 2 us
  ASSERT_EQ(o.launches.size(), 2u);
  EXPECT_EQ(o.launches[1].count, 4u);
  EXPECT_THAT(o.remarks, Contains(HasSubstr("sums over 7 launches of 2 kernels")));
}

TEST(RangeObservations, HoldWhatTheRangesInsideThemHold) {
  const auto all = ranges(two_kernels()
                              .add(spool::RangeRecord{2, "step"})
                              .add(spool::RangeRecord{3, "steps"})
                              .times(0, 3, 1000, 1)
                              .times(0, 2, 1000, 2)
                              .times(1, 4, 2000, 3));
  ASSERT_EQ(all.size(), 3u);
  const auto named = [&](const std::string& name) {
    return *std::find_if(all.begin(), all.end(), [&](const auto& o) { return o.name == name; });
  };
  EXPECT_EQ(named("step/forward").launches_made, 3u);
  EXPECT_EQ(named("step").launches_made, 5u);
  EXPECT_EQ(named("step").launches.size(), 1u);
  EXPECT_EQ(named("step").counters.value(kBytes), 500);
  EXPECT_NEAR(named("step").durations.front().value(), 5e-6, 1e-12);
  EXPECT_EQ(named("steps").launches_made, 4u);  // not the beginning of the same path
}

TEST(RangeObservations, AddOnlyWhatAddsUp) {
  const std::string occupancy = "sm__warps_active.avg.pct_of_peak_sustained_active";
  MadeSpool made;
  made.group(2, "extra 1", {occupancy}).add(spool::RangeRecord{1, "a"}).kernel(0, "f").times(0, 3, 1000, 1);
  const auto all = ranges(made.counted(0, 0, {100, 1000}).counted(0, 2, {50}));
  ASSERT_EQ(all.size(), 1u);
  EXPECT_FALSE(all[0].counters.value(occupancy));
  EXPECT_TRUE(all[0].counters.value(kBytes));
}

TEST(RangeObservations, RefuseCountersThatAKernelLacks) {
  MadeSpool made = two_kernels();
  const auto all = ranges(made.kernel(2, "h").times(0, 3, 1000, 1).times(2, 1, 3000, 1));
  ASSERT_EQ(all.size(), 1u);
  EXPECT_FALSE(all[0].counters.value(kBytes));
  EXPECT_THAT(all[0].refused.front().reason,
              HasSubstr("h was not counted; kernels that take 50 % of this range's time were counted"));
}

// f uses the tensor pipe for constants, g not at all: nobody asks g for what.
TEST(RangeObservations, TakeWhatAnIdleTensorPipeDidForNothing) {
  MadeSpool made = two_kernels();
  made.group(2, "hardware 2", {std::string(models::kTensorActivity)})
      .group(3, "tensor", {std::string(models::kHalfOnTensorPipe)});
  made.counted(0, 2, {5}).counted(1, 2, {0}).counted(0, 3, {5});
  const auto all = ranges(made.times(0, 3, 1000, 1).times(1, 4, 2000, 1));
  EXPECT_EQ(all.at(0).counters.value(models::kHalfOnTensorPipe), 15);
  EXPECT_EQ(models::matrix_work(all.at(0).counters), models::MatrixWork::none);
}

// f does matrix work in one format, g moves constants alone: it has no launch in passes of formats, and needs none.
TEST(RangeObservations, TakeFormatsForUnusedWhereTheTensorPipeMovedConstants) {
  const std::string bf16 = "sm__ops_path_tensor_src_bf16_dst_fp32.sum";
  MadeSpool made = two_kernels();
  made.group(2, "hardware 2", {std::string(models::kTensorActivity)})
      .group(3, "tensor", {std::string(models::kHalfOnTensorPipe)})
      .group(4, "tensor bf16_dst_fp32", {bf16});
  made.counted(0, 2, {5}).counted(0, 3, {0}).counted(0, 4, {1000}).counted(1, 2, {7}).counted(1, 3, {7});
  const auto all = ranges(made.times(0, 3, 1000, 1).times(1, 4, 2000, 1));
  EXPECT_EQ(all.at(0).counters.value(bf16), 3000);
}

// Both kernels were replayed, g only with the format that explains how busy its tensor pipe was.
TEST(RangeObservations, TakeFormatsThatAReplayFoundUnusedForNothing) {
  const std::string bf16 = "sm__ops_path_tensor_src_bf16_dst_fp32.sum";
  const std::string fp8 = "sm__ops_path_tensor_src_fp8.sum";
  const std::string activity(models::kTensorActivity);
  const std::string busy(models::kTensorBusy);
  MadeSpool made;
  made.add(spool::RangeRecord{1, "step"}).kernel(0, "f").kernel(1, "g").kernel(2, "h");
  made.group(2, "kernel replay, tensor", {activity, busy, bf16, fp8}, true)
      .group(3, "kernel replay, tensor bf16_dst_fp32", {activity, busy, bf16}, true)
      .group(4, "kernel replay", {activity}, true);
  made.counted(0, 2, {8, 50, 100, 10}).counted(1, 3, {8, 50, 1000});
  made.times(0, 3, 1000, 1).times(1, 4, 2000, 1);
  const auto told = ranges(made);
  ASSERT_EQ(told.size(), 1u);
  EXPECT_EQ(told[0].counters.value(bf16), 4300);  // 3 * 100 + 4 * 1000
  EXPECT_EQ(told[0].counters.value(fp8), 30);
  // What a replay without formats left open stays open.
  const auto open = ranges(made.counted(2, 4, {8}).times(2, 5, 1000, 1));
  ASSERT_EQ(open.size(), 1u);
  EXPECT_FALSE(open[0].counters.value(bf16));
  EXPECT_FALSE(open[0].counters.value(fp8));
}

// Two thirds of h's launches move 100 bytes and one third 700: 300 on the average.
MadeSpool varying(int range) {
  MadeSpool made = two_kernels();
  made.kernel(2, "h").times(0, 3, 1000, 1).times(2, 6, 3000, 1);
  if (range != 1) made.times(2, 3, 3000, range);
  for (const int bytes : {100, 700, 100, 100, 700, 100}) made.counted(2, 0, {static_cast<double>(bytes), 10.0 * bytes});
  return made;
}

TEST(RangeObservations, TakeTheMeanOfAKernelThatDoesSeveralAmountsOfWork) {
  const auto all = ranges(varying(1));
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].counters.value(kBytes), 3 * 100 + 6 * 300);
  EXPECT_THAT(all[0].remarks, Contains(HasSubstr("6 of its launches are of kernels that do several amounts of work")));
}

TEST(RangeObservations, RefuseAKernelWhoseWorkElsewhereMayBeAnother) {
  const auto all = ranges(varying(0));
  ASSERT_EQ(all.size(), 1u);
  EXPECT_FALSE(all[0].counters.value(kBytes));
  EXPECT_THAT(all[0].refused.front().reason, HasSubstr("h does several amounts of work, here and elsewhere"));
}

TEST(RangeObservations, ForgiveAKernelThatTakesNoTime) {
  MadeSpool made = two_kernels();
  const auto all = ranges(made.kernel(2, "h").times(0, 99, 1000, 1).times(2, 1, 1000, 1));
  EXPECT_EQ(all[0].counters.value(kBytes), 9900);
  EXPECT_THAT(all[0].remarks, Contains(HasSubstr("1.0 % of this range's time are missing")));
}

// Without times nobody knows how much is missing.
TEST(RangeObservations, RefuseIncompleteSumsWithoutTimes) {
  MadeSpool made = two_kernels();
  made.kernel(2, "h").times({0, 1, 3, 0, 0, {}}).times({2, 1, 1, 0, 0, {}});
  const auto all = ranges(made);
  ASSERT_EQ(all.size(), 1u);
  EXPECT_FALSE(all[0].counters.value(kBytes));
  EXPECT_THAT(all[0].durations, IsEmpty());
}

TEST(RangeObservations, AreNotMadeOutsideRanges) { EXPECT_THAT(ranges(two_kernels().times(0, 3, 1000)), IsEmpty()); }

}  // namespace
}  // namespace rooflens::collect
