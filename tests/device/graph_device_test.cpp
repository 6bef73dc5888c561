// Kernels in graphs, whose work is known from formula.
#include "tests/device/profiled_forms.hpp"

namespace rooflens::collect {
namespace {

// Two launches of 300 multiply-adds in each thread, and one of 600.
TEST_F(InjectOnDevice, CountsTheKernelsOfAGraph) {
  const Profiled run = profile("graph repeat=200", with(ReplayMode::rotate));
  const auto twice = of(run, "fma_chain");
  ASSERT_EQ(twice.size(), 1U);
  EXPECT_EQ(twice[0].launches_made, 400U) << "nodes that ran; those that were only captured did not";
  EXPECT_EQ(twice[0].counters.value(kFfma), 300 * kThreads);
  const auto once = of(run, "varying");
  ASSERT_EQ(once.size(), 1U);
  EXPECT_EQ(once[0].launches_made, 200U);
  EXPECT_EQ(once[0].counters.value(kFfma), 600 * kThreads);
}

TEST_F(InjectOnDevice, CountsAGraphAsAWholeWhereThatIsWanted) {
  ProfileConfig config = with(ReplayMode::rotate);
  config.graph_nodes = false;
  const Profiled run = profile("graph repeat=60", config);
  std::vector<Observation> graphs;
  for (const Observation& o : run.assembly.observations) {
    if (o.scope == models::Scope::range) graphs.push_back(o);
  }
  ASSERT_EQ(graphs.size(), 1U);
  EXPECT_EQ(graphs[0].launches_made, 60U);
  EXPECT_TRUE(graphs[0].counters.value(kWarpInstructions));
  EXPECT_FALSE(graphs[0].counters.value(kFfma)) << "CUPTI does not patch the nodes of a graph";
  const auto kernels = of(run, "fma_chain");
  ASSERT_EQ(kernels.size(), 1U);
  EXPECT_EQ(kernels[0].launches_made, 120U);
}

}  // namespace
}  // namespace rooflens::collect
