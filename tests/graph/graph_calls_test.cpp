#include "profiler/graph/graph_calls.hpp"

#include <cupti.h>
#include <gmock/gmock.h>

#include "profiler/graph/step_launch.hpp"
#include "tests/graph/fake_driver.hpp"

namespace rooflens::graph {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class GraphCallsTest : public ::testing::Test {
 protected:
  GraphCallsTest() { node = driver.add_kernel(graph, "kernel", 1, 1); }

  template <class Params>
  void call(CUpti_CallbackId id, Params& params, CUresult result = CUDA_SUCCESS) {
    CUpti_CallbackData data{};
    data.functionParams = &params;
    data.functionReturnValue = &result;
    for (const auto site : {CUPTI_API_ENTER, CUPTI_API_EXIT}) {
      data.callbackSite = site;
      follow(table, graphs, id, data, observed);
    }
  }
  void instantiate(unsigned long long flags = 0, CUresult result = CUDA_SUCCESS) {
    cuGraphInstantiateWithFlags_params params{&exec, graph, flags};
    call(CUPTI_DRIVER_TRACE_CBID_cuGraphInstantiateWithFlags, params, result);
  }
  std::vector<std::string> run() {
    driver.launched.clear();
    for (const GraphStep& step : graphs.find(exec)->steps) EXPECT_EQ(launch(table, step, nullptr), CUDA_SUCCESS);
    return driver.launched;
  }

