#include "profiler/graph/graph_steps.hpp"

#include <gmock/gmock.h>

#include "profiler/graph/step_launch.hpp"
#include "tests/graph/fake_driver.hpp"

namespace rooflens::graph {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class ReadGraph : public ::testing::Test {
 protected:
  GraphSteps read() { return read_graph(table, graph, nullptr); }
  std::vector<std::string> run(const GraphSteps& steps) {
    driver.launched.clear();
    for (const GraphStep& step : steps.steps) EXPECT_EQ(launch(table, step, nullptr), CUDA_SUCCESS);
    return driver.launched;
  }
  CUgraphNode fill(unsigned size, unsigned value, const std::vector<CUgraphNode>& after = {}) {
    const CUgraphNode node = driver.add(graph, CU_GRAPH_NODE_TYPE_MEMSET, after);
    FakeDriver::at(node).fill = {0, 0, value, size, 10, 1};
    return node;
  }

  FakeDriver driver;
  GraphDriver table = FakeDriver::table();
  CUgraph graph = driver.graph();
};

TEST_F(ReadGraph, RunsAChainInItsOrderWithItsArguments) {
  const CUgraphNode first = driver.add_kernel(graph, "first", 1, 2.5);
  const CUgraphNode copy = driver.add(graph, CU_GRAPH_NODE_TYPE_MEMCPY, {first});
  const CUgraphNode set = fill(4, 7, {copy});
  const CUgraphNode host = driver.add(graph, CU_GRAPH_NODE_TYPE_HOST, {set});
  driver.add_kernel(graph, "second", 3, 4.5, {host});
  EXPECT_THAT(run(read()), ElementsAre("first(1, 2.5)", "copy", "fill32 7 pitch 40", "host", "second(3, 4.5)"));
}

TEST_F(ReadGraph, TakesTheOrderFromEdgesAlone) {
  const CUgraphNode last = driver.add_kernel(graph, "last", 0, 0);
  const CUgraphNode middle = driver.add_kernel(graph, "middle", 0, 0);
  FakeDriver::at(middle).before = {driver.add_kernel(graph, "first", 0, 0)};
  FakeDriver::at(last).before = {middle};
  EXPECT_THAT(run(read()), ElementsAre("first(0, 0.0)", "middle(0, 0.0)", "last(0, 0.0)"));
}

TEST_F(ReadGraph, KeepsArgumentsWhenTheApplicationForgetsThem) {
  const CUgraphNode node = driver.add_kernel(graph, "kernel", 1, 2);
  const GraphSteps steps = read();
  *static_cast<int*>(FakeDriver::at(node).kernel.kernelParams[0]) = 9;
  EXPECT_THAT(run(steps), ElementsAre("kernel(1, 2.0)"));
}

TEST_F(ReadGraph, TakesPackedArguments) {
  struct {
    int a = 5;
    double b = 6;
  } packed;
  std::size_t size = sizeof packed;
  void* extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &packed, CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END};
  const CUgraphNode node = driver.add_kernel(graph, "kernel", 1, 2);
  FakeDriver::at(node).kernel.kernelParams = nullptr;
  FakeDriver::at(node).kernel.extra = extra;
  const GraphSteps steps = read();
  packed.a = 9;
  EXPECT_THAT(run(steps), ElementsAre("kernel(5, 6.0)"));
}

// The driver ends the list with an error of its own; after another one nobody knows how many arguments there are.
TEST_F(ReadGraph, RefusesAListOfArgumentsThatEndsWithAnotherError) {
  driver.add_kernel(graph, "kernel", 1, 2);
  table.function_param = [](CUfunction, std::size_t i, std::size_t* offset, std::size_t* size) {
    *offset = 0;
    *size = sizeof(int);
    return i == 0 ? CUDA_SUCCESS : CUDA_ERROR_CONTEXT_IS_DESTROYED;
  };
  EXPECT_THAT(read().refusal, HasSubstr("could not be read"));
}

