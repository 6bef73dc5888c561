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
  bool instantiates = true;
  bool done = true;  ///< what was launched
  int waits = 0;     ///< of streams
  int events = 0;
  int trials = 0;
  int empties_destroyed = 0;
  CUhostFn host = nullptr;
  std::function<void()> meanwhile = [] {};  ///< while a graph is made
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
    machine.meanwhile();
    return machine.instantiates ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
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
  t.create_event = [](CUevent* event, unsigned) {
    *event = reinterpret_cast<CUevent>(6);
    ++machine.events;
    return CUDA_SUCCESS;
  };
  t.record_event = [](CUevent, CUstream) { return CUDA_SUCCESS; };
  t.query_event = [](CUevent) { return machine.done ? CUDA_SUCCESS : CUDA_ERROR_NOT_READY; };
  t.wait_event = [](CUstream, CUevent, unsigned) {
    ++machine.waits;
    return CUDA_SUCCESS;
  };
  t.destroy_event = [](CUevent) {
    --machine.events;
    return CUDA_SUCCESS;
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

TEST_F(GraphExchangeTest, AcceptsAGraphOfWhoseStepsTheDriverMakesOne) {
  GraphSteps graph;
  graph.steps.push_back({nullptr, KernelStep{}});
  auto& kernel = std::get<KernelStep>(graph.steps[0].work);
  kernel.function = reinterpret_cast<CUfunction>(const_cast<char*>("kernel"));
  kernel.arguments.resize(16);
  kernel.offsets = {0, 8};
  kernel.attributes.push_back({CU_LAUNCH_ATTRIBUTE_COOPERATIVE, {}, {}});
  EXPECT_TRUE(exchange.accepts(calls, nullptr, graph));
  EXPECT_TRUE(driver.launched.empty());
  EXPECT_EQ(driver.attributes, std::vector<unsigned>{CU_LAUNCH_ATTRIBUTE_COOPERATIVE});
  driver.kernel_launch = CUDA_ERROR_INVALID_VALUE;
  EXPECT_FALSE(exchange.accepts(calls, nullptr, graph));
  driver.kernel_launch = CUDA_SUCCESS;
  machine.instantiates = false;
  EXPECT_FALSE(exchange.accepts(calls, nullptr, graph));
}

TEST_F(GraphExchangeTest, TriesEveryKindOfStepInItsOrder) {
  GraphSteps graph;
  graph.steps.push_back({nullptr, CopyStep{}});
  graph.steps.push_back({nullptr, KernelStep{}});
  graph.steps.push_back({nullptr, FillStep{}});
  EXPECT_TRUE(exchange.accepts(calls, nullptr, graph));
  EXPECT_EQ(driver.added, (std::vector<std::string>{"copy", "kernel after 1", "fill after 2"}));
}

// The driver would keep launches of one graph apart; it knows nothing of nodes that were launched in its place.
TEST_F(GraphExchangeTest, LetsTheNextLaunchWaitForNodesThatAreNotDone) {
  auto* const exec = reinterpret_cast<CUgraphExec>(64);
  auto* const other = reinterpret_cast<CUgraphExec>(65);
  static_cast<void>(exchange.empty(calls, nullptr, exec));
  exchange.wait_for_rest(calls, exec, nullptr);
  EXPECT_EQ(machine.waits, 0);
  machine.done = false;
  exchange.leave_running(calls, exec, nullptr);
  exchange.wait_for_rest(calls, other, nullptr);
  EXPECT_EQ(machine.waits, 0);
  exchange.wait_for_rest(calls, exec, nullptr);
  exchange.wait_for_rest(calls, exec, nullptr);
  EXPECT_EQ(machine.waits, 2);
  machine.done = true;
  exchange.wait_for_rest(calls, exec, nullptr);
  EXPECT_EQ(machine.waits, 2);
  EXPECT_EQ(machine.events, 0);
  machine.done = false;
  exchange.leave_running(calls, exec, nullptr);
  exchange.destroyed(calls, exec);
  EXPECT_EQ(machine.events, 0);
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
  EXPECT_EQ(exchange.empty(calls, reinterpret_cast<CUcontext>(16), reinterpret_cast<CUgraphExec>(64)), kEmpty);
  end.wait();
  EXPECT_TRUE(in_time);
}

}  // namespace
}  // namespace rooflens::graph
