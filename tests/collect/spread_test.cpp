// Launches of one kernel that were counted in turns need not have done the same work: what may be said then.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "models/operations.hpp"
#include "profiler/collect/assemble.hpp"
#include "profiler/collect/spread_observations.hpp"
#include "tests/collect/made_spool.hpp"

namespace rooflens::collect {
namespace {

using ::testing::Contains;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<models::Observation> observations(const MadeSpool& made) {
  const std::vector<spool::Spool> spools{made.spool()};
  return assemble(spools, {}).observations;
}

std::string reason_for(const models::Observation& o, const std::string& counter) {
  for (const models::Refusal& refusal : o.refused) {
    if (refusal.counter == counter) return refusal.reason;
  }
  return {};
}

// Two thirds of the launches do 1000 warp instructions, one third 5000.
MadeSpool two_works() {
  MadeSpool made;
  made.kernel(0, "f").times(0, 20, 1000).times(0, 10, 7000);
  for (const double instructions : {1000, 1000, 5000, 1001, 5005, 1000}) {
    made.counted(0, 0, {instructions / 10, instructions});
  }
  return made;
}

TEST(Spread, TakesGroupsThatSawTheSameWork) {
  const auto all =
      observations(MadeSpool().kernel(0, "f").times(0, 9, 1).counted(0, 0, {100, 1000}).counted(0, 1, {64, 1019}));
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].counters.value(kFlops), 64);
  EXPECT_THAT(all[0].remarks, IsEmpty());
}

TEST(Spread, RefusesAGroupThatSawOtherWork) {
  const auto all =
      observations(MadeSpool().kernel(0, "f").times(0, 9, 1).counted(0, 0, {100, 1000}).counted(0, 1, {64, 2000}));
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].counters.value(kBytes), 100);
  EXPECT_FALSE(all[0].counters.value(kFlops));
  EXPECT_THAT(reason_for(all[0], kFlops), HasSubstr("counted in group sass (2000 warp instructions) are not those of "
                                                    "group hardware (1000 warp instructions)"));
}

TEST(Spread, RemarksOnAKernelThatPollsUnderPatchedCode) {
  const auto all =
      observations(MadeSpool().kernel(0, "f").times(0, 9, 1).counted(0, 0, {100, 1000}).counted(0, 1, {64, 1100}));
  EXPECT_EQ(all[0].counters.value(kFlops), 64);
  EXPECT_THAT(all[0].remarks, Contains(HasSubstr("+10 % warp instructions")));
}

TEST(Spread, LeavesOutLaunchesOfOtherWorkAndSaysSo) {
  const auto all = observations(MadeSpool()
                                    .kernel(0, "f")
                                    .times(0, 9, 1)
                                    .counted(0, 0, {100, 1000})
                                    .counted(0, 1, {64, 1000})
                                    .counted(0, 1, {640, 9000}));
  EXPECT_EQ(all[0].counters.value(kFlops), 64);
  EXPECT_THAT(all[0].remarks, Contains(HasSubstr("1 of 2 launches counted in group sass did other work (9000 ")));
}

TEST(Spread, SplitsAKernelWhoseLaunchesDoTwoAmountsOfWork) {
  const auto all = observations(two_works().counted(0, 1, {64, 1000}).counted(0, 1, {320, 5000}));
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].name, "f [work 1 of 2]");
  EXPECT_EQ(all[1].name, "f [work 2 of 2]");
  EXPECT_EQ(all[0].launches_made, 20u);  // by their durations, of 30
  EXPECT_EQ(all[1].launches_made, 10u);
  EXPECT_EQ(all[0].launches_observed, 5u);  // 4 in hardware, 1 in sass
  EXPECT_EQ(all[1].launches_observed, 3u);
  EXPECT_NEAR(*all[0].counters.value(kBytes), 100, 0.1);
  EXPECT_NEAR(*all[1].counters.value(kBytes), 500, 0.5);
  EXPECT_EQ(all[0].counters.value(kFlops), 64);
  EXPECT_EQ(all[1].counters.value(kFlops), 320);
  EXPECT_THAT(all[0].remarks, Contains(HasSubstr("67 % of them do this one (1000.25 warp instructions)")));
}

TEST(Spread, GivesEachWorkItsDurations) {
  const auto all = observations(two_works());
  ASSERT_EQ(all.size(), 2u);
  EXPECT_DOUBLE_EQ(all[0].durations.front().value(), 1e-6);
  EXPECT_DOUBLE_EQ(all[1].durations.front().value(), 7e-6);
  EXPECT_DOUBLE_EQ(all[0].total_time->value() + all[1].total_time->value(), 90e-6);  // 20 * 1 us + 10 * 7 us
}