  bool observed = true;
  FakeDriver driver;
  GraphDriver table = FakeDriver::table();
  CUgraph graph = driver.graph();
  CUgraphNode node = nullptr;
  CUgraphExec exec = reinterpret_cast<CUgraphExec>(64);
  GraphTable graphs;
};

TEST_F(GraphCallsTest, FollowsAGraphFromItsInstantiationToItsEnd) {
  instantiate();
  EXPECT_THAT(run(), ElementsAre("kernel(1, 1.0)"));
  auto changed = driver.kernel("kernel", 2, 3);
  cuGraphExecKernelNodeSetParams_v2_params params{exec, node, &changed};
  call(CUPTI_DRIVER_TRACE_CBID_cuGraphExecKernelNodeSetParams_v2, params);
  EXPECT_THAT(run(), ElementsAre("kernel(2, 3.0)"));
  cuGraphExecDestroy_params end{exec};
  call(CUPTI_DRIVER_TRACE_CBID_cuGraphExecDestroy, end);
  EXPECT_FALSE(graphs.find(exec));
}

TEST_F(GraphCallsTest, FollowsTheOldAndTheGeneralFormOfAChange) {
  instantiate();
  const auto changed = driver.kernel("kernel", 4, 5);
  CUDA_KERNEL_NODE_PARAMS_v1 old{};
  old.func = changed.func;
  old.gridDimX = old.gridDimY = old.gridDimZ = old.blockDimX = old.blockDimY = old.blockDimZ = 1;
  old.kernelParams = changed.kernelParams;
  cuGraphExecKernelNodeSetParams_params params{exec, node, &old};
  call(CUPTI_DRIVER_TRACE_CBID_cuGraphExecKernelNodeSetParams, params);
  EXPECT_THAT(run(), ElementsAre("kernel(4, 5.0)"));
  const auto again = driver.kernel("kernel", 6, 7);
  CUgraphNodeParams general{};
  general.type = CU_GRAPH_NODE_TYPE_KERNEL;
  general.kernel.func = again.func;
  general.kernel.kernelParams = again.kernelParams;
  cuGraphExecNodeSetParams_params any{exec, node, &general};
  call(CUPTI_DRIVER_TRACE_CBID_cuGraphExecNodeSetParams, any);
  EXPECT_THAT(run(), ElementsAre("kernel(6, 7.0)"));
}

TEST_F(GraphCallsTest, FollowsAnUpdateFromAnotherGraph) {
  instantiate();
  const CUgraph other = driver.graph();
  driver.add_kernel(other, "other", 8, 9);
  cuGraphExecUpdate_v2_params params{exec, other, nullptr};
  call(CUPTI_DRIVER_TRACE_CBID_cuGraphExecUpdate_v2, params);
  EXPECT_THAT(run(), ElementsAre("other(8, 9.0)"));
}

// Reading it in every step would take longer than the step.
TEST_F(GraphCallsTest, LosesAGraphThatIsChangedWhileLaunchesAreNotObserved) {
  instantiate();
  observed = false;
  auto changed = driver.kernel("kernel", 2, 3);
  cuGraphExecKernelNodeSetParams_v2_params change{exec, node, &changed};
  call(CUPTI_DRIVER_TRACE_CBID_cuGraphExecKernelNodeSetParams_v2, change);
  EXPECT_THAT(graphs.find(exec)->refusal, HasSubstr("while launches were not watched"));
  observed = true;
  call(CUPTI_DRIVER_TRACE_CBID_cuGraphExecKernelNodeSetParams_v2, change);
  EXPECT_THAT(graphs.find(exec)->refusal, HasSubstr("while launches were not watched"))
      << "its other nodes may have changed, too";
  const CUgraph other = driver.graph();
  driver.add_kernel(other, "kernel", 6, 7);
  cuGraphExecUpdate_v2_params update{exec, other, nullptr};
  call(CUPTI_DRIVER_TRACE_CBID_cuGraphExecUpdate_v2, update);
  EXPECT_THAT(run(), ElementsAre("kernel(6, 7.0)"));
}

TEST_F(GraphCallsTest, SeesNewGraphsWhileLaunchesAreNotObserved) {
  observed = false;
  instantiate();
  EXPECT_THAT(run(), ElementsAre("kernel(1, 1.0)"));
}

TEST_F(GraphCallsTest, GoesOnRefusingAnUpdatedGraphThatTheDeviceMayLaunch) {
  instantiate(CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH);
  cuGraphExecUpdate_v2_params update{exec, graph, nullptr};
  call(CUPTI_DRIVER_TRACE_CBID_cuGraphExecUpdate_v2, update);
  EXPECT_THAT(graphs.find(exec)->refusal, HasSubstr("device may launch"));
}

// The handle may be another graph's by now.
TEST_F(GraphCallsTest, ForgetsARefusalWithItsGraph) {
  instantiate(CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH);
  instantiate();
  EXPECT_THAT(run(), ElementsAre("kernel(1, 1.0)"));
}

TEST_F(GraphCallsTest, AnUploadChangesNothingHoweverLittleIsWatched) {
  instantiate();
  cuGraphUpload_params params{exec, nullptr};
  for (const bool watched : {true, false}) {
    observed = watched;
    call(CUPTI_DRIVER_TRACE_CBID_cuGraphUpload, params);
    call(CUPTI_DRIVER_TRACE_CBID_cuGraphUpload_ptsz, params);
  }
  EXPECT_THAT(run(), ElementsAre("kernel(1, 1.0)"));
}

TEST_F(GraphCallsTest, TellsChangesOfNodesFromThoseOfGraphs) {
  for (const CUpti_CallbackId id :
       {CUPTI_DRIVER_TRACE_CBID_cuGraphExecKernelNodeSetParams_v2, CUPTI_DRIVER_TRACE_CBID_cuGraphNodeSetEnabled,
        CUPTI_DRIVER_TRACE_CBID_cuGraphExecBatchMemOpNodeSetParams})
    EXPECT_TRUE(is_node_change(id)) << id;
  for (const CUpti_CallbackId id :
       {CUPTI_DRIVER_TRACE_CBID_cuGraphInstantiateWithFlags, CUPTI_DRIVER_TRACE_CBID_cuGraphExecDestroy,
        CUPTI_DRIVER_TRACE_CBID_cuGraphExecUpdate_v2, CUPTI_DRIVER_TRACE_CBID_cuGraphUpload_ptsz})
    EXPECT_FALSE(is_node_change(id)) << id;
}

TEST_F(GraphCallsTest, DoesNotFollowCallsThatFailed) {
  instantiate(0, CUDA_ERROR_OUT_OF_MEMORY);
  EXPECT_FALSE(graphs.find(exec));
  instantiate();
  auto changed = driver.kernel("kernel", 2, 3);
  cuGraphExecKernelNodeSetParams_v2_params params{exec, node, &changed};
  call(CUPTI_DRIVER_TRACE_CBID_cuGraphExecKernelNodeSetParams_v2, params, CUDA_ERROR_INVALID_VALUE);
  EXPECT_THAT(run(), ElementsAre("kernel(1, 1.0)"));
}

TEST_F(GraphCallsTest, LeavesGraphsAloneThatTheDeviceMayLaunch) {
  instantiate(CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH);
  EXPECT_THAT(graphs.find(exec)->refusal, HasSubstr("the device may launch it"));
}

// An ordinary graph's kernel may launch it, which it may not do when it is launched by itself.
TEST_F(GraphCallsTest, KnowsThatTheDeviceMayLaunchSomeGraph) {
  instantiate();
  EXPECT_FALSE(graphs.device_launches());
  exec = reinterpret_cast<CUgraphExec>(65);
  instantiate(CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH);
  EXPECT_TRUE(graphs.device_launches());
}

TEST_F(GraphCallsTest, RefusesAGraphOnceANodeIsSwitchedOff) {
  instantiate();
  cuGraphNodeSetEnabled_params params{exec, node, 0};
  call(CUPTI_DRIVER_TRACE_CBID_cuGraphNodeSetEnabled, params);
  EXPECT_THAT(graphs.find(exec)->refusal, HasSubstr("not followed"));
}

TEST_F(GraphCallsTest, PutsAnotherGraphInPlace) {
  auto* const other = reinterpret_cast<CUgraphExec>(128);
  cuGraphLaunch_params params{exec, nullptr};
  CUpti_CallbackData data{};
  data.functionParams = &params;
  exchange(data, other);
  EXPECT_EQ(params.hGraph, other);
}

}  // namespace
}  // namespace rooflens::graph