TEST_F(ReadGraph, FillsWithEverySizeOfElement) {
  fill(2, 8, {fill(1, 7)});
  EXPECT_THAT(run(read()), ElementsAre("fill8 7", "fill16 8"));
}

TEST_F(ReadGraph, ReadsChildGraphsIntoTheirParent) {
  const CUgraph child = driver.graph();
  driver.add_kernel(child, "inner", 1, 1);
  const CUgraphNode first = driver.add_kernel(graph, "first", 0, 0);
  const CUgraphNode node = driver.add(graph, CU_GRAPH_NODE_TYPE_GRAPH, {first});
  FakeDriver::at(node).child = child;
  driver.add_kernel(graph, "last", 0, 0, {node});
  EXPECT_THAT(run(read()), ElementsAre("first(0, 0.0)", "inner(1, 1.0)", "last(0, 0.0)"));
}

// A kernel may wait for another one that runs beside it: on one stream they would never end.
TEST_F(ReadGraph, GivesKernelsThatMayRunSideBySideLanes) {
  const CUgraphNode first = driver.add_kernel(graph, "first", 0, 0);
  const CUgraphNode left = driver.add_kernel(graph, "left", 0, 0, {first});
  const CUgraphNode right = driver.add_kernel(graph, "right", 0, 0, {first});
  driver.add_kernel(graph, "last", 0, 0, {left, right});
  const GraphSteps steps = read();
  EXPECT_EQ(steps.refusal, "");
  ASSERT_EQ(steps.lanes.count, 2U);
  EXPECT_EQ(steps.lanes.places.at(1).lane, 0U);
  EXPECT_EQ(steps.lanes.places.at(2).lane, 1U);
  EXPECT_THAT(steps.lanes.places.at(3).after, ElementsAre(2U));
}

TEST_F(ReadGraph, KeepsOneLaneWhereKernelsFollowEachOther) {
  driver.add_kernel(graph, "last", 0, 0, {driver.add_kernel(graph, "first", 0, 0)});
  EXPECT_EQ(read().lanes.count, 1U);
  EXPECT_TRUE(read().lanes.places.empty());
}

// What follows the child waits for its ends; what begins in it waits for what the child waits for.
TEST_F(ReadGraph, ReadsEdgesThroughChildrenAndEmptyNodes) {
  const CUgraph child = driver.graph();
  driver.add_kernel(child, "inner left", 1, 1);
  driver.add_kernel(child, "inner right", 1, 1);
  const CUgraphNode first = driver.add_kernel(graph, "first", 0, 0);
  const CUgraphNode empty = driver.add(graph, CU_GRAPH_NODE_TYPE_EMPTY, {first});
  const CUgraphNode node = driver.add(graph, CU_GRAPH_NODE_TYPE_GRAPH, {empty});
  FakeDriver::at(node).child = child;
  driver.add_kernel(graph, "last", 0, 0, {node});
  const GraphSteps steps = read();
  ASSERT_EQ(steps.steps.size(), 4U);
  EXPECT_THAT(steps.lanes.places.at(2).after, ElementsAre(0U));
  EXPECT_THAT(steps.lanes.places.at(3).after, ElementsAre(2U));
}

TEST_F(ReadGraph, RefusesMoreBranchesThanLanes) {
  for (int i = 0; i < 16; ++i) driver.add_kernel(graph, "branch", i, 0);
  EXPECT_EQ(read().lanes.count, 16U);
  driver.add_kernel(graph, "one more", 0, 0);
  EXPECT_THAT(read().refusal, HasSubstr("side by side"));
  EXPECT_TRUE(read().steps.empty());
}

// A kernel may wait for what a copy beside it brings, a copy waits for nothing.
TEST_F(ReadGraph, CopiesBeforeTheKernelBesideTheCopy) {
  const CUgraphNode kernel = driver.add_kernel(graph, "kernel", 0, 0);
  const CUgraphNode copy = driver.add(graph, CU_GRAPH_NODE_TYPE_MEMCPY);
  const CUgraphNode joined = driver.add(graph, CU_GRAPH_NODE_TYPE_EMPTY, {kernel, copy});
  driver.add_kernel(graph, "last", 0, 0, {joined});
  EXPECT_THAT(run(read()), ElementsAre("copy", "kernel(0, 0.0)", "last(0, 0.0)"));
}

