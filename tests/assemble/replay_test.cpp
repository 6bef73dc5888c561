// Launches of a kernel that were repeated for every pass beside some that were counted in turns: which of them speak.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "models/place/operations.hpp"
#include "models/record/uncounted.hpp"
#include "tests/assemble/made_spool.hpp"

namespace rooflens::collect {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class WithReplay : public ::testing::Test {
 protected:
  MadeSpool made;
  void SetUp() override {
    made.group(2, "kernel replay", {kBytes, kFlops, kPatched}, true).kernel(0, "f");
    made.counted(0, 2, {111, 66, 1000}, false, 800);
  }
};

TEST_F(WithReplay, IsTakenWherePassRotationAreIncomplete) {
  const auto all = observations(made.times(0, 9, 1000).counted(0, 0, {100, 1000}));
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].replay, models::Replay::kernel);
  EXPECT_EQ(all[0].counters.value(kBytes), 111);
  EXPECT_EQ(all[0].counters.value(kFlops), 66);
  EXPECT_FALSE(all[0].counters.value(kInstructions));  // never a mixture
  EXPECT_EQ(all[0].launches_counted, 1u);
}

TEST_F(WithReplay, IsLeftWherePassRotationSawEverything) {
  const auto all = observations(made.times(0, 9, 1000).counted(0, 0, {100, 1000}).counted(0, 1, {64, 1000}));
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].replay, models::Replay::rotate);
  EXPECT_EQ(all[0].counters.value(kBytes), 100);
  EXPECT_EQ(all[0].launches_counted, 2u);
}

TEST_F(WithReplay, IsTakenWherePassRotationContradictThemselves) {
  const auto all = observations(made.times(0, 9, 1000).counted(0, 0, {100, 1000}).counted(0, 1, {64, 3000}));
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].replay, models::Replay::kernel);
  EXPECT_EQ(all[0].counters.value(kFlops), 66);
}

TEST_F(WithReplay, IsTakenWithTheMostCountersThatItsLaunchesHave) {
  const std::string bf16 = "sm__ops_path_tensor_src_bf16_dst_fp32.sum";
  const std::string fp8 = "sm__ops_path_tensor_src_fp8.sum";
  made.group(3, "kernel replay, tensor bf16_dst_fp32", {kBytes, kFlops, kPatched, bf16}, true)
      .group(4, "kernel replay, tensor", {kBytes, kFlops, kPatched, bf16, fp8}, true);
  made.counted(0, 3, {112, 66, 1000, 7}).counted(0, 3, {112, 66, 1000, 7});
  auto all = observations(made.times(0, 9, 1000));
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].counters.value(kBytes), 112);
  EXPECT_EQ(all[0].counters.value(bf16), 7);
  EXPECT_EQ(all[0].launches_counted, 2u);
  all = observations(made.counted(0, 4, {113, 66, 1000, 8, 1}));
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].counters.value(kBytes), 113);
  EXPECT_EQ(all[0].counters.value(bf16), 8);
  EXPECT_EQ(all[0].counters.value(fp8), 1);
}

// PassRotation gave hardware and patched counters, but never the format that a replay has.
TEST_F(WithReplay, IsTakenWherePassRotationNeverCountedAFormat) {
  const std::string bf16 = "sm__ops_path_tensor_src_bf16_dst_fp32.sum";
  made.group(3, "kernel replay, tensor bf16_dst_fp32", {kBytes, kFlops, kPatched, bf16}, true);
  made.group(4, "tensor bf16_dst_fp32", {bf16});
  made.counted(0, 3, {112, 66, 1000, 7}).counted(0, 0, {100, 1000}).counted(0, 1, {64, 1000});
  const auto all = observations(made.times(0, 9, 1000));
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].replay, models::Replay::kernel);
}

// What was asked for by name comes last in turns.
TEST_F(WithReplay, IsTakenWherePassRotationNeverCountedWhatWasAskedForBesides) {
  const std::string asked = "smsp__inst_issued.sum";
  made.group(3, "kernel replay, asked", {kBytes, kFlops, kPatched, asked}, true).group(4, "extra 1", {asked});
  made.counted(0, 3, {112, 66, 1000, 42}).counted(0, 0, {100, 1000}).counted(0, 1, {64, 1000}).times(0, 9, 1000);
  const auto all = observations(made);
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].replay, models::Replay::kernel);
  EXPECT_EQ(all[0].counters.value(asked), 42);
  const auto later = observations(made.counted(0, 4, {43}));
  ASSERT_EQ(later.size(), 1u);
  EXPECT_EQ(later[0].replay, models::Replay::rotate);
  EXPECT_EQ(later[0].counters.value(asked), 43);
}

