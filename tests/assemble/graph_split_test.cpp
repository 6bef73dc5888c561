// Kernels of a graph, counted one by one, against the graph counted as a whole.
#include "profiler/assemble/graph_split.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/assemble/made_spool.hpp"

namespace rooflens::collect {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// Graph 2 launches f twice and g once: 2 x 100 + 50 instructions. `whole`: what it executed; it was launched alone.
MadeSpool graph(double whole, std::uint64_t others = 0) {
  MadeSpool made;
  made.kernel(0, "f").kernel(1, "g").kernel(2, "graph", 1, spool::LaunchForm::graph);
  made.add(spool::NodesRecord{2, {0, 1}, {2, 1}, others});
  made.times(0, 20, 10).times(1, 10, 10).times(2, 10, 30);
  made.counted(0, 0, {1000, 100}).counted(1, 0, {500, 50}).counted(2, 0, {2500, whole});
  return made;
}

const models::Observation& named(const std::vector<models::Observation>& all, const std::string& name) {
  return *std::find_if(all.begin(), all.end(), [&](const models::Observation& o) { return o.name == name; });
}

TEST(GraphSplit, IsTrustedWhereItAddsUp) {
  for (const double whole : {250.0, 254.0, 246.0}) {
    const auto all = observations(graph(whole));
    EXPECT_EQ(named(all, "f").counters.value(kBytes), 1000) << whole;
    EXPECT_THAT(named(all, "f").remarks, IsEmpty());
  }
}

TEST(GraphSplit, IsLeftOutWhereItDoesNot) {
  for (const double whole : {260.0, 240.0}) {
    const auto all = observations(graph(whole));
    for (const char* name : {"f", "g"}) {
      EXPECT_TRUE(named(all, name).counters.empty()) << whole;
      EXPECT_EQ(named(all, name).launches_counted, 0U);
      EXPECT_FALSE(named(all, name).durations.empty()) << "times stay";
      EXPECT_THAT(named(all, name).remarks,
                  Contains(HasSubstr("the kernels of graph 2 executed 250 warp instructions when they were launched "
                                     "one by one, and " +
                                     std::to_string(static_cast<int>(whole)) + " in the graph")));
    }
    EXPECT_EQ(named(all, "graph 2").counters.value(kInstructions), whole);
  }
}

// They may be kernels of the driver's.
TEST(GraphSplit, LeavesRoomForCopiesAndFills) {
  EXPECT_FALSE(named(observations(graph(400, 1)), "f").counters.empty());
  EXPECT_TRUE(named(observations(graph(240, 1)), "f").counters.empty()) << "which execute no less than nothing";
}

TEST(GraphSplit, LeavesRoomForLaunchesThatDiffer) {
  EXPECT_FALSE(named(observations(graph(400).counted(0, 0, {1000, 180})), "f").counters.empty());
  EXPECT_TRUE(named(observations(graph(400).counted(0, 0, {1000, 140})), "f").counters.empty());
}

TEST(GraphSplit, IsNotCheckedWhereNotAllIsKnown) {
  const spool::NodesRecord other{2, {0}, {1}, 0};
  EXPECT_FALSE(named(observations(graph(400).add(other)), "f").counters.empty()) << "the graph changed";
  MadeSpool uncounted;
  uncounted.kernel(0, "f").kernel(1, "g").kernel(2, "graph", 1, spool::LaunchForm::graph);
  uncounted.add(spool::NodesRecord{2, {0, 1}, {2, 1}, 0}).times(0, 20, 10).times(1, 10, 10).times(2, 10, 30);
  uncounted.counted(0, 0, {1000, 100}).counted(2, 0, {2500, 400});
  EXPECT_FALSE(named(observations(uncounted), "f").counters.empty()) << "nobody knows what g executes";
  EXPECT_FALSE(named(observations(graph(250).counted(2, 0, {1, 900}, true)), "f").counters.empty()) << "others ran too";
}

// 10 launches of the graph are 20 of f.
TEST(GraphSplit, IsNotTrustedWhereTheGraphWasNeverCounted) {
  const auto made = [](std::uint64_t launches) {
    MadeSpool spool;
    spool.kernel(0, "f").kernel(2, "graph", 1, spool::LaunchForm::graph).add(spool::NodesRecord{2, {0}, {2}, 0});
    return spool.times(0, launches, 10).times(2, 10, 20).counted(0, 0, {1000, 100});
  };
  const auto all = observations(made(20));
  EXPECT_TRUE(named(all, "f").counters.empty());
  EXPECT_THAT(named(all, "f").remarks, Contains(HasSubstr("graph 2 was never counted as a whole")));
  EXPECT_FALSE(named(observations(made(21)), "f").counters.empty()) << "it was launched outside the graph too";
  MadeSpool confirmed = made(20);
  confirmed.kernel(3, "graph", 1, spool::LaunchForm::graph).add(spool::NodesRecord{3, {0}, {1}, 0}).times(3, 1, 10);
  EXPECT_FALSE(named(observations(confirmed.counted(3, 0, {1000, 100})), "f").counters.empty()) << "by another graph";
}

}  // namespace
}  // namespace rooflens::collect
