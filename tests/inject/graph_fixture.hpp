// A program that launches a graph of two nodes, without a GPU.
#pragma once

#include <cupti.h>
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "profiler/assemble/assemble.hpp"
#include "profiler/graph/graph_driver.hpp"
#include "profiler/inject/engine.hpp"
#include "tests/fixtures/scratch_folder.hpp"
#include "tests/inject/scripted_cupti.hpp"

namespace rooflens::inject {

inline void heed_exchange(unsigned, void* params, int site) {
  CUgraphExec instead = graph::GraphExchange::on_trial();
  if (site == 0 && instead) static_cast<cuGraphLaunch_params*>(params)->hGraph = instead;
}

// The nodes have one name and one geometry, and the arguments 1 and 2.
struct EngineGraphs : ::testing::Test {
  fixtures::ScratchFolder folder;
  CuptiScript& script = *new CuptiScript;  // neither is ever destroyed, as in an application
  NvtxRanges& ranges = *new NvtxRanges;
  Engine* engine = nullptr;
  collect::ProfileConfig config;
  void* driver = nullptr;
  CUgraphExec exec = nullptr;
  std::uint32_t correlation = 0;
  std::uint64_t now = 1000;
  int exchanged = 0;

  template <class Thing>
  Thing* find(const char* name) const {
    return reinterpret_cast<Thing*>(dlsym(driver, name));
  }
  void SetUp() override {
    driver = dlopen(ROOFLENS_FAKE_CUDA, RTLD_NOW | RTLD_GLOBAL);
    ASSERT_NE(driver, nullptr) << dlerror();
    *find<decltype(&heed_exchange)>("fake_cuda_callback") = heed_exchange;
    *find<bool>("fake_cuda_names_differ") = false;
    ASSERT_NE(graph::graph_driver(), nullptr);
    config.spool_folder = folder.path().string();
    auto logbook = std::make_unique<Logbook>((folder / "node.1.spool").string());
    logbook->write(collect::spool::ProcessRecord{});
    engine =
        new Engine(config, scripted_cupti(script), std::move(logbook), ranges, collect::JobRank{0, 1, ""}, [](bool) {});
    engine->activity().begin();
    exec = instantiate(0);
  }
  void TearDown() override {
    *find<bool>("fake_cuda_names_differ") = true;
    *find<bool>("fake_cuda_side_by_side") = *find<bool>("fake_cuda_nodes_wait") = false;
    EXPECT_EQ(script.wrong.load(), nullptr) << script.wrong.load();
  }
  CUgraphExec instantiate(unsigned long long flags, CUgraphExec made = nullptr) {
    auto* const graph = reinterpret_cast<CUgraph>(std::size_t{1});
    if (!made) {
      find<CUresult(CUgraphExec*, CUgraph, unsigned long long)>("cuGraphInstantiateWithFlags")(&made, graph, flags);
    }
    cuGraphInstantiateWithFlags_params params{&made, graph, flags};
    CUresult result = CUDA_SUCCESS;
    CUpti_CallbackData data{};
    data.callbackSite = CUPTI_API_EXIT;
    data.functionParams = &params;
    data.functionReturnValue = &result;
    engine->graph_call(CUPTI_DRIVER_TRACE_CBID_cuGraphInstantiateWithFlags, data);
    return made;
  }
  void destroy() const {
    cuGraphExecDestroy_params params{exec};
    CUpti_CallbackData data{};
    data.callbackSite = CUPTI_API_ENTER;
    data.functionParams = &params;
    engine->graph_call(CUPTI_DRIVER_TRACE_CBID_cuGraphExecDestroy, data);
  }
  void expect_two_graphs_of_one_handle() {
    for (int i = 0; i < 20; ++i) launch();
    destroy();
    instantiate(0, exec);
    for (int i = 0; i < 30; ++i) launch();
    std::vector<std::uint64_t> launches;
    for (const models::Observation& row : rows()) {
      if (row.name.starts_with("graph ")) launches.push_back(row.launches_made);
    }
    EXPECT_THAT(launches, ::testing::UnorderedElementsAre(20, 30));
  }
  // The nodes take 10 and 30 ns; the record of the second comes first.
  void launch() {
    LaunchCall call;
    call.form = collect::spool::LaunchForm::graph;
    call.function = exec;
    const std::uint32_t number = ++correlation;
    engine->launches().enter();
    if (engine->launch_enter(reinterpret_cast<CUcontext>(std::uintptr_t{1000}), number, call, nullptr)) ++exchanged;
    const bool recorded = !Engine::counts_here() && script.records && exchanged_before_ == exchanged;
    exchanged_before_ = exchanged;
    engine->launch_exit(number, true);
    engine->launches().leave();
    if (!recorded) return;
    ++timed;
    now += 100;
    record(number, now + 20, 30);
    record(number, now, 10);
  }
  void record(std::uint32_t number, std::uint64_t start, std::uint64_t duration) {
    CUpti_ActivityKernel10 record{};
    record.correlationId = number;
    record.name = "a";
    record.gridX = record.gridY = record.gridZ = record.blockX = record.blockY = record.blockZ = 1;
    record.start = start;
    record.end = start + duration;
    engine->kernel_record(record);
  }
  [[nodiscard]] std::vector<models::Observation> rows() const {
    engine->finish();
    return collect::assemble(collect::index_spools(folder.path()), {}).observations;
  }
  std::uint64_t timed = 0;

 private:
  int exchanged_before_ = 0;
};

}  // namespace rooflens::inject
