// A program that launches a graph of two nodes, from its launches to the rows of the report, without a GPU.
#include <cupti.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "models/counters/counter_group.hpp"
#include "profiler/graph/graph_driver.hpp"
#include "profiler/inject/callbacks.hpp"
#include "tests/inject/graph_fixture.hpp"
#include "tests/inject/plain_cubin.hpp"

namespace rooflens::inject {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

const models::Observation* named(const std::vector<models::Observation>& all, const std::string& name) {
  for (const models::Observation& o : all) {
    if (o.name == name) return &o;
  }
  return nullptr;
}

// Of the kernels of the spool 0 is the graph, 1 the shape of both nodes, 2 and 3 are these.
TEST_F(EngineGraphs, CountsAndTimesNodesByTheirWork) {
  script.value = [](int kernel) { return kernel == 0 ? 4000.0 : kernel == 2 ? 1000.0 : 3000.0; };
  for (int i = 0; i < 300; ++i) launch();
  EXPECT_GT(exchanged, 0);
  EXPECT_LT(exchanged, 100);
  const auto all = rows();
  const auto* small = named(all, "a [work 1 of 2]");
  const auto* large = named(all, "a [work 2 of 2]");
  ASSERT_TRUE(small && large);
  for (const auto& [row, instructions, each_ns] : {std::tuple{small, 1000.0, 10.0}, std::tuple{large, 3000.0, 30.0}}) {
    EXPECT_EQ(row->launches_made, 300U);
    EXPECT_EQ(row->timed_launches, timed);
    EXPECT_NEAR(row->total_time->value() * 1e9, each_ns * static_cast<double>(timed), 1e-3);
    EXPECT_EQ(row->counters.value(models::kHardwareAnchor), instructions);
    EXPECT_EQ(row->counters.value(models::kSassAnchor), instructions);
  }
  EXPECT_EQ(named(all, "graph 0")->counters.value(models::kHardwareAnchor), 4000);
}

TEST_F(EngineGraphs, CountsNodesThatDoTheSameWorkOnce) {
  script.value = [](int kernel) { return kernel == 0 ? 2000.0 : 1000.0; };
  for (int i = 0; i < 300; ++i) launch();
  const auto all = rows();
  const auto* both = named(all, "a");
  ASSERT_TRUE(both);
  EXPECT_EQ(both->launches_made, 600U);
  EXPECT_EQ(both->timed_launches, 2 * timed);
  EXPECT_EQ(both->counters.value(models::kSassAnchor), 1000);
  const auto spools = collect::index_spools(folder.path());
  int patched = 0;
  for (const auto& [number, kernel] : spools.front().kernels) {
    for (const auto& observation : kernel.observations) {
      patched += spools.front().groups.at(observation.group).id == "sass" ? 1 : 0;
    }
  }
  EXPECT_EQ(patched, 1) << "of one of them";
}

// One launch of it shows whether its nodes add up to it; more are counted once all is known of them.
TEST_F(EngineGraphs, CountTheWholeAfterTheirNodes) {
  std::mutex mutex;
  std::vector<int> order;
  script.value = [&](int kernel) {
    const std::lock_guard lock(mutex);
    if (order.empty() || order.back() != kernel) order.push_back(kernel);
    return kernel == 0 ? 4000.0 : kernel == 2 ? 1000.0 : 3000.0;
  };
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  const auto comes_last = [&] {
    const std::lock_guard lock(mutex);
    return order.size() > 3 && order.back() == 0;
  };
  while (!comes_last() && std::chrono::steady_clock::now() < until) launch();
  engine->finish();
  ASSERT_GT(order.size(), 3U);
  EXPECT_EQ(order.front(), 0);
  EXPECT_EQ(order.back(), 0);
  EXPECT_THAT(std::vector<int>(order.begin() + 1, order.end() - 1), ::testing::Each(::testing::Ne(0)));
}

// Nothing is counted in the first launch node by node, which shows that neither waits for the other. Which of their
// records is whose nobody knows, as they come in any order: the nodes of one geometry are one kernel.
TEST_F(EngineGraphs, CountsNodesThatMayRunSideBySide) {
  *find<bool>("fake_cuda_side_by_side") = true;
  exec = instantiate(0);
  script.value = [](int kernel) {
    return std::array{4000.0, 2000.0, 1000.0, 3000.0}.at(static_cast<std::size_t>(kernel));
  };
  for (int i = 0; i < 300; ++i) launch();
  EXPECT_GT(exchanged, 0);
  const auto all = rows();
  EXPECT_EQ(named(all, "a [work 1 of 2]"), nullptr);
  const auto* both = named(all, "a");
  ASSERT_TRUE(both);
  EXPECT_EQ(both->launches_made, 600U);
  EXPECT_EQ(both->timed_launches, 2 * timed);
  EXPECT_EQ(both->counters.value(models::kSassAnchor), 2000);
}

TEST_F(EngineGraphs, LeavesNodesThatWaitForEachOtherToTheGraph) {
  *find<bool>("fake_cuda_side_by_side") = *find<bool>("fake_cuda_nodes_wait") = true;
  exec = instantiate(0);
  const std::string before = find<const char*()>("fake_cuda_written")();
  for (const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(2);
       std::chrono::steady_clock::now() < until;) {
    launch();
  }
  EXPECT_EQ(exchanged, 2) << "once may be somebody else's doing";
  EXPECT_EQ(std::string(find<const char*()>("fake_cuda_written")()).substr(before.size()), "a1 a2 a1 a2 ");
  engine->finish();
  const auto spools = collect::index_spools(folder.path());
  std::vector<std::string> notes;
  for (const auto& note : spools.front().notes) notes.push_back(note.text);
  EXPECT_THAT(notes, Contains(HasSubstr("wait for each other")));
}

void set_argument(Engine& engine, CUgraphExec exec, int argument) {
  void* arguments[] = {&argument};
  CUDA_KERNEL_NODE_PARAMS node{};
  node.func = reinterpret_cast<CUfunction>(const_cast<char*>("a"));
  node.gridDimX = node.gridDimY = node.gridDimZ = node.blockDimX = node.blockDimY = node.blockDimZ = 1;
  node.kernelParams = arguments;
  cuGraphExecKernelNodeSetParams_v2_params params{exec, reinterpret_cast<CUgraphNode>(std::size_t{2}), &node};
  CUresult result = CUDA_SUCCESS;
  CUpti_CallbackData data{};
  data.callbackSite = CUPTI_API_EXIT;
  data.functionParams = &params;
  data.functionReturnValue = &result;
  engine.graph_call(CUPTI_DRIVER_TRACE_CBID_cuGraphExecKernelNodeSetParams_v2, data);
}

// A step that gets another argument for every launch would be as many kernels.
TEST_F(EngineGraphs, KeepsTheKernelOfANodeWhoseArgumentsChange) {
  for (int i = 0; i < 50; ++i) {
    launch();
    set_argument(*engine, exec, 100 + i);
  }
  engine->finish();
  const auto spools = collect::index_spools(folder.path());
  EXPECT_EQ(spools.front().kernels.size(), 4U);
  EXPECT_EQ(spools.front().kernels.at(0).nodes.size(), 1U);
  EXPECT_GT(exchanged, 0);
  EXPECT_THAT(std::string(find<const char*()>("fake_cuda_written")()), HasSubstr("a1 a101 a1 a102 "));
}

// Within 1 % of the time.
struct WatchedAtTimes : EngineGraphs {
  WatchedAtTimes() {
    config.max_overhead = 0.5;
    config.credit_seconds = 2;
  }
};

TEST_F(WatchedAtTimes, FollowsArgumentsThatChangeWhileLaunchesAreNotWatched) {
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(3);
  for (int i = 0; std::chrono::steady_clock::now() < until; ++i) {
    launch();
    set_argument(*engine, exec, i);
    engine->tick();
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  engine->finish();
  const auto spools = collect::index_spools(folder.path());
  std::vector<std::string> notes;
  for (const auto& note : spools.front().notes) notes.push_back(note.text);
  EXPECT_THAT(notes, Contains(HasSubstr("launches were recorded during"))) << "some were not watched";
  EXPECT_THAT(notes, Not(Contains(HasSubstr("changed while launches were not watched"))));
}

TEST_F(EngineGraphs, AskTheDriverNothingOnceTheyAreCounted) {
  for (int i = 0; i < 300; ++i) launch();
  const int before = *find<std::atomic<int>>("fake_cuda_modes");
  for (int i = 0; i < 50; ++i) launch();
  EXPECT_EQ(*find<std::atomic<int>>("fake_cuda_modes"), before);
}

// A thread that the handler of a signal took out of this library changes the graph, on a fiber for instance.
TEST_F(EngineGraphs, AreNotTakenApartOnceAChangeWasMissed) {
  launch();
  cuGraphExecKernelNodeSetParams_v2_params params{exec, reinterpret_cast<CUgraphNode>(std::size_t{2}), nullptr};
  CUresult result = CUDA_SUCCESS;
  CUpti_CallbackData data{};
  data.callbackSite = CUPTI_API_EXIT;
  data.functionParams = &params;
  data.functionReturnValue = &result;
  follow_own_call(*engine, CUPTI_CB_DOMAIN_DRIVER_API, CUPTI_DRIVER_TRACE_CBID_cuGraphExecKernelNodeSetParams_v2,
                  &data);
  for (int i = 0; i < 100; ++i) launch();
  EXPECT_EQ(exchanged, 0);
}

// Another thread's launch runs instrumented code meanwhile, which the graph would keep.
TEST_F(EngineGraphs, ChangesOfNodesWaitWhileOthersAreKeptOut) {
  cuGraphExecKernelNodeSetParams_v2_params params{exec, reinterpret_cast<CUgraphNode>(std::size_t{2}), nullptr};
  CUresult result = CUDA_ERROR_INVALID_VALUE;
  CUpti_CallbackData data{};
  data.functionParams = &params;
  data.functionReturnValue = &result;
  const auto change = [&](CUpti_ApiCallbackSite site) {
    data.callbackSite = site;
    follow_callback(*engine, false, CUPTI_CB_DOMAIN_DRIVER_API,
                    CUPTI_DRIVER_TRACE_CBID_cuGraphExecKernelNodeSetParams_v2, &data);
  };
  ASSERT_TRUE(engine->launches().close());
  std::atomic<bool> changes{false};
  std::thread other([&] {
    change(CUPTI_API_ENTER);
    changes = true;
    change(CUPTI_API_EXIT);
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_FALSE(changes);
  engine->launches().open();
  other.join();
  EXPECT_TRUE(engine->launches().close()) << "nobody stayed inside";
  engine->launches().open();
}

// A kernel that launches a graph from the device may do so only within a graph.
TEST_F(EngineGraphs, TakesNoGraphApartOnceTheDeviceMayLaunchOne) {
  instantiate(CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH);
  for (int i = 0; i < 100; ++i) launch();
  EXPECT_EQ(exchanged, 0);
  engine->finish();
  const auto spools = collect::index_spools(folder.path());
  std::vector<std::string> notes;
  for (const auto& note : spools.front().notes) notes.push_back(note.text);
  EXPECT_THAT(notes, Contains(HasSubstr("from the device")));
}

struct NumberedGraphs : EngineGraphs {
  NumberedGraphs() { config.count = 1000; }  // nothing is counted before their nodes are
};

// In another thread, while this one tries out whether graphs can be exchanged.
TEST_F(NumberedGraphs, OutliveTheirContextAsLongAsALaunchGoesOn) {
  static Engine* ending = nullptr;
  ending = engine;
  *find<decltype(&heed_exchange)>("fake_cuda_callback") = [](unsigned id, void* params, int site) {
    if (Engine* const ends = std::exchange(ending, nullptr)) {
      std::thread([ends] { ends->context_ends(reinterpret_cast<CUcontext>(std::uintptr_t{1000})); }).join();
    }
    heed_exchange(id, params, site);
  };
  for (int i = 0; i < 50; ++i) launch();
  EXPECT_EQ(ending, nullptr);
  EXPECT_GT(exchanged, 0);
}

// The driver gives what is instantiated next the handle of what was destroyed.
TEST_F(EngineGraphs, AreNotTakenForEarlierOnes) { expect_two_graphs_of_one_handle(); }

struct WholeGraphs : EngineGraphs {
  WholeGraphs() { config.graph_nodes = false; }
};
TEST_F(WholeGraphs, AreNotTakenForEarlierOnes) { expect_two_graphs_of_one_handle(); }

struct TimedGraphs : EngineGraphs {
  TimedGraphs() { config.launches_per_kernel = 0; }
};
TEST_F(TimedGraphs, AreNotTakenForEarlierOnes) { expect_two_graphs_of_one_handle(); }

struct RepeatedGraphs : EngineGraphs {
  RepeatedGraphs() { config.replay = collect::ReplayMode::kernel; }
  void TearDown() override {
    *find<void (*)(const void*)>("fake_cuda_load") = nullptr;
    EngineGraphs::TearDown();
  }
};
RepeatedGraphs* repeated = nullptr;

// The code of a node is that of its function, and no graph's.
TEST_F(RepeatedGraphs, CountNodesOnceTheirCodeIsSeen) {
  repeated = this;
  *find<void (*)(const void*)>("fake_cuda_load") = [](const void* function) {
    ASSERT_GT(reinterpret_cast<std::uintptr_t>(function), 4096U) << "a graph";
    EXPECT_STREQ(static_cast<const char*>(function), "a");
    const std::string code = plain_cubin({"a"});
    repeated->engine->module_loaded(code.data(), code.size());
  };
  for (int i = 0; i < 50; ++i) launch();
  EXPECT_GT(exchanged, 0);
  EXPECT_GT(script.ranges, 0);
}

}  // namespace
}  // namespace rooflens::inject