TEST_F(ReadGraph, RefusesACopyFromPageableMemory) {
  const CUgraphNode node = driver.add(graph, CU_GRAPH_NODE_TYPE_MEMCPY);
  FakeDriver::at(node).copy.srcMemoryType = CU_MEMORYTYPE_HOST;
  FakeDriver::at(node).copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  EXPECT_EQ(read().refusal, "");
  driver.pageable = true;
  EXPECT_THAT(read().refusal, HasSubstr("pageable"));
}

TEST_F(ReadGraph, RefusesWhatAStreamCannotDo) {
  for (const auto& [type, why] : std::map<CUgraphNodeType, const char*>{{CU_GRAPH_NODE_TYPE_MEM_ALLOC, "allocates"},
                                                                        {CU_GRAPH_NODE_TYPE_MEM_FREE, "allocates"},
                                                                        {CU_GRAPH_NODE_TYPE_CONDITIONAL, "conditional"},
                                                                        {CU_GRAPH_NODE_TYPE_WAIT_EVENT, "waits"},
                                                                        {CU_GRAPH_NODE_TYPE_EVENT_RECORD, "waits"},
                                                                        {CU_GRAPH_NODE_TYPE_EXT_SEMAS_SIGNAL, "waits"},
                                                                        {CU_GRAPH_NODE_TYPE_BATCH_MEM_OP, "waits"}}) {
    const CUgraph one = driver.graph();
    driver.add(one, type);
    EXPECT_THAT(read_graph(table, one, nullptr).refusal, HasSubstr(why));
  }
}

TEST_F(ReadGraph, RefusesNodesThatTheDeviceUpdates) {
  const CUgraphNode node = driver.add_kernel(graph, "kernel", 0, 0);
  FakeDriver::at(node).attributes[CU_LAUNCH_ATTRIBUTE_DEVICE_UPDATABLE_KERNEL_NODE].deviceUpdatableKernelNode = {
      1, nullptr};
  EXPECT_THAT(read().refusal, HasSubstr("device updates"));
}

TEST_F(ReadGraph, RefusesNodesOfAnotherContext) {
  const CUgraphNode node = driver.add_kernel(graph, "kernel", 0, 0);
  auto* const ours = reinterpret_cast<CUcontext>(8);
  FakeDriver::at(node).kernel.ctx = ours;
  EXPECT_EQ(read_graph(table, graph, ours).refusal, "");
  EXPECT_THAT(read_graph(table, graph, reinterpret_cast<CUcontext>(16)).refusal, HasSubstr("several contexts"));
}

TEST_F(ReadGraph, KeepsWhatALaunchNeedsToKnow) {
  const CUgraphNode node = driver.add_kernel(graph, "kernel", 0, 0);
  FakeDriver::at(node).attributes[CU_LAUNCH_ATTRIBUTE_COOPERATIVE].cooperative = 1;
  FakeDriver::at(node).attributes[CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION].clusterDim = {2, 1, 1};
  const GraphSteps steps = read();
  const auto& kernel = std::get<KernelStep>(steps.steps.at(0).work);
  EXPECT_TRUE(kernel.cooperative());
  EXPECT_EQ(kernel.symbol, "kernel");
  EXPECT_EQ(kernel.grid, (models::Dim3{4, 1, 1}));
  EXPECT_EQ(kernel.block, (models::Dim3{128, 1, 1}));
  EXPECT_EQ(kernel.shared_bytes, 16U);
  run(steps);
  EXPECT_THAT(driver.attributes, ElementsAre(CU_LAUNCH_ATTRIBUTE_COOPERATIVE, CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION));
}

}  // namespace
}  // namespace rooflens::graph
