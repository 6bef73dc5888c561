// What the owner of counting decides and learns, without anything that counts.
#include "profiler/schedule/scheduler.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace rooflens::inject {
namespace {

using Action = Scheduler::Action;
using Mode = Scheduler::Mode;
using Tensor = KernelState::Tensor;
using std::chrono::milliseconds;

struct SchedulerTest : ::testing::Test {
  Scheduler::Clock::time_point now = Scheduler::Clock::now();
  Budget budget{0, 0, 1, now};
  std::optional<Scheduler> scheduler;
  std::string function = "nvjet_sm90_tst_64x8";
  std::atomic<CountProgress> progress{CountProgress::open};
  bool graph = false;
  double mean_ns = 0;

  void make(Mode mode, int launches, bool instructions = false) {
    scheduler.emplace(Scheduler::Settings{mode, launches, instructions, 0.02, 0.15}, budget);
  }
  Action decide(int kernel = 0) { return scheduler->decide({kernel, function, graph, false, mean_ns, progress}, now); }
  [[nodiscard]] Tensor tensor() const { return scheduler->state(0).tensor; }
  // One pass of hardware counters, and a group of two that counts formats.
  void make_passes(int launches) {
    make(Mode::passes, launches);
    scheduler->begin_passes({{Slot::Kind::hardware, 0}, {Slot::Kind::tensor_first, 1}, {Slot::Kind::tensor_first, 1}},
                            1);
    scheduler->window_opened();
    static_cast<void>(decide());
  }
  void end_window() {
    scheduler->window_ended(true, now);
    scheduler->window_opened();
  }
  void count() {
    scheduler->range_begun(0);
    scheduler->range_ended(0, true, now);
  }
  void count_until_amid_the_group() {
    make_passes(1);
    ASSERT_EQ(decide(), Action::count);
    count();
    scheduler->learn(0, {.kind = 0, .tensor_activity = 8.0});
    end_window();
    ASSERT_EQ(decide(), Action::count);
    count();
  }
};

TEST_F(SchedulerTest, TellsMovesOfConstantsFromMatrixWork) {
  for (const double half : {5.0, 8.0}) {
    make_passes(1);
    scheduler->learn(0, {.kind = 0, .tensor_activity = 8.0});
    EXPECT_EQ(tensor(), Tensor::maybe);
    scheduler->learn(0, {.kind = 1, .tensor_pass = true, .half_on_tensor_pipe = half});
    EXPECT_EQ(tensor(), half < 8 ? Tensor::yes : Tensor::no) << half << " of 8 were moves";
  }
  make_passes(1);
  scheduler->learn(0, {.kind = 0, .tensor_activity = 0.0});
  EXPECT_EQ(tensor(), Tensor::no);
}

TEST_F(SchedulerTest, SeesThatLaunchesDoDifferentWork) {
  make_passes(1);
  scheduler->learn(0, {.kind = 0, .anchor = 1000.0});
  scheduler->learn(0, {.kind = 0, .anchor = 1019.0});
  scheduler->learn(0, {.kind = 1, .anchor = 1140.0});  // patched code may poll
  EXPECT_FALSE(scheduler->state(0).varies);
  scheduler->learn(0, {.kind = 0, .anchor = 1021.0});
  EXPECT_TRUE(scheduler->state(0).varies);
}

// Nodes of graphs with one geometry and other arguments, in a hardware pass and one of patched code.
struct SchedulerOfNodes : SchedulerTest {
  static constexpr int kShape = 9;
  std::map<int, std::atomic<CountProgress>> shown;

