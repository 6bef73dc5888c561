// Launches of one kernel that were counted in turns need not have done the same work: what may be said then.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/assemble/made_spool.hpp"

namespace rooflens::collect {
namespace {

using ::testing::Contains;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

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
  EXPECT_EQ(all[0].launches_counted, 5u);  // 4 in hardware, 1 in sass
  EXPECT_EQ(all[1].launches_counted, 3u);
  EXPECT_NEAR(*all[0].counters.value(kBytes), 100, 0.1);
  EXPECT_NEAR(*all[1].counters.value(kBytes), 500, 0.5);
  EXPECT_EQ(all[0].counters.value(kFlops), 64);
  EXPECT_EQ(all[1].counters.value(kFlops), 320);
  EXPECT_THAT(all[0].remarks, Contains(HasSubstr("67 % of them do this one (1000.25 warp instructions)")));
}

// 9000 instructions in a group whose other launch did 1000: what was left out counts as well.
TEST(Spread, KeepsTheLargestCountsAndTheLeastTimeOfLaunchesThatDiffer) {
  const auto both = observations(two_works().counted(0, 1, {64, 1000}).counted(0, 1, {320, 5000}));
  for (const models::Observation& work : both) {
    EXPECT_EQ(work.largest.value(kFlops), 320);
    EXPECT_DOUBLE_EQ(work.shortest->value(), 1e-6);
  }
  const auto varying = observations(MadeSpool()
                                        .kernel(0, "f")
                                        .times(0, 9, 700)
                                        .times(0, 9, 900)
                                        .counted(0, 0, {100, 1000})
                                        .counted(0, 0, {1, 9000})
                                        .counted(0, 1, {64, 1000}));
  ASSERT_EQ(varying.size(), 1u);
  EXPECT_FALSE(varying[0].counters.find(kFlops));
  EXPECT_EQ(varying[0].largest.value(kFlops), 64);
  EXPECT_DOUBLE_EQ(varying[0].shortest->value(), 0.7e-6);
  const auto alike = observations(MadeSpool().kernel(0, "f").times(0, 9, 700).counted(0, 0, {100, 1000}));
  EXPECT_FALSE(alike[0].shortest);
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

// Radix sort looks back at what other blocks have done: 5 % more instructions where it waited, the same bytes written.
MadeSpool polling(double written_where_it_waits) {
  MadeSpool made;
  made.group(0, "hardware", {kBytes, kInstructions, "lts__t_sectors_op_write.sum"});
  made.kernel(0, "f").times(0, 60, 1000).times(0, 40, 3000);
  for (int i = 0; i < 3; ++i) {
    made.counted(0, 0, {1, 1000, 500}).counted(0, 0, {1, 1050, written_where_it_waits}).counted(0, 0, {1, 4000, 900});
  }
  return made.counted(0, 1, {64, 1020});
}

TEST(Spread, KeepsLaunchesTogetherThatPollAndWriteTheSame) {
  const auto all = observations(polling(501));
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].counters.value(kFlops), 64);
  EXPECT_EQ(all[0].launches_made, 60u);
  EXPECT_THAT(all[0].remarks, Contains(HasSubstr("a kernel that polls")));
}

TEST(Spread, TellsWorksApartThatWriteDifferently) { EXPECT_EQ(observations(polling(550)).size(), 3u); }

// A copy that waits at a barrier in shared memory: the first launch that is counted meets cold caches, waits longer and
// executes 40 % more; patched code executes the same in every launch.
MadeSpool cold_start(double written_when_cold, double patched) {
  MadeSpool made;
  made.group(0, "hardware", {kBytes, kInstructions, "lts__t_sectors_op_write.sum"});
  made.kernel(0, "f").times(0, 60, 1000).counted(0, 0, {340, 1400, written_when_cold});
  for (int i = 0; i < 5; ++i) made.counted(0, 0, {100, 1000, 500});
  return made.counted(0, 1, {64, 950}).counted(0, 1, {64, patched});
}

TEST(Spread, LeavesOutTheLaunchThatPolledWithColdCaches) {
  const auto all = observations(cold_start(501, 950));
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].counters.value(kBytes), 100);
  EXPECT_EQ(all[0].counters.value(kFlops), 64);
  EXPECT_EQ(all[0].launches_made, 60u);
  EXPECT_THAT(all[0].remarks, Contains(HasSubstr("1 of 6 launches counted in group hardware")));
}

TEST(Spread, LeavesItOutAlsoWhereTheOthersPollForDifferentTimes) {
  MadeSpool made = cold_start(501, 950);
  for (int i = 0; i < 5; ++i) made.counted(0, 0, {100, 1050, 500});
  const auto all = observations(made);
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].counters.value(kBytes), 100);
  EXPECT_EQ(all[0].counters.value(kInstructions), 1025);
}

TEST(Spread, LeavesNoLaunchOutThatMayHaveDoneOtherWork) {
  EXPECT_EQ(observations(cold_start(700, 950)).size(), 2u) << "it wrote more";
  EXPECT_EQ(observations(cold_start(501, 1400)).size(), 2u) << "patched code varies";
  EXPECT_EQ(observations(cold_start(501, 950).times(0, 20, 2000)).size(), 2u) << "some launches take twice as long";
  MadeSpool often = cold_start(501, 950);
  for (int i = 0; i < 4; ++i) often.counted(0, 0, {340, 1400, 500});
  EXPECT_EQ(observations(often).size(), 2u) << "half of them";
}

// Three launches of one work, of which the first finds nothing in the L2.
TEST(Spread, LeavesOutTheFirstLaunchWithColdCaches) {
  const auto counted = [](const std::vector<double>& bytes) {
    MadeSpool made;
    made.kernel(0, "f").times(0, 60, 1000);
    for (const double b : bytes) made.counted(0, 0, {b, 1000});
    return observations(made).front();
  };
  const models::Observation warm = counted({900, 10, 12});
  EXPECT_EQ(warm.counters.value(kBytes), 11);
  EXPECT_THAT(warm.remarks, Contains(HasSubstr("met cold caches")));
  EXPECT_EQ(counted({10, 908, 12}).counters.value(kBytes), 310) << "not the first";
  EXPECT_EQ(counted({900, 10, 710}).counters.value(kBytes), 540) << "a later one draws as much";
  EXPECT_EQ(counted({900, 10}).counters.value(kBytes), 455) << "one later launch shows nothing usual";
}

// Radix sort alternates between two passes: three launches do not show two works, but the durations are two.
TEST(Spread, SplitsFewLaunchesWhereDurationsAreAsMany) {
  MadeSpool made;
  made.kernel(0, "f").times(0, 60, 9000).times(0, 40, 13000);
  for (const double instructions : {800, 2700, 2710}) made.counted(0, 0, {1, instructions});
  const auto all = observations(made.counted(0, 1, {64, 810}).counted(0, 1, {96, 2690}));
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].counters.value(kFlops), 64);
  EXPECT_EQ(all[1].counters.value(kFlops), 96);
  EXPECT_EQ(all[1].launches_made, 40u);
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
  EXPECT_THAT(reason_for(all[0], kFlops), HasSubstr("other data or arguments, or it waits"));
  EXPECT_THAT(reason_for(all[0], kFlops), HasSubstr("1000 to 4000 warp instructions"));
}

}  // namespace
}  // namespace rooflens::collect
