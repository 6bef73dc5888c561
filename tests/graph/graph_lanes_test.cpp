#include "profiler/graph/graph_lanes.hpp"

#include <gmock/gmock.h>

#include <random>

#include "profiler/graph/step_launch.hpp"
#include "tests/graph/fake_driver.hpp"

namespace rooflens::graph {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using After = std::vector<std::vector<std::uint32_t>>;

// Whether `step` waits for `before`, by lanes and events alone.
bool waits(const GraphLanes& lanes, std::uint32_t step, std::uint32_t before) {
  std::vector<std::uint32_t> open{step};
  for (std::vector<bool> seen(step + 1); !open.empty();) {
    const std::uint32_t at = open.back();
    open.pop_back();
    if (seen[at]) continue;
    seen[at] = true;
    if (at == before) return true;
    for (std::uint32_t i = 0; i < at; ++i) {
      if (lanes.places[i].lane == lanes.places[at].lane) open.push_back(i);
    }
    open.insert(open.end(), lanes.places[at].after.begin(), lanes.places[at].after.end());
  }
  return false;
}

bool comes_after(const After& after, std::uint32_t step, std::uint32_t before) {
  if (step == before) return true;
  for (const std::uint32_t i : after[step]) {
    if (comes_after(after, i, before)) return true;
  }
  return false;
}

// 0 forks into 1 and 2, which join in 3, twice.
TEST(GraphLanes, UseALaneAgainAfterAJoin) {
  const auto lanes = lay_in_lanes({{}, {0}, {0}, {1, 2}, {3}, {3}, {4, 5}});
  ASSERT_TRUE(lanes);
  EXPECT_EQ(lanes->count, 2U);
  EXPECT_EQ(lanes->places[5].lane, 1U);
  EXPECT_THAT(lanes->places[5].after, ElementsAre(3U));
  EXPECT_THAT(lanes->last, IsEmpty()) << "the last step waits for all";
}

TEST(GraphLanes, LetWhatFollowsWaitForOpenEnds) {
  const auto lanes = lay_in_lanes({{}, {0}, {0}});
  ASSERT_TRUE(lanes);
  EXPECT_THAT(lanes->last, ElementsAre(2U));
  EXPECT_TRUE(lanes->places[2].awaited);
}

// Every step waits for exactly those that the graph has it wait for: one more might wait for it in turn.
TEST(GraphLanes, AddNoDependencyAndDropNone) {
  std::mt19937 random(7);
  for (int graph = 0; graph < 300; ++graph) {
    After after(12);
    for (std::uint32_t step = 1; step < after.size(); ++step) {
      for (std::uint32_t before = 0; before < step; ++before) {
        if (random() % 4 == 0) after[step].push_back(before);
      }
    }
    const auto lanes = lay_in_lanes(after);
    ASSERT_TRUE(lanes);
    for (std::uint32_t step = 0; step < after.size(); ++step) {
      for (std::uint32_t before = 0; before < step; ++before) {
        ASSERT_EQ(waits(*lanes, step, before), comes_after(after, step, before)) << step << " after " << before;
      }
    }
  }
}

class StepLaunchTest : public ::testing::Test {
 protected:
  StepLaunchTest() {
    const CUgraphNode first = driver.add_kernel(graph, "first", 0, 0);
    const CUgraphNode left = driver.add_kernel(graph, "left", 0, 0, {first});
    driver.add_kernel(graph, "right", 0, 0, {first});
    driver.add_kernel(graph, "beside", 0, 0);
    driver.add_kernel(graph, "last", 0, 0, {left});
    steps = read_graph(table, graph, nullptr);
  }

  FakeDriver driver;
  GraphDriver table = FakeDriver::table();
  CUgraph graph = driver.graph();
  GraphSteps steps;
  CUstream own = reinterpret_cast<CUstream>(1);
  std::vector<CUstream> lanes{reinterpret_cast<CUstream>(2), reinterpret_cast<CUstream>(3)};
};

TEST_F(StepLaunchTest, WaitsOnStreamsForWhatTheGraphWaitsFor) {
  ASSERT_EQ(steps.lanes.count, 3U);
  {
    StepLaunch launch(table, steps, own, lanes);
    ASSERT_TRUE(launch.is_ready());
    for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(launch.launch(i), CUDA_SUCCESS);
    EXPECT_EQ(launch.join(), CUDA_SUCCESS);
  }
  // Events: 1 of "first", 2 of "beside", 3 of "right", 4 is the beginning.
  EXPECT_THAT(driver.launched, ElementsAre("record 4 on 1", "first(0, 0.0) on 1", "record 1 on 1", "2 waits for 4",
                                           "beside(0, 0.0) on 2", "record 2 on 2", "left(0, 0.0) on 1", "3 waits for 1",
                                           "right(0, 0.0) on 3", "record 3 on 3", "last(0, 0.0) on 1", "1 waits for 2",
                                           "1 waits for 3"));
  EXPECT_EQ(driver.events, 0U);
}

TEST_F(StepLaunchTest, LaunchesNothingWhereTheDriverHasNoStreamOrEventLeft) {
  lanes.pop_back();
  EXPECT_FALSE(StepLaunch(table, steps, own, lanes).is_ready());
  lanes.push_back(reinterpret_cast<CUstream>(3));
  driver.most_events = 3;
  EXPECT_FALSE(StepLaunch(table, steps, own, lanes).is_ready());
  EXPECT_THAT(driver.launched, IsEmpty());
  EXPECT_EQ(driver.events, 0U);
}

}  // namespace
}  // namespace rooflens::graph
