// Kernels of graphs that are told apart by their arguments, back together where they do the same work.
#include "profiler/assemble/same_work.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/assemble/made_spool.hpp"

namespace rooflens::collect {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// Kernel 0 is the shape, the others are nodes of its geometry.
MadeSpool nodes(int count) {
  MadeSpool made;
  made.kernel(0, "f");
  for (int i = 1; i <= count; ++i) made.kernel(i, "f").add(spool::WorkRecord{i, 0, i - 1});
  return made;
}

std::vector<std::vector<int>> parts(const MadeSpool& made) {
  std::vector<std::vector<int>> numbers;
  for (const SameWork& work : same_work(made.spool(), 0)) numbers.push_back(work.kernels);
  return numbers;
}

TEST(SameWork, PutsThoseTogetherThatExecuteAsManyInstructions) {
  MadeSpool made = nodes(4);
  made.counted(1, 0, {1, 5000}).counted(2, 0, {1, 1000}).counted(3, 0, {1, 5050}).counted(4, 0, {1, 1030});
  EXPECT_THAT(parts(made), ElementsAre(ElementsAre(2), ElementsAre(4), ElementsAre(1, 3), ElementsAre(0)));
}

TEST(SameWork, KeepsThoseApartWhoseLaunchesDiffer) {
  MadeSpool made = nodes(2);
  made.counted(0, 0, {1, 1000}).counted(0, 0, {1, 2000}).counted(1, 0, {1, 1000}).counted(2, 0, {1, 1000});
  EXPECT_THAT(parts(made), ElementsAre(ElementsAre(1, 2), ElementsAre(0)));
}

// Each was counted in every pass by itself, and none in a pass in which the other was: by their name alone the passes
// could not be matched.
TEST(SameWork, IsOneRowEachWithThePassesOfAnyOfThem) {
  MadeSpool made = nodes(3);
  made.counted(1, 0, {100, 1000}).counted(2, 0, {100, 1010}).counted(3, 0, {130, 1100});
  made.counted(2, 1, {64, 1090}).counted(3, 1, {80, 1010});  // patched code executes more or less
  made.times(1, 8, 10).times(2, 8, 30).times(3, 400, 50);
  const auto all = observations(made);
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].name, "f [work 1 of 2]");
  EXPECT_EQ(all[0].launches_made, 16U);
  EXPECT_DOUBLE_EQ(all[0].total_time->value(), 320e-9);
  EXPECT_EQ(all[0].counters.value(kBytes), 100);
  EXPECT_EQ(all[0].counters.value(kFlops), 64);
  EXPECT_EQ(all[0].launches_counted, 3U);
  EXPECT_EQ(all[1].name, "f [work 2 of 2]");
  EXPECT_EQ(all[1].launches_made, 400U);
  EXPECT_EQ(all[1].counters.value(kBytes), 130);
  EXPECT_EQ(all[1].counters.value(kFlops), 80);
  EXPECT_THAT(all[1].remarks, Contains(HasSubstr("their arguments tell them")));
}

TEST(SameWork, CountsLaunchesOfOneNumberTwiceWhereTheyAreOfTwoKernels) {
  MadeSpool made = nodes(2);
  for (const int kernel : {1, 2}) made.add(spool::ObservationRecord{kernel, 0, 0, 7, false, {100, 1000}, 0});
  const auto all = observations(made.times(1, 9, 1).times(2, 9, 1));
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].name, "f");
  EXPECT_EQ(all[0].launches_counted, 2U);
}

TEST(SameWork, SaysThatSomeWereNeverCounted) {
  MadeSpool made = nodes(2);
  made.counted(1, 0, {100, 1000}).times(1, 9, 1).times(2, 5, 1).times(0, 2, 1);
  const auto all = observations(made);
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[1].launches_made, 7U);
  EXPECT_TRUE(all[1].counters.empty());
}

// A spool that lost the record of the shape still has that of the node.
TEST(SameWork, TakesANodeWhoseShapeIsNotKnownForAKernelOfItsOwn) {
  MadeSpool made;
  made.kernel(4, "f").add(spool::WorkRecord{4, 3, 0}).times(4, 9, 1).counted(4, 0, {100, 1000});
  const auto all = observations(made);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].counters.value(kBytes), 100);
  MadeSpool circle;
  circle.kernel(4, "f").add(spool::WorkRecord{4, 4, 0}).times(4, 9, 1).counted(4, 0, {100, 1000});
  EXPECT_EQ(observations(circle).size(), 1U);
}

}  // namespace
}  // namespace rooflens::collect
