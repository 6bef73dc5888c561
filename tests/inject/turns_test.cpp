// Which launches are counted in which pass, decided without a GPU: time is an argument, the counting is made up.
#include "profiler/inject/turns.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

namespace rooflens::inject {
namespace {

using Action = Turns::Action;
using Kind = Slot::Kind;
using std::chrono::milliseconds;

const Turns::Clock::time_point kStart{};
// hardware, sass, the pass that tells matrix work, bf16, fp16 (two passes of one group)
const std::vector<Slot> kSlots{{Kind::hardware, 0}, {Kind::sass, 1},   {Kind::tensor_first, 2},
                               {Kind::tensor, 3},   {Kind::tensor, 4}, {Kind::tensor, 4}};

// Does what the collector does: counts, or ends windows until the launch, or another one of the round, is wanted.
struct Application {
  Turns turns;
  Turns::Clock::time_point now = kStart;
  int windows = 0;
  std::map<const KernelTurns*, std::vector<std::size_t>> counted;  ///< slots of each kernel's launches, in order
  bool eager = true;
  std::size_t room = 1000;         ///< for kernels in a round
  std::set<KernelTurns*> round{};  ///< kernels counted in it

  explicit Application(int launches, std::uint64_t seed = 1) : turns(kSlots, launches, seed) {}

  [[nodiscard]] bool full() const { return round.size() >= room; }

  bool step(KernelTurns& kernel) {
    for (std::size_t i = 0; i < kSlots.size(); ++i) {
      turns.next(now);
      ++windows;
      if (turns.current() == 0) {
        for (KernelTurns* other : round) turns.forget_incomplete(*other);
        round.clear();
      }
      if (turns.needs(kernel, full())) return true;
      if (turns.is_urgent(kernel, full())) continue;
      if (std::any_of(round.begin(), round.end(), [&](auto* other) { return turns.needs(*other); })) return false;
    }
    return false;
  }

  void launch(KernelTurns& kernel, milliseconds after = milliseconds(0)) {
    now += after;
    Action action = turns.decide(kernel, now, eager, full());
    if (action == Action::advance && step(kernel)) action = turns.decide_again(kernel, now, eager, full());
    if (action != Action::count) return;
    round.insert(&kernel);
    counted[&kernel].push_back(turns.current());
    turns.counted(kernel, now);
  }

  /// How many were counted in the first two slots.
  [[nodiscard]] int known(std::vector<KernelTurns>& kernels) {
    return static_cast<int>(std::count_if(kernels.begin(), kernels.end(), [&](KernelTurns& kernel) {
      const std::vector<std::size_t>& slots = counted[&kernel];
      return std::count(slots.begin(), slots.end(), 0U) > 0 && std::count(slots.begin(), slots.end(), 1U) > 0;
    }));
  }
};

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

// Steps of 52 kernels, every fifth launched twice; what was launched before them never comes back.
TEST(Turns, CountsEveryKernelOfAShortRunInEachSlot) {
  Application run(1);
  std::vector<KernelTurns> kernels(52);
  std::vector<KernelTurns> before(5);
  const auto steps = [&](int count) {
    for (int step = 0; step < count; ++step) {
      for (std::size_t i = 0; i < kernels.size(); ++i) {
        kernels[i].tensor = i % 4 == 0 ? KernelTurns::Tensor::yes : KernelTurns::Tensor::no;
        for (int n = 0; n < (i % 5 == 0 ? 2 : 1); ++n) run.launch(kernels[i], milliseconds(i % 13 == 0 ? 1 : 0));
      }
    }
  };
  for (KernelTurns& kernel : before) run.launch(kernel);
  steps(3);
  for (KernelTurns& kernel : kernels) EXPECT_THAT(run.counted[&kernel], ::testing::IsSupersetOf({0U, 1U}));
  steps(6);
  for (std::size_t i = 0; i < kernels.size(); ++i) EXPECT_EQ(run.counted[&kernels[i]].size(), i % 4 == 0 ? 6U : 2U);
  EXPECT_EQ(run.windows, 5) << "one for each slot";
}

// One product after another, each ten times; what makes it ready never comes back, as its first launches show.
TEST(Turns, ExpectsNothingOfAPhaseThatIsOver) {
  Application run(1);
  std::vector<KernelTurns> products(5);
  std::vector<KernelTurns> once(25);
  for (std::size_t i = 0; i < products.size(); ++i) {
    for (std::size_t n = 0; n < 5; ++n) run.launch(once[5 * i + n]);
    products[i].tensor = KernelTurns::Tensor::yes;
    for (int n = 0; n < 10; ++n) run.launch(products[i]);
    EXPECT_GE(run.counted[&products[i]].size(), 5U) << i;
  }
}

// Shapes that change from step to step make kernels that come once.
TEST(Turns, CountsEveryKernelOfAShortRunWithNewOnesInEachStep) {
  for (const std::size_t fresh : {1U, 5U}) {
    Application run(1);
    std::vector<KernelTurns> kernels(52);
    std::vector<KernelTurns> once(6 * fresh);
    for (KernelTurns& kernel : kernels) kernel.tensor = KernelTurns::Tensor::no;
    for (std::size_t step = 0; step < 6; ++step) {
      for (KernelTurns& kernel : kernels) run.launch(kernel);
      for (std::size_t i = 0; i < fresh; ++i) run.launch(once[step * fresh + i]);
    }
    EXPECT_EQ(run.known(kernels), 52) << fresh;
  }
}

// A round has room for 128 of 300. The others do not wait until it knows all formats.
TEST(Turns, CountsMoreKernelsThanARoundHasRoomFor) {
  Application run(1);
  run.room = 128;
  std::vector<KernelTurns> kernels(300);
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    kernels[i].tensor = i % 6 == 0 ? KernelTurns::Tensor::yes : KernelTurns::Tensor::no;
  }
  for (int step = 0; step < 8; ++step) {
    for (std::size_t i = 0; i < kernels.size(); ++i) {
      for (int n = 0; n < (i % 5 == 0 ? 2 : 1); ++n) run.launch(kernels[i]);
    }
  }
  EXPECT_EQ(run.known(kernels), 300);
}

// Those that took all the room never come back.
TEST(Turns, DoesNotKeepRoomForWhatNoLongerComes) {
  for (const bool eager : {true, false}) {
    Application run(3);
    run.eager = eager;
    run.room = 128;
    std::vector<KernelTurns> before(150);
    std::vector<KernelTurns> kernels(60);
    for (KernelTurns& kernel : kernels) kernel.tensor = KernelTurns::Tensor::no;
    for (int step = 0; step < 2; ++step) {
      for (KernelTurns& kernel : before) run.launch(kernel);
    }
    for (int step = 0; step < 200; ++step) {
      for (std::size_t i = 0; i < kernels.size(); ++i) run.launch(kernels[i], milliseconds(i % 20 == 0 ? 1 : 0));
    }
    EXPECT_EQ(run.known(kernels), 60) << eager;
  }
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
