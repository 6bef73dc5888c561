// Who may come soon, by numbers of launches that a reader can count.
#include "profiler/schedule/recurrence.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace rooflens::inject {
namespace {

struct Program {
  Recurrence recurrence;
  std::vector<Pace> paces = std::vector<Pace>(100);
  void launch(int kernel) { recurrence.launch(paces[static_cast<std::size_t>(kernel)]); }
  void steps(int count, int first, int last) {
    for (int step = 0; step < count; ++step) {
      for (int kernel = first; kernel <= last; ++kernel) launch(kernel);
    }
  }
  [[nodiscard]] bool due(int other, int current) const {
    return recurrence.due(paces[static_cast<std::size_t>(other)], paces[static_cast<std::size_t>(current)]);
  }
};

TEST(Recurrence, ExpectsWhatComesBackInEveryStep) {
  Program program;
  program.steps(3, 0, 9);
  program.launch(0);
  for (int kernel = 1; kernel < 10; ++kernel) EXPECT_TRUE(program.due(kernel, 0)) << kernel;
}

TEST(Recurrence, GivesUpWhatStaysAwayForTwiceItsLongestGap) {
  Program program;
  program.steps(2, 0, 3);  // each comes back after 4 launches
  for (int n = 0; n < 7; ++n) program.launch(50);
  EXPECT_TRUE(program.due(3, 50)) << "7 launches ago";
  EXPECT_FALSE(program.due(0, 50)) << "10 launches ago";
}

// In the first step nobody knows when what was launched once comes again: not before others came back a few times.
TEST(Recurrence, ExpectsInTheFirstStepWhatWasLaunchedOnce) {
  Program program;
  program.launch(0);
  for (int n = 0; n < 6; ++n) program.launch(1);
  EXPECT_TRUE(program.due(0, 1));
  program.launch(1);
  EXPECT_FALSE(program.due(0, 1)) << "1 came back six times";
}

TEST(Recurrence, GivesUpWhatBelongsToNoStepAfterOneStep) {
  Program program;
  program.launch(99);
  program.steps(1, 0, 9);
  for (int kernel = 0; kernel < 5; ++kernel) program.launch(kernel);
  EXPECT_TRUE(program.due(99, 4)) << "of the last launches most were first ones";
  EXPECT_TRUE(program.due(9, 4));
  for (int kernel = 5; kernel < 10; ++kernel) program.launch(kernel);
  EXPECT_FALSE(program.due(99, 9));
  EXPECT_TRUE(program.due(9, 9));
}

TEST(Recurrence, ExpectsNothingOfWhatComesFirstWhileTheProgramRepeatsItself) {
  Program program;
  program.steps(3, 0, 9);
  program.launch(50);
  EXPECT_FALSE(program.due(50, 9));
  program.launch(0);
  program.launch(50);
  EXPECT_TRUE(program.due(50, 0)) << "it came back";
}

// Kernels are known longer than those who listen to them.
TEST(Recurrence, BeginsAnewWithAnotherOne) {
  Program program;
  program.steps(2, 0, 9);
  program.recurrence = Recurrence();
  program.launch(0);
  EXPECT_EQ(program.paces[0].launches, 1U);
  EXPECT_EQ(program.paces[0].longest_gap, 0U);
}

}  // namespace
}  // namespace rooflens::inject
