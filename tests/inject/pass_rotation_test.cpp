// Which launches are counted in which pass.
#include "profiler/schedule/pass_rotation.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <utility>
#include <vector>

#include "tests/inject/rotation_application.hpp"

namespace rooflens::inject {
namespace {

using Action = PassRotation::Action;
using Kind = Slot::Kind;

TEST(PassRotation, LeavesTheFirstLaunchAlone) {
  Application run(3);
  KernelState kernel;
  run.launch(kernel);
  EXPECT_TRUE(run.counted[&kernel].empty());
  run.launch(kernel);
  EXPECT_THAT(run.counted[&kernel], ::testing::ElementsAre(0U));
}

TEST(PassRotation, KnowsAKernelCompletelyBeforeItKnowsItWell) {
  Application run(3);
  KernelState kernel;
  for (int i = 0; i < 3; ++i) run.launch(kernel);
  EXPECT_THAT(run.counted[&kernel], ::testing::ElementsAre(0U, 1U));
}

TEST(PassRotation, CountsEachBasicSlotThreeTimesAndThenNoMore) {
  Application run(3);
  KernelState kernel;
  for (int i = 0; i < 1000; ++i) run.launch(kernel, milliseconds(1));
  EXPECT_THAT(run.counted[&kernel], ::testing::UnorderedElementsAre(0U, 0U, 0U, 1U, 1U, 1U));
  EXPECT_TRUE(kernel.complete);
}

TEST(PassRotation, CountsEachTensorSlotOnceForAKernelThatUsesThePipe) {
  Application run(1);
  KernelState kernel;
  kernel.tensor = KernelState::Tensor::yes;
  for (int i = 0; i < 12; ++i) run.launch(kernel);
  EXPECT_THAT(run.counted[&kernel], ::testing::ElementsAre(0U, 1U, 2U, 3U, 4U, 5U));
}

TEST(PassRotation, AsksOnlyTheFirstTensorSlotWhetherMovesOfConstantsAreMatrixWork) {
  Application run(1);
  KernelState kernel;
  kernel.tensor = KernelState::Tensor::maybe;
  for (int i = 0; i < 12; ++i) run.launch(kernel);
  EXPECT_THAT(run.counted[&kernel], ::testing::ElementsAre(0U, 1U, 2U));
}

TEST(PassRotation, AsksHowWarpsWaitWhenAllElseIsKnown) {
  std::vector<Slot> slots{{Slot::Kind::waits, 5}};
  slots.insert(slots.end(), kSlots.begin(), kSlots.end());
  Application run(2, false, slots);
  KernelState kernel;
  kernel.tensor = KernelState::Tensor::yes;
  for (int i = 0; i < 1000; ++i) run.launch(kernel, milliseconds(1));
  const std::vector<std::size_t>& counted = run.counted[&kernel];
  ASSERT_EQ(counted.size(), 4 + 4 + 1U);
  EXPECT_THAT(std::vector<std::size_t>(counted.begin(), counted.begin() + 6), ::testing::Each(::testing::Ne(0U)));
  EXPECT_EQ(counted[6], 0U);
  EXPECT_TRUE(kernel.complete);
}

TEST(PassRotation, CountsNothingOfAKernelThatIsNotChosen) {
  Application run(3);
  KernelState kernel;
  kernel.enabled = false;
  for (int i = 0; i < 10; ++i) run.launch(kernel);
  EXPECT_TRUE(run.counted[&kernel].empty());
  EXPECT_EQ(run.windows, 0);
}

TEST(PassRotation, LeavesPatchedCodeOutForGraphs) {
  Application run(2);
  KernelState graph;
  graph.patchable = false;
  for (int i = 0; i < 100; ++i) run.launch(graph, milliseconds(1));
  EXPECT_THAT(run.counted[&graph], ::testing::Each(0U));
}

TEST(PassRotation, CountsAGraphOnceWhoseKernelsAreCountedThemselves) {
  Application run(3);
  KernelState graph;
  graph.patchable = false;
  graph.once = true;
  for (int i = 0; i < 1000; ++i) run.launch(graph, milliseconds(1));
  EXPECT_THAT(run.counted[&graph], ::testing::ElementsAre(0U));
  EXPECT_TRUE(graph.complete);
}

// Nothing of it is counted patched, so that all that is left is to learn what its tensor pipe did.
TEST(PassRotation, EndsOneWindowForAnAnswer) {
  Application run(1);
  KernelState graph;
  graph.patchable = false;
  for (int i = 0; i < 100; ++i) run.launch(graph, milliseconds(1));
  EXPECT_EQ(run.windows, 1);
  EXPECT_TRUE(graph.complete);
}

// 100 ms under a hardware pass is nothing; patched it would be 6.5 s a launch.
TEST(PassRotation, PatchesALongKernelOnce) {
  Application run(3);
  KernelState kernel;
  kernel.mean_ns = 100e6;
  for (int i = 0; i < 1000; ++i) run.launch(kernel, milliseconds(1));
  EXPECT_THAT(run.counted[&kernel], ::testing::UnorderedElementsAre(0U, 0U, 0U, 1U));
}

TEST(PassRotation, CountsLinesOnceUnlessTheyAreKnown) {
  for (const bool known : {false, true}) {
    PassRotation rotation({{Kind::hardware, 0}, {Kind::lines, 1}}, 3, 1);
    KernelState kernel;
    kernel.lines_known = known;
    int lines = 0;
    for (int i = 0; i < 200; ++i) {
      if (rotation.decide(kernel, kStart, {.eager = true}) == Action::advance) rotation.next(kStart, &kernel);
      if (rotation.decide(kernel, kStart, {.eager = true}) != Action::count) continue;
      if (rotation.current() == 1) ++lines;
      rotation.counted(kernel, kStart);
    }
    EXPECT_EQ(lines, known ? 0 : 1);
    EXPECT_TRUE(rotation.done(kernel));
  }
}

TEST(PassRotation, KnowsAKernelWhenEverySlotHadOneOfItsLaunches) {
  Application run(3);
  KernelState kernel;
  kernel.tensor = KernelState::Tensor::no;
  while (run.counted[&kernel].size() < 2) {
    run.launch(kernel, milliseconds(1));
    EXPECT_FALSE(kernel.known);
  }
  run.launch(kernel, milliseconds(1));
  EXPECT_TRUE(kernel.known);
  EXPECT_FALSE(kernel.complete);
  kernel.varies = true;
  run.launch(kernel, milliseconds(1));
  EXPECT_FALSE(kernel.known) << "one launch does not stand for all";
  for (int i = 0; i < 2000; ++i) run.launch(kernel, milliseconds(1));
  EXPECT_TRUE(kernel.known);
}

TEST(PassRotation, CountsMoreLaunchesOfAKernelWhoseWorkVaries) {
  Application run(3);
  KernelState kernel;
  kernel.varies = true;
  for (int i = 0; i < 2000; ++i) run.launch(kernel, milliseconds(1));
  EXPECT_EQ(run.counted[&kernel].size(), 12U);
}

// A training step of 60 kernels: one window counts each once, and ends after 15 ms in which it was of no use.
TEST(PassRotation, KeepsAWindowOpenForAWholeStep) {
  Application run(1);
  run.eager = false;
  std::vector<KernelState> kernels(60);
  for (int step = 0; step < 4; ++step) {
    for (KernelState& kernel : kernels) run.launch(kernel);
  }
  EXPECT_EQ(run.windows, 0);
  for (KernelState& kernel : kernels) EXPECT_THAT(run.counted[&kernel], ::testing::ElementsAre(0U));
  for (KernelState& kernel : kernels) run.launch(kernel, milliseconds(1));
  EXPECT_EQ(run.windows, 1);
  for (int step = 0; step < 2; ++step) {
    for (KernelState& kernel : kernels) run.launch(kernel);
  }
  for (KernelState& kernel : kernels) EXPECT_THAT(run.counted[&kernel], ::testing::ElementsAre(0U, 1U));
}

// Ending a window costs; where none is open, a launch is counted in whatever it wants, however far away that is.
TEST(PassRotation, EndsAWindowAfterAWhileAndGoesWhereTheLaunchWantsToBeCounted) {
  Application run(1);
  run.eager = false;
  KernelState kernel, other;
  kernel.tensor = other.tensor = KernelState::Tensor::no;
  const auto until_counted = [&](KernelState& launched, std::size_t slot) {
    int ms = 0;
    while ((run.counted[&launched].empty() || run.counted[&launched].back() != slot) && ms < 1000)
      run.launch(launched, milliseconds(1)), ++ms;
    return ms;
  };
  run.launch(kernel);
  EXPECT_EQ(until_counted(kernel, 0), 1);
  EXPECT_EQ(until_counted(kernel, 1), 15);
  run.launch(other);
  EXPECT_EQ(until_counted(other, 1), 1) << "that window is open";
  EXPECT_EQ(until_counted(other, 0), 15);
  run.end_window(nullptr);
  KernelState third;
  third.counted = {1, 0, 0, 0, 0, 0};
  third.wait.assign(6, 0);
  run.launch(third);
  EXPECT_EQ(run.rotation.current(), 1U);
  EXPECT_EQ(run.windows, 3);
}

// One that asks for something else comes after it.
TEST(PassRotation, GoesOnWithAGroupThatWasBegun) {
  Application run(1);
  KernelState product, other;
  product.tensor = KernelState::Tensor::yes;
  other.tensor = KernelState::Tensor::no;
  for (int i = 0; i < 6; ++i) run.launch(product);
  EXPECT_EQ(run.counted[&product].back(), 4U) << "the first of two passes";
  for (int i = 0; i < 3; ++i) run.launch(other);
  EXPECT_EQ(run.rotation.current(), 5U);
  run.launch(product);
  EXPECT_EQ(run.counted[&product].back(), 5U);
  run.launch(other);
  EXPECT_THAT(run.counted[&other], ::testing::ElementsAre(0U));
}

TEST(PassRotation, OpensNoWindowThatNobodyWants) {
  Application run(1);
  std::vector<KernelState> kernels(20);
  for (KernelState& kernel : kernels) kernel.tensor = KernelState::Tensor::no;
  for (int step = 0; step < 5; ++step) {
    for (KernelState& kernel : kernels) run.launch(kernel);
  }
  EXPECT_EQ(run.windows, 1) << "hardware; that of patched code is open";
  kernels[3].tensor = KernelState::Tensor::yes;
  kernels[3].complete = false;
  for (int step = 0; step < 9; ++step) {
    for (KernelState& kernel : kernels) run.launch(kernel, milliseconds(1));
  }
  EXPECT_THAT(run.counted[&kernels[3]], ::testing::ElementsAre(0U, 1U, 2U, 3U, 4U, 5U));
  EXPECT_EQ(run.windows, 5);
}

TEST(PassRotation, CountsNothingAgainBeforeEverythingOnceWhereItIsSparing) {
  Application run(3, true);
  run.eager = false;
  std::vector<KernelState> kernels(20);
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    kernels[i].tensor = i % 5 == 0 ? KernelState::Tensor::yes : KernelState::Tensor::no;
  }
  const std::size_t firsts = 16 * 2 + 4 * 6;
  std::size_t counted = 0;
  for (int step = 0; step < 400; ++step) {
    for (KernelState& kernel : kernels) run.launch(kernel, milliseconds(1));
    counted = 0;
    std::set<std::pair<const KernelState*, std::size_t>> different;
    for (const auto& [kernel, slots] : run.counted) {
      counted += slots.size();
      for (const std::size_t slot : slots) different.emplace(kernel, slot);
    }
    EXPECT_TRUE(counted == different.size() || different.size() == firsts) << step;
  }
  EXPECT_GT(counted, firsts);
}

// A step that launches a kernel twice, with different work: counted launches must not keep step with it.
TEST(PassRotation, DoesNotAliasWithAnAlternatingKernel) {
  bool odd = false;
  bool even = false;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    PassRotation rotation({{Kind::hardware, 0}}, 6, seed);
    KernelState kernel;
    for (int i = 0; i < 400; ++i) {
      if (rotation.decide(kernel, kStart, {}) != Action::count) continue;
      rotation.counted(kernel, kStart);
      (i % 2 == 1 ? odd : even) = true;
    }
  }
  EXPECT_TRUE(odd && even);
}

TEST(PassRotation, CountsBothPassesOfAGroupAnewWhenARoundHadOnlyOne) {
  const PassRotation rotation(kSlots, 1, 1);
  KernelState kernel;
  kernel.counted = {1, 1, 1, 1, 1, 0};
  kernel.complete = true;
  rotation.forget_incomplete(kernel);
  EXPECT_THAT(kernel.counted, ::testing::ElementsAre(1, 1, 1, 1, 0, 0));
  EXPECT_FALSE(kernel.complete);
}

}  // namespace
}  // namespace rooflens::inject
