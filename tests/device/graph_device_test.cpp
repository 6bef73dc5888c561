// Kernels in graphs, whose work is known by formula.
#include <set>

#include "tests/device/profiled_forms.hpp"

namespace rooflens::collect {
namespace {

// Three launches of one kernel with 300, 600 and 900 multiply-adds in each thread.
TEST_F(InjectOnDevice, CountsTheKernelsOfAGraph) {
  ProfileConfig config = with(ReplayMode::spread);
  config.launches_per_kernel = 12;  // all of them alike: 1 in 177 147
  const Profiled run = profile("graph repeat=200", config);
  const auto kernels = of(run, "fma_chain");
  std::uint64_t launches = 0;
  std::set<double> counted;
  for (const Observation& kernel : kernels) {
    launches += kernel.launches_made;
    if (const auto ffma = kernel.counters.value(kFfma)) counted.insert(*ffma / kThreads);
  }
  EXPECT_EQ(launches, 600U) << "nodes that ran; those that were only captured did not";
  for (const double each : counted) EXPECT_THAT(each, ::testing::AnyOf(300, 600, 900));
  EXPECT_GT(counted.size(), 1U);
}

TEST_F(InjectOnDevice, CountsAGraphAsAWholeWhereThatIsWanted) {
  ProfileConfig config = with(ReplayMode::spread);
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
  EXPECT_EQ(kernels[0].launches_made, 180U);
}

}  // namespace
}  // namespace rooflens::collect
