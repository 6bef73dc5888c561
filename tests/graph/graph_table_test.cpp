#include "profiler/graph/graph_table.hpp"

#include <gmock/gmock.h>

#include "profiler/graph/step_launch.hpp"
#include "tests/graph/fake_driver.hpp"

namespace rooflens::graph {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class GraphTableTest : public ::testing::Test {
 protected:
  GraphTableTest() {
    first = driver.add_kernel(graph, "first", 1, 1);
    second = driver.add_kernel(graph, "second", 2, 2, {first});
    graphs.instantiated(table, exec, graph, nullptr);
  }
  std::vector<std::string> run(const std::shared_ptr<const GraphSteps>& steps) {
    driver.launched.clear();
    for (const GraphStep& step : steps->steps) EXPECT_EQ(launch(table, step, nullptr), CUDA_SUCCESS);
    return driver.launched;
  }

  FakeDriver driver;
  GraphDriver table = FakeDriver::table();
  CUgraph graph = driver.graph();
  CUgraphExec exec = reinterpret_cast<CUgraphExec>(64);
  CUgraphNode first = nullptr, second = nullptr;
  GraphTable graphs;
};

TEST_F(GraphTableTest, KnowsWhatWasInstantiatedUntilItIsDestroyed) {
  ASSERT_TRUE(graphs.find(exec));
  EXPECT_THAT(run(graphs.find(exec)), ElementsAre("first(1, 1.0)", "second(2, 2.0)"));
  graphs.destroyed(exec);
  EXPECT_FALSE(graphs.find(exec));
}

TEST_F(GraphTableTest, FollowsNewArgumentsOfAKernel) {
  const auto before = graphs.find(exec)->version;
  CUDA_KERNEL_NODE_PARAMS params = driver.kernel("second", 7, 8);
  graphs.kernel_changed(table, exec, second, params);
  EXPECT_THAT(run(graphs.find(exec)), ElementsAre("first(1, 1.0)", "second(7, 8.0)"));
  EXPECT_EQ(graphs.find(exec)->version, before) << "the kernels are the same";
  ++params.gridDimX;
  graphs.kernel_changed(table, exec, second, params);
  EXPECT_NE(graphs.find(exec)->version, before);
}

// A program that changes its graphs in every step would pay in each.
TEST_F(GraphTableTest, FollowsUnwatchedChangesForOnePercentOfTheTime) {
  auto now = ReadAllowance::Clock::time_point(std::chrono::hours(1));
  EXPECT_TRUE(graphs.may_follow_unwatched(now));
  graphs.followed_unwatched(std::chrono::milliseconds(199));
  EXPECT_TRUE(graphs.may_follow_unwatched(now));
  graphs.followed_unwatched(std::chrono::milliseconds(51));
  EXPECT_FALSE(graphs.may_follow_unwatched(now));
  EXPECT_FALSE(graphs.may_follow_unwatched(now += std::chrono::seconds(4))) << "10 of its 50 ms are left";
  EXPECT_TRUE(graphs.may_follow_unwatched(now += std::chrono::seconds(2)));
}

// Another thread may be launching them.
TEST_F(GraphTableTest, LeavesStepsAloneThatSomebodyHolds) {
  const auto held = graphs.find(exec);
  graphs.kernel_changed(table, exec, second, driver.kernel("second", 7, 8));
  EXPECT_THAT(run(held), ElementsAre("first(1, 1.0)", "second(2, 2.0)"));
}

TEST_F(GraphTableTest, FollowsAnUpdateFromAnotherGraph) {
  const CUgraph other = driver.graph();
  driver.add_kernel(other, "other", 5, 5);
  graphs.instantiated(table, exec, other, nullptr);
  EXPECT_THAT(run(graphs.find(exec)), ElementsAre("other(5, 5.0)"));
}

TEST_F(GraphTableTest, RefusesWhatItCannotFollow) {
  graphs.fill_changed(exec, second, {});  // which is a kernel
  EXPECT_THAT(graphs.find(exec)->refusal, HasSubstr("not followed"));
  EXPECT_TRUE(graphs.find(exec)->steps.empty());
}

TEST_F(GraphTableTest, ReadsNothingMoreWhereThatTookTooLong) {
  GraphTable sparing{ReadAllowance(std::chrono::nanoseconds(1))};
  sparing.instantiated(table, exec, graph, nullptr);
  EXPECT_EQ(sparing.find(exec)->refusal, "");
  auto* const next = reinterpret_cast<CUgraphExec>(65);
  sparing.instantiated(table, next, graph, nullptr);
  EXPECT_THAT(sparing.find(next)->refusal, HasSubstr("faster than they can be read"));
  sparing.learned();
  sparing.updated(table, next, graph, nullptr);
  EXPECT_EQ(sparing.find(next)->refusal, "");
}

TEST_F(GraphTableTest, RefusesAChangeOfANodeThatItNeverSaw) {
  graphs.kernel_changed(table, exec, reinterpret_cast<CUgraphNode>(1), driver.kernel("second", 7, 8));
  EXPECT_THAT(graphs.find(exec)->refusal, HasSubstr("not followed"));
}

TEST_F(GraphTableTest, ARefusedGraphStaysSo) {
  graphs.refuse(exec, "a reason");
  graphs.kernel_changed(table, exec, second, driver.kernel("second", 7, 8));
  EXPECT_EQ(graphs.find(exec)->refusal, "a reason");
}

}  // namespace
}  // namespace rooflens::graph