// A replay that saw constants alone on the tensor pipe ends the question, so that turns never ask it.
class WithReplayOfConstants : public ::testing::Test {
 protected:
  const std::string activity{models::kTensorActivity};
  const std::string half{models::kHalfOnTensorPipe};
  MadeSpool made;
  void SetUp() override {
    made.group(2, "hardware", {kBytes, kInstructions, activity}).group(3, "tensor", {half, kInstructions});
    made.group(4, "kernel replay", {kBytes, kFlops, kPatched, activity, half}, true).kernel(0, "f").times(0, 9, 1000);
    made.counted(0, 4, {111, 66, 1000, 16, 16}).counted(0, 1, {64, 1000});
  }
};

// Everything else stays that of the turns, which saw more launches, and none with what a replay leaves in the caches.
TEST_F(WithReplayOfConstants, SaysOfPassRotationWhatTheTensorPipeDid) {
  const auto all = observations(made.counted(0, 2, {100, 1000, 16}).counted(0, 2, {102, 1000, 16}));
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].replay, models::Replay::rotate);
  EXPECT_EQ(all[0].counters.value(half), 16);
  EXPECT_EQ(all[0].counters.value(kBytes), 101);
  EXPECT_EQ(all[0].launches_counted, 4u);
  EXPECT_THAT(all[0].refused, IsEmpty());
  EXPECT_THAT(all[0].remarks, Contains(HasSubstr("what the tensor pipe did is known from")));
}

TEST_F(WithReplayOfConstants, IsTakenWherePassRotationLeaveThatOpenAndSawOtherWork) {
  const auto all = observations(made.counted(0, 2, {100, 1100, 16}));
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].replay, models::Replay::kernel);
  EXPECT_EQ(all[0].counters.value(half), 16);
  EXPECT_THAT(all[0].refused, IsEmpty());
}

TEST_F(WithReplayOfConstants, IsLeftWhereThePipeWasIdleOrPassRotationCountedWhatItDid) {
  const auto idle = observations(MadeSpool(made).counted(0, 2, {100, 1000, 0}));
  ASSERT_EQ(idle.size(), 1u);
  EXPECT_EQ(idle[0].replay, models::Replay::rotate);
  const auto counted = observations(MadeSpool(made).counted(0, 2, {100, 1000, 16}).counted(0, 3, {16, 1000}));
  ASSERT_EQ(counted.size(), 1u);
  EXPECT_EQ(counted[0].replay, models::Replay::rotate);
}

// The replay happened to count formats too, all of them zero.
TEST_F(WithReplayOfConstants, IsLeftWhereItsFormatsFoundNoMatrixWork) {
  const std::string bf16 = "sm__ops_path_tensor_src_bf16_dst_fp32.sum";
  for (const double constants : {16.0, 0.0}) {
    MadeSpool formats = made;
    formats.group(5, "kernel replay, tensor", {kBytes, kFlops, kPatched, activity, half, bf16}, true);
    formats.group(6, "tensor bf16_dst_fp32", {bf16}).counted(0, 5, {111, 66, 1000, constants, constants, 0});
    const auto all = observations(formats.counted(0, 2, {100, 1000, constants}));
    ASSERT_EQ(all.size(), 1u);
    EXPECT_EQ(all[0].replay, models::Replay::rotate);
    EXPECT_FALSE(lacked_turn(all[0]));
  }
}

// It is a launch of one of the two works, and says nothing of the other.
TEST_F(WithReplayOfConstants, IsLeftWhereLaunchesDoTwoAmountsOfWork) {
  for (const double instructions : {1000, 1000, 5000, 5000}) made.counted(0, 2, {100, instructions, 16});
  const auto all = observations(made.counted(0, 1, {64, 5000}));
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].replay, models::Replay::rotate);
}

TEST_F(WithReplay, GivesItsOwnTimeWhereThereIsNoOther) {
  const auto all = observations(made.times({0, 0, 1, 0, 0, {}}));
  ASSERT_EQ(all.size(), 1u);
  ASSERT_EQ(all[0].durations.size(), 1u);
  EXPECT_DOUBLE_EQ(all[0].durations[0].value(), 800e-9);
  EXPECT_THAT(all[0].remarks, Contains(HasSubstr("timed in the first pass of the replay")));
}

TEST_F(WithReplay, SaysThatItsLaunchesDidDifferentWork) {
  const auto all = observations(made.times(0, 9, 1000).counted(0, 2, {111, 66, 3000}));
  EXPECT_THAT(all[0].remarks, Contains(HasSubstr("different amounts of work (1000 to 3000")));
}

}  // namespace
}  // namespace rooflens::collect