TEST(Spread, GivesTheTimeByLaunchesWhereDurationsAreAlike) {
  MadeSpool made;
  made.kernel(0, "f").times(0, 30, 1000);
  for (const double instructions : {1000, 1000, 5000, 1000, 5000, 1000}) made.counted(0, 0, {1, instructions});
  const auto all = observations(made);
  ASSERT_EQ(all.size(), 2u);
  EXPECT_DOUBLE_EQ(all[0].durations.front().value(), 1e-6);
  EXPECT_DOUBLE_EQ(all[1].durations.front().value(), 1e-6);
  EXPECT_NEAR(all[0].total_time->value(), 20e-6, 1e-12);
  EXPECT_NEAR(all[1].total_time->value(), 10e-6, 1e-12);
  EXPECT_EQ(all[0].timed_launches, 20u);
  EXPECT_THAT(all[0].remarks, Contains(HasSubstr("durations are those of all")));
}

// A quarter of those that were counted did the smaller work, but half of all launches took its time.
TEST(Spread, TakesTheNumberOfLaunchesFromDurationsWhereTheseAreApart) {
  MadeSpool made;
  made.kernel(0, "f").times(0, 15, 1000).times(0, 15, 2000);
  for (const double instructions : {1000, 1000, 5000, 5000, 5000, 5000, 5000, 5000}) {
    made.counted(0, 0, {1, instructions});
  }
  const auto all = observations(made);
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].launches_made, 15u);
  EXPECT_EQ(all[0].timed_launches, 15u);
  EXPECT_EQ(all[1].launches_made, 15u);
  EXPECT_EQ(all[1].timed_launches, 15u);
  EXPECT_NEAR(all[0].total_time->value(), 15e-6, 1e-12);
  EXPECT_THAT(all[0].remarks, Contains(HasSubstr("50 % of them")));
}

TEST(Spread, LeavesDurationsAwayThatFallIntoMorePartsThanTheWork) {
  MadeSpool made;
  made.kernel(0, "f").times(0, 10, 1000).times(0, 10, 2000).times(0, 10, 4000);
  for (const double instructions : {1000, 1000, 5000, 5000}) made.counted(0, 0, {1, instructions});
  const auto all = observations(made);
  ASSERT_EQ(all.size(), 2u);
  EXPECT_THAT(all[0].durations, IsEmpty());
  EXPECT_EQ(all[0].timed_launches, 15u);
  EXPECT_THAT(all[0].remarks, Contains(HasSubstr("cannot be told")));
}

// 1000 and 1100 are nearer to each other than a polling kernel's groups may be: they must not lend each other counters.
TEST(Spread, KeepsSimilarAmountsOfWorkApart) {
  MadeSpool made;
  made.kernel(0, "f").times(0, 60, 1000);
  for (const double instructions : {1000, 1100, 1000, 1100, 1000, 1100}) made.counted(0, 0, {1, instructions});
  made.counted(0, 1, {64, 1000}).counted(0, 1, {96, 1100});
  const auto all = observations(made);
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].counters.value(kFlops), 64);
  EXPECT_EQ(all[1].counters.value(kFlops), 96);
}

TEST(Spread, RefusesAGroupThatSawOnlyOneOfTheWorks) {
  const auto all = observations(two_works().counted(0, 1, {64, 1000}));
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].counters.value(kFlops), 64);
  EXPECT_FALSE(all[1].counters.value(kFlops));
  EXPECT_THAT(reason_for(all[1], kFlops), HasSubstr("are not those of group hardware"));
}

TEST(Spread, RefusesAGroupWithoutAnAnchorWhereWorkDiffers) {
  const std::string counter = "sm__ops_path_tensor_src_fp8.sum";
  const auto all = observations(two_works().group(2, "tensor fp8", {counter}).counted(0, 2, {7}));
  ASSERT_EQ(all.size(), 2u);
  for (const models::Observation& o : all) {
    EXPECT_FALSE(o.counters.value(counter));
    EXPECT_THAT(reason_for(o, counter), HasSubstr("nothing tells which"));
  }
}

TEST(Spread, AcceptsAGroupWithoutAnAnchorWhereAllWorkIsTheSame) {
  const std::string counter = "sm__ops_path_tensor_src_fp8.sum";
  MadeSpool made;
  made.group(2, "tensor fp8", {counter}).kernel(0, "f").times(0, 9, 1);
  const auto all = observations(made.counted(0, 0, {100, 1000}).counted(0, 0, {100, 1000}).counted(0, 2, {7}));
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].counters.value(counter), 7);
}

// The first launches of a pass that was never compared: patched code alone tells the works apart.
TEST(Spread, SplitsByPatchedCodeWhereThereIsNothingElse) {
  MadeSpool made;
  made.kernel(0, "f").times(0, 40, 1);
  for (const double instructions : {1000, 5000, 1000, 5000}) made.counted(0, 1, {1, instructions});
  EXPECT_EQ(observations(made).size(), 2u);
}

TEST(Spread, DoesNotSplitAKernelThatSpins) {
  MadeSpool made;
  made.kernel(0, "f").times(0, 40, 1);
  for (const double instructions : {1000, 1500, 2500, 4000}) made.counted(0, 0, {100, instructions});
  made.counted(0, 1, {64, 1000});
  const auto all = observations(made);
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].counters.value(kBytes), 100);
  EXPECT_FALSE(all[0].counters.value(kFlops));
  EXPECT_THAT(reason_for(all[0], kFlops), HasSubstr("by itself"));
  EXPECT_THAT(reason_for(all[0], kFlops), HasSubstr("1000 to 4000 warp instructions"));
}

