#include "profiler/graph/graph_exchange.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <future>

#include "tests/graph/fake_driver.hpp"

namespace rooflens::graph {
namespace {

// A driver with graphs that are empty or have one host node, and the callback around its launches.
struct Machine {
  bool heeds_callbacks = true;
  bool finishes = true;
  bool runs_at_all = true;
  bool captures = true;
  int trials = 0;
  int empties_destroyed = 0;
  CUhostFn host = nullptr;
  std::function<void()> meanwhile = [] {};  ///< while steps are captured
};
Machine machine;

auto* const kEmptyGraph = reinterpret_cast<CUgraph>(1);
auto* const kEmpty = reinterpret_cast<CUgraphExec>(10);
auto* const kTelling = reinterpret_cast<CUgraphExec>(20);
bool telling = false;

GraphDriver table() {
  GraphDriver t = FakeDriver::table();
  t.create_stream = [](CUstream* stream, unsigned) {
    *stream = reinterpret_cast<CUstream>(5);
    return CUDA_SUCCESS;
  };
  t.destroy_stream = [](CUstream) { return CUDA_SUCCESS; };
  t.query_stream = [](CUstream) { return machine.finishes ? CUDA_SUCCESS : CUDA_ERROR_NOT_READY; };
  t.create = [](CUgraph* graph, unsigned) {
    *graph = kEmptyGraph;
    telling = false;
    return CUDA_SUCCESS;
  };
  t.add_host = [](CUgraphNode*, CUgraph, const CUgraphNode*, std::size_t, const CUDA_HOST_NODE_PARAMS* params) {
    machine.host = params->fn;
    telling = true;
    return CUDA_SUCCESS;
  };
  t.instantiate = [](CUgraphExec* exec, CUgraph, unsigned long long) {
    *exec = telling ? kTelling : kEmpty;
    return CUDA_SUCCESS;
  };
  t.destroy = [](CUgraph) { return CUDA_SUCCESS; };
  t.destroy_exec = [](CUgraphExec exec) {
    if (exec == kEmpty) ++machine.empties_destroyed;
    return CUDA_SUCCESS;
  };
  t.launch = [](CUgraphExec exec, CUstream) {
    ++machine.trials;
    if (const CUgraphExec instead = GraphExchange::on_trial(); instead && machine.heeds_callbacks) exec = instead;
    if (exec == kTelling && machine.runs_at_all) machine.host(nullptr);
    return CUDA_SUCCESS;
  };
  t.begin_capture = [](CUstream, CUstreamCaptureMode) { return CUDA_SUCCESS; };
  t.end_capture = [](CUstream, CUgraph* graph) {
    *graph = kEmptyGraph;
    machine.meanwhile();
    return machine.captures ? CUDA_SUCCESS : CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
  };
  return t;
}

class GraphExchangeTest : public ::testing::Test {
 protected:
  void SetUp() override { machine = {}; }

  FakeDriver driver;
  GraphDriver calls = table();
  GraphExchange exchange;
};

TEST_F(GraphExchangeTest, WorksWhereTheDriverHeedsCallbacks) {
  EXPECT_TRUE(exchange.works(calls));
  EXPECT_EQ(machine.trials, 2) << "one exchanged, one as it was";
  EXPECT_TRUE(exchange.works(calls));
  EXPECT_EQ(machine.trials, 2) << "tried once";
  EXPECT_EQ(GraphExchange::on_trial(), nullptr);
}

TEST_F(GraphExchangeTest, DoesNotWhereItLaunchesWhatItWasGiven) {
  machine.heeds_callbacks = false;
  EXPECT_FALSE(exchange.works(calls));
}

// A graph that never runs would seem to be exchanged.
TEST_F(GraphExchangeTest, BelievesNoTrialThatCannotFail) {
  machine.runs_at_all = false;
  EXPECT_FALSE(exchange.works(calls));
}

TEST_F(GraphExchangeTest, DoesNotWaitForEver) {
  machine.finishes = false;
  EXPECT_FALSE(exchange.works(calls));
}

TEST_F(GraphExchangeTest, AcceptsAGraphWhoseStepsCanBeCaptured) {
  GraphSteps graph;
  graph.steps.push_back({nullptr, KernelStep{}});
  auto& kernel = std::get<KernelStep>(graph.steps[0].work);
  kernel.function = reinterpret_cast<CUfunction>(const_cast<char*>("kernel"));
  kernel.arguments.resize(16);
  kernel.offsets = {0, 8};
  EXPECT_TRUE(exchange.accepts(calls, nullptr, graph));
  driver.kernel_launch = CUDA_ERROR_INVALID_VALUE;
  EXPECT_FALSE(exchange.accepts(calls, nullptr, graph));
  driver.kernel_launch = CUDA_SUCCESS;
  machine.captures = false;
  EXPECT_FALSE(exchange.accepts(calls, nullptr, graph));
}

TEST_F(GraphExchangeTest, KeepsAnEmptyGraphAsLongAsTheOneItStandsFor) {
  auto* const exec = reinterpret_cast<CUgraphExec>(64);
  EXPECT_EQ(exchange.empty(calls, nullptr, exec), kEmpty);
  exchange.destroyed(calls, exec);
  EXPECT_EQ(machine.empties_destroyed, 1);
  exchange.destroyed(calls, exec);
  EXPECT_EQ(machine.empties_destroyed, 1);
}

TEST_F(GraphExchangeTest, LeavesAloneWhatDiedWithItsContext) {
  auto* const exec = reinterpret_cast<CUgraphExec>(64);
  auto* const context = reinterpret_cast<CUcontext>(8);
  static_cast<void>(exchange.empty(calls, context, exec));
  exchange.context_ends(context);
  exchange.destroyed(calls, exec);
  EXPECT_EQ(machine.empties_destroyed, 0);
}

// The driver tells of the end in the middle of destroying it, with locks that the other thread's call may wait for.
TEST_F(GraphExchangeTest, LetsAContextEndWhileAnotherThreadIsInTheDriver) {
  std::future<void> end;
  bool in_time = false;
  machine.meanwhile = [&] {
    end = std::async(std::launch::async, [&] { exchange.context_ends(reinterpret_cast<CUcontext>(8)); });
    in_time = end.wait_for(std::chrono::seconds(2)) == std::future_status::ready;
  };
  EXPECT_TRUE(exchange.accepts(calls, reinterpret_cast<CUcontext>(16), {}));
  end.wait();
  EXPECT_TRUE(in_time);
}

}  // namespace
}  // namespace rooflens::graph