  void SetUp() override {
    make(Mode::passes, 3);
    scheduler->begin_passes({{Slot::Kind::hardware, 0}, {Slot::Kind::sass, 1}}, 1);
    scheduler->window_opened();
  }
  Action node(int id) { return scheduler->decide({id, function, false, false, 0, shown[id], kShape}, now); }
  bool counted(int id) {
    if (node(id) != Action::count) return false;
    scheduler->range_begun(id);
    scheduler->range_ended(id, true, now);
    return true;
  }
  // Each is counted with these instructions, and the pass ends.
  void count_hardware(const std::vector<double>& instructions) {
    for (int id = 0; id < static_cast<int>(instructions.size()); ++id) {
      EXPECT_EQ(node(id), Action::leave) << "the first launch";
      EXPECT_TRUE(counted(id));
      EXPECT_FALSE(counted(id)) << "one launch in a pass";
    }
    for (int id = 0; id < static_cast<int>(instructions.size()); ++id) {
      scheduler->learn(
          id,
          {.kind = 0, .hardware = true, .tensor_activity = 0.0, .anchor = instructions[static_cast<std::size_t>(id)]});
    }
    end_window();
  }
};

TEST_F(SchedulerOfNodes, CountsThoseThatDoTheSameWorkAsOne) {
  count_hardware({1000, 1019, 1021});
  EXPECT_TRUE(counted(1)) << "for both";
  EXPECT_FALSE(counted(0));
  EXPECT_EQ(shown[0], CountProgress::complete);
  EXPECT_EQ(shown[1], CountProgress::complete);
  EXPECT_NE(shown[2], CountProgress::complete);
  EXPECT_TRUE(counted(2)) << "2.1 % more instructions";
}

TEST_F(SchedulerOfNodes, PatchesNoneOfWhichNobodyKnowsWhoseWorkItDoes) {
  scheduler->begin_passes({{Slot::Kind::sass, 0}, {Slot::Kind::hardware, 1}}, 1);
  scheduler->window_opened();
  EXPECT_EQ(node(0), Action::leave);
  for (int i = 0; i < 5; ++i) EXPECT_NE(node(0), Action::count);
  EXPECT_NE(shown[0], CountProgress::complete);
}

TEST_F(SchedulerOfNodes, FollowsNoneWhoseLaunchesDiffer) {
  count_hardware({1000});
  scheduler->learn(0, {.kind = 0, .hardware = true, .anchor = 5000.0});
  EXPECT_EQ(node(1), Action::leave);
  end_window();
  EXPECT_TRUE(counted(1));
  scheduler->learn(1, {.kind = 0, .hardware = true, .tensor_activity = 0.0, .anchor = 1000.0});
  end_window();
  EXPECT_TRUE(counted(0));
  EXPECT_TRUE(counted(1));
}

// As where instructions are counted one by one in the second of two contexts alone.
TEST_F(SchedulerTest, CountsOnInAContextOfMoreSlots) {
  count_until_amid_the_group();
  scheduler->begin_passes({{Slot::Kind::hardware, 0}, {Slot::Kind::lines, 1}}, 1);
  EXPECT_EQ(scheduler->state(0).counted, (std::vector<int>{1, 0})) << "half a group is forgotten";
  scheduler->begin_passes({{Slot::Kind::hardware, 0}, {Slot::Kind::sass, 1}, {Slot::Kind::lines, 2}}, 1);
  EXPECT_EQ(scheduler->state(0).counted.size(), 3U);
  EXPECT_EQ(scheduler->state(0).wait.size(), 3U);
}

TEST_F(SchedulerTest, CountsAGroupAnewThatAnotherContextInterrupts) {
  count_until_amid_the_group();
  EXPECT_EQ(scheduler->state(0).counted, (std::vector<int>{1, 1, 0}));
  scheduler->begin_passes({{Slot::Kind::hardware, 0}, {Slot::Kind::tensor_first, 1}, {Slot::Kind::tensor_first, 1}}, 1);
  EXPECT_EQ(scheduler->state(0).counted, (std::vector<int>{1, 0, 0}));
}

// A group is one only if each of its passes had a launch, one after the other.
TEST_F(SchedulerTest, CountsAGroupAnewThatLacksAPass) {
  count_until_amid_the_group();
  end_window();
  end_window();  // the second pass of the group had no launch
  EXPECT_EQ(scheduler->state(0).counted, (std::vector<int>{1, 0, 0}));
  EXPECT_NE(progress, CountProgress::complete);
}

TEST_F(SchedulerTest, NumbersRangesOfAWindow) {
  make_passes(3);
  EXPECT_EQ(scheduler->range_name(0), "0.0.0");
  count();
  EXPECT_EQ(scheduler->range_name(0), "0.1.0");
  end_window();
  EXPECT_EQ(scheduler->range_name(0), "0.0.1");
}

TEST_F(SchedulerTest, CountsNothingMoreOfALaunchThatDidNotEnd) {
  make_passes(3);
  ASSERT_EQ(decide(), Action::count);
  scheduler->exclude(0);
  for (int i = 0; i < 30; ++i) EXPECT_EQ(decide(), Action::leave);
}

TEST_F(SchedulerTest, RepeatsOnceMoreWhatAReplayLeftOpen) {
  make(Mode::repeats, 1);
  ASSERT_EQ(decide(), Action::repeat);
  EXPECT_FALSE(scheduler->learn_repeated(0, TensorFormats::known, true, {{"bf16", 5}}, 1));
  scheduler->repeated(0);
  EXPECT_EQ(scheduler->formats_wanted(0), TensorFormats::all);
  ASSERT_EQ(decide(), Action::repeat);
  EXPECT_TRUE(scheduler->learn_repeated(0, TensorFormats::all, true, {{"bf16", 5}}, 1));
  scheduler->repeated(0);
  EXPECT_EQ(decide(), Action::leave);
  EXPECT_EQ(progress, CountProgress::complete);
}

TEST_F(SchedulerTest, CountsInstructionsAfterReplaysAndOnce) {
  make(Mode::repeats, 1, true);
  ASSERT_EQ(decide(), Action::repeat);
  EXPECT_TRUE(scheduler->learn_repeated(0, TensorFormats::none, false, {}, 0));
  scheduler->repeated(0);
  ASSERT_EQ(decide(), Action::instructions);
  EXPECT_EQ(decide(), Action::instructions) << "until they were";
  scheduler->instructions_counted(0);
  EXPECT_EQ(decide(), Action::leave);
  EXPECT_EQ(progress, CountProgress::complete);
}

TEST_F(SchedulerTest, NeitherRepeatsNorPatchesAGraph) {
  graph = true;
  make(Mode::repeats, 3, true);
  EXPECT_EQ(decide(), Action::leave);
  EXPECT_EQ(progress, CountProgress::complete);
}

// A launch of 0.65 s, where a limit of 10 % holds 0.2 s after 11 s.
TEST_F(SchedulerTest, PutsPatchedCodeOffUntilItCanBePaidFor) {
  Budget limited(0.1, 0, 1, now);
  scheduler.emplace(Scheduler::Settings{Mode::passes, 1, false, 0.02, 0.15}, limited);
  scheduler->begin_passes({{Slot::Kind::sass, 0}}, 1);
  scheduler->window_opened();
  mean_ns = 10e6;
  now += std::chrono::seconds(11);
  EXPECT_EQ(decide(), Action::leave) << "the first launch";
  EXPECT_EQ(decide(), Action::leave);
  EXPECT_TRUE(scheduler->state(0).put_off);
  EXPECT_NE(progress, CountProgress::complete);
  now += std::chrono::seconds(60);
  EXPECT_EQ(decide(), Action::count);
}

}  // namespace
}  // namespace rooflens::inject