class WithReplay : public ::testing::Test {
 protected:
  MadeSpool made;
  void SetUp() override {
    made.group(2, "kernel replay", {kBytes, kFlops, kPatched}, true).kernel(0, "f");
    made.counted(0, 2, {111, 66, 1000}, false, 800);
  }
};

TEST_F(WithReplay, IsTakenWhereTurnsAreIncomplete) {
  const auto all = observations(made.times(0, 9, 1000).counted(0, 0, {100, 1000}));
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].replay, models::Replay::kernel);
  EXPECT_EQ(all[0].counters.value(kBytes), 111);
  EXPECT_EQ(all[0].counters.value(kFlops), 66);
  EXPECT_FALSE(all[0].counters.value(kInstructions));  // never a mixture
  EXPECT_EQ(all[0].launches_observed, 1u);
}

TEST_F(WithReplay, IsLeftWhereTurnsSawEverything) {
  const auto all = observations(made.times(0, 9, 1000).counted(0, 0, {100, 1000}).counted(0, 1, {64, 1000}));
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].replay, models::Replay::spread);
  EXPECT_EQ(all[0].counters.value(kBytes), 100);
  EXPECT_EQ(all[0].launches_observed, 2u);
}

TEST_F(WithReplay, IsTakenWhereTurnsContradictThemselves) {
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
  EXPECT_EQ(all[0].launches_observed, 2u);
  all = observations(made.counted(0, 4, {113, 66, 1000, 8, 1}));
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].counters.value(kBytes), 113);
  EXPECT_EQ(all[0].counters.value(bf16), 8);
  EXPECT_EQ(all[0].counters.value(fp8), 1);
}

// Turns gave hardware and patched counters, but never the format that a replay has.
TEST_F(WithReplay, IsTakenWhereTurnsNeverCountedAFormat) {
  const std::string bf16 = "sm__ops_path_tensor_src_bf16_dst_fp32.sum";
  made.group(3, "kernel replay, tensor bf16_dst_fp32", {kBytes, kFlops, kPatched, bf16}, true);
  made.group(4, "tensor bf16_dst_fp32", {bf16});
  made.counted(0, 3, {112, 66, 1000, 7}).counted(0, 0, {100, 1000}).counted(0, 1, {64, 1000});
  const auto all = observations(made.times(0, 9, 1000));
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].replay, models::Replay::kernel);
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
TEST_F(WithReplayOfConstants, SaysOfTurnsWhatTheTensorPipeDid) {
  const auto all = observations(made.counted(0, 2, {100, 1000, 16}).counted(0, 2, {102, 1000, 16}));
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].replay, models::Replay::spread);
  EXPECT_EQ(all[0].counters.value(half), 16);
  EXPECT_EQ(all[0].counters.value(kBytes), 101);
  EXPECT_EQ(all[0].launches_observed, 4u);
  EXPECT_THAT(all[0].refused, IsEmpty());
  EXPECT_THAT(all[0].remarks, Contains(HasSubstr("what the tensor pipe did is known from")));
}

TEST_F(WithReplayOfConstants, IsTakenWhereTurnsLeaveThatOpenAndSawOtherWork) {
  const auto all = observations(made.counted(0, 2, {100, 1100, 16}));
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].replay, models::Replay::kernel);
  EXPECT_EQ(all[0].counters.value(half), 16);
  EXPECT_THAT(all[0].refused, IsEmpty());
}

TEST_F(WithReplayOfConstants, IsLeftWhereThePipeWasIdleOrTurnsCountedWhatItDid) {
  const auto idle = observations(MadeSpool(made).counted(0, 2, {100, 1000, 0}));
  ASSERT_EQ(idle.size(), 1u);
  EXPECT_EQ(idle[0].replay, models::Replay::spread);
  const auto counted = observations(MadeSpool(made).counted(0, 2, {100, 1000, 16}).counted(0, 3, {16, 1000}));
  ASSERT_EQ(counted.size(), 1u);
  EXPECT_EQ(counted[0].replay, models::Replay::spread);
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
    EXPECT_EQ(all[0].replay, models::Replay::spread);
    EXPECT_FALSE(lacked_turn(all[0]));
  }
}

// It is a launch of one of the two works, and says nothing of the other.
TEST_F(WithReplayOfConstants, IsLeftWhereLaunchesDoTwoAmountsOfWork) {
  for (const double instructions : {1000, 1000, 5000, 5000}) made.counted(0, 2, {100, instructions, 16});
  const auto all = observations(made.counted(0, 1, {64, 5000}));
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].replay, models::Replay::spread);
}

TEST_F(WithReplay, GivesItsOwnTimeWhereThereIsNoOther) {
  const auto all = observations(made.add(spool::TimesRecord{0, 0, 1, 0, 0, 0, 0, {}}));
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
