// Runs of few steps: all kernels that come back are known, and what is needed for that is not waited for in vain.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "tests/inject/rotation_application.hpp"

namespace rooflens::inject {
namespace {

// Each five times in a row and never again: how their warps wait would cost others what binds them.
TEST(ShortRun, AsksHowWarpsWaitOnlyOfWhatComesOften) {
  for (const auto& [launches, apart] : {std::pair(5, milliseconds(0)), {5, milliseconds(20)}, {12, milliseconds(0)}}) {
    Application run(3, false, {{Slot::Kind::hardware, 0}, {Slot::Kind::sass, 1}, {Slot::Kind::waits, 2}});
    std::vector<KernelState> kernels(60);
    for (KernelState& kernel : kernels) {
      kernel.tensor = KernelState::Tensor::no;
      for (int n = 0; n < launches; ++n) run.launch(kernel, apart);
    }
    EXPECT_EQ(run.known(kernels), 60);
    const auto waits = std::ranges::count_if(
        kernels, [&](KernelState& kernel) { return std::ranges::count(run.counted[&kernel], 2U) > 0; });
    EXPECT_EQ(waits, launches < 8 ? 0 : 60);
    EXPECT_LE(run.windows, launches < 8 ? 60 : 180) << "each begins in the window that the one before left";
  }
}

// Steps of 52 kernels, every fifth launched twice; what was launched before them never comes back.
TEST(ShortRun, CountsEveryKernelOfAShortRunInEachSlot) {
  Application run(1);
  std::vector<KernelState> kernels(52);
  std::vector<KernelState> before(5);
  const auto steps = [&](int count) {
    for (int step = 0; step < count; ++step) {
      for (std::size_t i = 0; i < kernels.size(); ++i) {
        kernels[i].tensor = i % 4 == 0 ? KernelState::Tensor::yes : KernelState::Tensor::no;
        for (int n = 0; n < (i % 5 == 0 ? 2 : 1); ++n) run.launch(kernels[i], milliseconds(i % 13 == 0 ? 1 : 0));
      }
    }
  };
  for (KernelState& kernel : before) run.launch(kernel);
  steps(3);
  for (KernelState& kernel : kernels) EXPECT_THAT(run.counted[&kernel], ::testing::IsSupersetOf({0U, 1U}));
  steps(6);
  for (std::size_t i = 0; i < kernels.size(); ++i) EXPECT_EQ(run.counted[&kernels[i]].size(), i % 4 == 0 ? 6U : 2U);
  EXPECT_EQ(run.windows, 5) << "one for each slot";
}

// One product after another, each ten times; what makes it ready never comes back, as its first launches show.
TEST(ShortRun, ExpectsNothingOfAPhaseThatIsOver) {
  Application run(1);
  std::vector<KernelState> products(5);
  std::vector<KernelState> once(25);
  for (std::size_t i = 0; i < products.size(); ++i) {
    for (std::size_t n = 0; n < 5; ++n) run.launch(once[5 * i + n]);
    products[i].tensor = KernelState::Tensor::yes;
    for (int n = 0; n < 10; ++n) run.launch(products[i]);
    EXPECT_GE(run.counted[&products[i]].size(), 5U) << i;
  }
}

// Helpers come again before and after each phase, so that they are due; the others are never launched again.
TEST(ShortRun, CountsAKernelThatFollowsItselfWhateverElseIsDue) {
  Application run(1);
  std::vector<KernelState> helpers(6), phases(12);
  for (std::size_t i = 0; i < phases.size(); ++i) {
    phases[i].tensor = i % 3 == 0 ? KernelState::Tensor::yes : KernelState::Tensor::no;
    for (std::size_t k = 0; k < 3; ++k) run.launch(helpers[3 * (i % 2) + k]);
    for (int n = 0; n < 50; ++n) run.launch(phases[i]);
    EXPECT_TRUE(phases[i].known) << i;
  }
}

// Shapes that change from step to step make kernels that come once.
TEST(ShortRun, CountsEveryKernelOfAShortRunWithNewOnesInEachStep) {
  for (const std::size_t fresh : {1U, 5U}) {
    Application run(1);
    std::vector<KernelState> kernels(52);
    std::vector<KernelState> once(6 * fresh);
    for (KernelState& kernel : kernels) kernel.tensor = KernelState::Tensor::no;
    for (std::size_t step = 0; step < 6; ++step) {
      for (KernelState& kernel : kernels) run.launch(kernel);
      for (std::size_t i = 0; i < fresh; ++i) run.launch(once[step * fresh + i]);
    }
    EXPECT_EQ(run.known(kernels), 52) << fresh;
  }
}

// A round has room for 128 of 300. The others do not wait until it knows all formats.
TEST(ShortRun, CountsMoreKernelsThanARoundHasRoomFor) {
  Application run(1);
  run.room = 128;
  std::vector<KernelState> kernels(300);
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    kernels[i].tensor = i % 6 == 0 ? KernelState::Tensor::yes : KernelState::Tensor::no;
  }
  for (int step = 0; step < 8; ++step) {
    for (std::size_t i = 0; i < kernels.size(); ++i) {
      for (int n = 0; n < (i % 5 == 0 ? 2 : 1); ++n) run.launch(kernels[i]);
    }
  }
  EXPECT_EQ(run.known(kernels), 300);
}

// Those that took all the room never come back.
TEST(ShortRun, DoesNotKeepRoomForWhatNoLongerComes) {
  for (const bool eager : {true, false}) {
    Application run(3);
    run.eager = eager;
    run.room = 128;
    std::vector<KernelState> before(150);
    std::vector<KernelState> kernels(60);
    for (KernelState& kernel : kernels) kernel.tensor = KernelState::Tensor::no;
    for (int step = 0; step < 2; ++step) {
      for (KernelState& kernel : before) run.launch(kernel);
    }
    for (int step = 0; step < 200; ++step) {
      for (std::size_t i = 0; i < kernels.size(); ++i) run.launch(kernels[i], milliseconds(i % 20 == 0 ? 1 : 0));
    }
    EXPECT_EQ(run.known(kernels), 60) << eager;
  }
}

// Kernels in the order in which tests/bench/apps/train.py launched them on an H200 (2026-11-22, driver 580.159.04,
// PyTorch's profiler): what comes before the steps, the first of which makes the optimizer's state, and each of the
// others.
const std::vector<std::size_t> kFirstStep{
    0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 2,  4,  4,  15, 16, 10, 4,  12, 17, 14, 18,
    19, 1,  20, 21, 22, 23, 24, 4,  25, 26, 27, 28, 29, 30, 31, 26, 32, 28, 33, 28, 34, 23, 24, 4,  5,  31,
    35, 27, 36, 29, 37, 38, 39, 40, 40, 41, 40, 41, 8,  42, 43, 44, 45, 46, 46, 47, 47, 48, 48, 1,  1,  49,
    49, 47, 47, 49, 49, 1,  1,  1,  1,  1,  1,  1,  1,  1,  1,  50, 51, 50, 52, 53, 54, 55, 56};
const std::vector<std::size_t> kNextSteps{1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 2,  4,  4,  15, 16,
                                          10, 4,  12, 17, 14, 18, 19, 1,  20, 21, 22, 23, 24, 4,  25, 26, 27, 28, 29,
                                          30, 31, 26, 32, 28, 33, 28, 34, 23, 24, 4,  5,  31, 35, 27, 36, 29, 37, 38,
                                          39, 40, 40, 41, 40, 41, 8,  42, 43, 44, 45, 50, 51, 50, 52, 53, 54, 55, 56};

// First launches load code and take their time; the same kernels come several times in each step.
TEST(ShortRun, KnowsEveryKernelOfThreeTrainingStepsAndAllFormatsOfSeven) {
  for (const int loading : {0, 5, 20, 60, 100, 150}) {
    Application run(3);
    std::vector<KernelState> kernels(57);
    for (std::size_t i = 0; i < kernels.size(); ++i) {
      kernels[i].tensor = i % 6 == 1 ? KernelState::Tensor::yes : KernelState::Tensor::no;
    }
    std::vector<bool> loaded(kernels.size());
    const auto launch = [&](const std::vector<std::size_t>& ids) {
      for (const std::size_t id : ids) {
        run.launch(kernels[id], milliseconds(loaded[id] ? 0 : loading));
        loaded[id] = true;
      }
    };
    const std::set<std::size_t> of_steps(kNextSteps.begin(), kNextSteps.end());
    const auto slots = [&](std::size_t id) {
      const std::vector<std::size_t>& counted = run.counted[&kernels[id]];
      return std::set<std::size_t>(counted.begin(), counted.end());
    };
    launch(kFirstStep);
    for (int step = 1; step < 3; ++step) launch(kNextSteps);
    for (const std::size_t id : of_steps) {
      EXPECT_THAT(slots(id), ::testing::IsSupersetOf({0U, 1U})) << id << ", " << loading << " ms";
    }
    for (int step = 3; step < 7; ++step) launch(kNextSteps);
    for (const std::size_t id : of_steps) EXPECT_EQ(slots(id).size(), id % 6 == 1 ? 6U : 2U) << id;
  }
}

// They lack basic counters in every step, and may not keep others from all else for that.
TEST(ShortRun, CountsFormatsWhileNewKernelsComeInEachStep) {
  Application run(1);
  std::vector<KernelState> products(4);
  for (KernelState& kernel : products) kernel.tensor = KernelState::Tensor::yes;
  std::vector<std::vector<KernelState>> fresh(60);
  for (std::vector<KernelState>& kernels : fresh) {
    kernels = std::vector<KernelState>(30);
    for (int n = 0; n < 3; ++n) {
      for (KernelState& kernel : kernels) run.launch(kernel);
      for (KernelState& kernel : products) run.launch(kernel);
    }
  }
  for (KernelState& kernel : products) {
    EXPECT_THAT(run.counted[&kernel], ::testing::IsSupersetOf({0U, 1U, 2U, 3U, 4U, 5U}));
  }
}

}  // namespace
}  // namespace rooflens::inject
