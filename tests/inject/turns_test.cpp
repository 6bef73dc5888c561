// Which launches are counted in which pass.
#include "profiler/inject/turns.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <utility>
#include <vector>

#include "tests/inject/turns_application.hpp"

namespace rooflens::inject {
namespace {

using Action = Turns::Action;
using Kind = Slot::Kind;

TEST(Turns, LeavesTheFirstLaunchAlone) {
  Application run(3);
  KernelTurns kernel;
  run.launch(kernel);
  EXPECT_TRUE(run.counted[&kernel].empty());
  run.launch(kernel);
  EXPECT_THAT(run.counted[&kernel], ::testing::ElementsAre(0U));
}

TEST(Turns, KnowsAKernelCompletelyBeforeItKnowsItWell) {
  Application run(3);
  KernelTurns kernel;
  for (int i = 0; i < 3; ++i) run.launch(kernel);
  EXPECT_THAT(run.counted[&kernel], ::testing::ElementsAre(0U, 1U));
}

TEST(Turns, CountsEachBasicSlotThreeTimesAndThenNoMore) {
  Application run(3);
  KernelTurns kernel;
  for (int i = 0; i < 1000; ++i) run.launch(kernel, milliseconds(1));
  EXPECT_THAT(run.counted[&kernel], ::testing::UnorderedElementsAre(0U, 0U, 0U, 1U, 1U, 1U));
  EXPECT_TRUE(kernel.complete);
}

TEST(Turns, CountsEachTensorSlotOnceForAKernelThatUsesThePipe) {
  Application run(1);
  KernelTurns kernel;
  kernel.tensor = KernelTurns::Tensor::yes;
  for (int i = 0; i < 12; ++i) run.launch(kernel);
  EXPECT_THAT(run.counted[&kernel], ::testing::ElementsAre(0U, 1U, 2U, 3U, 4U, 5U));
}

TEST(Turns, AsksOnlyTheFirstTensorSlotWhetherMovesOfConstantsAreMatrixWork) {
  Application run(1);
  KernelTurns kernel;
  kernel.tensor = KernelTurns::Tensor::maybe;
  for (int i = 0; i < 12; ++i) run.launch(kernel);
  EXPECT_THAT(run.counted[&kernel], ::testing::ElementsAre(0U, 1U, 2U));
}

TEST(Turns, CountsNothingOfAKernelThatIsNotChosen) {
  Application run(3);
  KernelTurns kernel;
  kernel.enabled = false;
  for (int i = 0; i < 10; ++i) run.launch(kernel);
  EXPECT_TRUE(run.counted[&kernel].empty());
  EXPECT_EQ(run.windows, 0);
}

TEST(Turns, LeavesPatchedCodeOutForGraphs) {
  Application run(2);
  KernelTurns graph;
  graph.patchable = false;
  for (int i = 0; i < 100; ++i) run.launch(graph, milliseconds(1));
  EXPECT_THAT(run.counted[&graph], ::testing::Each(0U));
}

// Nothing of it is counted patched, so that all that is left is to learn what its tensor pipe did.
TEST(Turns, EndsOneWindowForAnAnswer) {
  Application run(1);
  KernelTurns graph;
  graph.patchable = false;
  for (int i = 0; i < 100; ++i) run.launch(graph, milliseconds(1));
  EXPECT_EQ(run.windows, 1);
  EXPECT_TRUE(graph.complete);
}

// 100 ms under a hardware pass is nothing; patched it would be 6.5 s a launch.
TEST(Turns, PatchesALongKernelOnce) {
  Application run(3);
  KernelTurns kernel;
  kernel.mean_ns = 100e6;
  for (int i = 0; i < 1000; ++i) run.launch(kernel, milliseconds(1));
  EXPECT_THAT(run.counted[&kernel], ::testing::UnorderedElementsAre(0U, 0U, 0U, 1U));
}

TEST(Turns, CountsLinesOnceUnlessTheyAreKnown) {
  for (const bool known : {false, true}) {
    Turns turns({{Kind::hardware, 0}, {Kind::lines, 1}}, 3, 1);
    KernelTurns kernel;
    kernel.lines_known = known;
    int lines = 0;
    for (int i = 0; i < 200; ++i) {
      if (turns.decide(kernel, kStart, true) == Action::advance) turns.next(kStart);
      if (turns.decide(kernel, kStart, true) != Action::count) continue;
      if (turns.current() == 1) ++lines;
      turns.counted(kernel, kStart);
    }
    EXPECT_EQ(lines, known ? 0 : 1);
    EXPECT_TRUE(turns.done(kernel));
  }
}

TEST(Turns, CountsMoreLaunchesOfAKernelWhoseWorkVaries) {
  Application run(3);
  KernelTurns kernel;
  kernel.varies = true;
  for (int i = 0; i < 2000; ++i) run.launch(kernel, milliseconds(1));
  EXPECT_EQ(run.counted[&kernel].size(), 12U);
}

// A training step of 60 kernels: one window counts each once, and ends after 15 ms in which it was of no use.
TEST(Turns, KeepsAWindowOpenForAWholeStep) {
  Application run(1);
  run.eager = false;
  std::vector<KernelTurns> kernels(60);
  for (int step = 0; step < 4; ++step) {
    for (KernelTurns& kernel : kernels) run.launch(kernel);
  }
  EXPECT_EQ(run.windows, 0);
  for (KernelTurns& kernel : kernels) EXPECT_THAT(run.counted[&kernel], ::testing::ElementsAre(0U));
  for (KernelTurns& kernel : kernels) run.launch(kernel, milliseconds(1));
  EXPECT_EQ(run.windows, 1);
  for (int step = 0; step < 2; ++step) {
    for (KernelTurns& kernel : kernels) run.launch(kernel);
  }
  for (KernelTurns& kernel : kernels) EXPECT_THAT(run.counted[&kernel], ::testing::ElementsAre(0U, 1U));
}

TEST(Turns, CountsNothingAgainBeforeEverythingOnceWhereItIsSparing) {
  Application run(3, true);
  run.eager = false;
  std::vector<KernelTurns> kernels(20);
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    kernels[i].tensor = i % 5 == 0 ? KernelTurns::Tensor::yes : KernelTurns::Tensor::no;
  }
  const std::size_t firsts = 16 * 2 + 4 * 6;
  std::size_t counted = 0;
  for (int step = 0; step < 400; ++step) {
    for (KernelTurns& kernel : kernels) run.launch(kernel, milliseconds(1));
    counted = 0;
    std::set<std::pair<const KernelTurns*, std::size_t>> different;
    for (const auto& [kernel, slots] : run.counted) {
      counted += slots.size();
      for (const std::size_t slot : slots) different.emplace(kernel, slot);
    }
    EXPECT_TRUE(counted == different.size() || different.size() == firsts) << step;
  }
  EXPECT_GT(counted, firsts);
}

// A step that launches a kernel twice, with different work: counted launches must not keep step with it.
TEST(Turns, DoesNotAliasWithAnAlternatingKernel) {
  bool odd = false;
  bool even = false;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    Turns turns({{Kind::hardware, 0}}, 6, seed);
    KernelTurns kernel;
    for (int i = 0; i < 400; ++i) {
      if (turns.decide(kernel, kStart, false) != Action::count) continue;
      turns.counted(kernel, kStart);
      (i % 2 == 1 ? odd : even) = true;
    }
  }
  EXPECT_TRUE(odd && even);
}

TEST(Turns, CountsBothPassesOfAGroupAnewWhenARoundHadOnlyOne) {
  const Turns turns(kSlots, 1, 1);
  KernelTurns kernel;
  kernel.counted = {1, 1, 1, 1, 1, 0};
  kernel.complete = true;
  turns.forget_incomplete(kernel);
  EXPECT_THAT(kernel.counted, ::testing::ElementsAre(1, 1, 1, 1, 0, 0));
  EXPECT_FALSE(kernel.complete);
}

}  // namespace
}  // namespace rooflens::inject
