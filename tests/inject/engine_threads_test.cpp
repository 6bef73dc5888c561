// The engine in a program of many threads, without a GPU: threads launch kernels and graphs, capture, load and unload,
// reset contexts and time themselves, CUPTI fails now and then, and the library's own thread keeps going. Every launch
// must be in the spool in the end. `./run sanitize thread` runs it under ThreadSanitizer.
#include <cupti.h>
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <fstream>
#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "profiler/config/on_demand.hpp"
#include "profiler/graph/graph_driver.hpp"
#include "profiler/inject/engine.hpp"
#include "tests/fixtures/scratch_folder.hpp"
#include "tests/fixtures/spool_records.hpp"
#include "tests/inject/plain_cubin.hpp"
#include "tests/inject/scripted_cupti.hpp"

namespace rooflens::inject {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

const char* const kSymbols[] = {"add", "copy", "scale", "reduce", "gemm", "sort"};

// What the driver would do with a launch of its own, in which the engine tries out whether graphs can be exchanged.
void try_exchange(unsigned, void* params, int site) {
  CUgraphExec instead = graph::GraphExchange::on_trial();
  if (site == 0 && instead) static_cast<cuGraphLaunch_params*>(params)->hGraph = instead;
}

struct Seed {
  unsigned seed;
  int fails_each = 0;
  double max_overhead = 0;
  bool idle = false;  ///< counting is switched on and off all the time
  bool lines = false;
  collect::ReplayMode replay = collect::ReplayMode::rotate;
  bool refuses = false;  ///< CUPTI refuses hardware counters
};

class EngineThreads : public ::testing::TestWithParam<Seed> {
 protected:
  void SetUp() override {
    void* driver = dlopen(ROOFLENS_FAKE_CUDA, RTLD_NOW | RTLD_GLOBAL);
    ASSERT_NE(driver, nullptr) << dlerror();
    *static_cast<decltype(&try_exchange)*>(dlsym(driver, "fake_cuda_callback")) = try_exchange;
    instantiate_ = reinterpret_cast<decltype(instantiate_)>(dlsym(driver, "cuGraphInstantiateWithFlags"));
    ASSERT_NE(instantiate_, nullptr);
    ASSERT_NE(graph::graph_driver(), nullptr);
    script_.seed = GetParam().seed;
    script_.fails_each = GetParam().fails_each;
    script_.flush = [this] { give_records(); };
    auto logbook = std::make_unique<Logbook>((folder_ / "node.1.spool").string());
    logbook->write(collect::spool::ProcessRecord{});
    collect::ProfileConfig config;
    config.spool_folder = folder_.path().string();
    config.max_overhead = GetParam().max_overhead;
    config.credit_seconds = 2;
    config.idle = GetParam().idle;
    config.lines = GetParam().lines;
    config.replay = GetParam().replay;
    script_.refuses = GetParam().refuses;
    engine_ = new Engine(config, scripted_cupti(script_), std::move(logbook), *ranges_, collect::JobRank{0, 1, ""},
                         [this](bool enabled) {  // neither is ever destroyed, as in an application
                           if (enabled) engine_->launches().forget();
                           callbacks_ = enabled;
                         });
    engine_->activity().begin();
    const std::string code = plain_cubin({std::begin(kSymbols), std::end(kSymbols)});
    engine_->module_loaded(code.data(), code.size());
    if (GetParam().idle) engine_->begin_idle();
  }

  // A kernel's launch, from the callback before it to the one after it, with the activity record that comes later.
  void launch(CUcontext context, std::size_t kernel, std::mt19937& random) {
    LaunchCall call;
    call.function = kSymbols[kernel];
    call.grid = {random() % 2 == 0 ? 1U : 2U, 1, 1};
    call.block = {32, 1, 1};
    const std::uint32_t correlation = ++correlation_;
    const int captures = captures_begun_;
    const bool captured = captures_ended_ != captures;
    const bool succeeds = random() % 50 != 0;
    if (callbacks_) {
      engine_->launches().enter();
      EXPECT_EQ(engine_->launch_enter(context, correlation, call, kSymbols[kernel]), nullptr);
    }
    const bool recorded = engine_->activity().recording();  // not while it is counted
    if (callbacks_) {
      engine_->launch_exit(correlation, succeeds);
      engine_->launches().leave();
    }
    if (!succeeds) return;
    if (!captured && captures_begun_ == captures) ++certain_;
    ++made_;
    if (recorded) record(correlation, kSymbols[kernel], call.grid.x, 32, 1000 + kernel);
  }
  void record(std::uint32_t correlation, const char* symbol, unsigned grid, unsigned block, std::uint64_t duration) {
    const std::lock_guard lock(records_mutex_);
    CUpti_ActivityKernel10& record = records_.emplace_back();
    record.correlationId = correlation;
    record.name = symbol;
    record.start = 1000;
    record.end = record.start + duration;
    record.gridX = static_cast<int>(grid);
    record.blockX = static_cast<int>(block);
    record.gridY = record.gridZ = record.blockY = record.blockZ = 1;
  }
  void give_records() {
    std::vector<CUpti_ActivityKernel10> taken;
    {
      const std::lock_guard lock(records_mutex_);
      taken.swap(records_);
    }
    for (const CUpti_ActivityKernel10& record : taken) engine_->kernel_record(record);
  }

  void call_graph(CUpti_CallbackId id, void* params, CUpti_ApiCallbackSite site) {
    CUresult result = CUDA_SUCCESS;
    CUpti_CallbackData data{};
    data.callbackSite = site;
    data.functionParams = params;
    data.functionReturnValue = &result;
    engine_->graph_call(id, data);
  }
  CUgraphExec instantiate() {
    CUgraphExec exec = nullptr;
    cuGraphInstantiateWithFlags_params params{&exec, reinterpret_cast<CUgraph>(std::size_t{1}), 0};
    call_graph(CUPTI_DRIVER_TRACE_CBID_cuGraphInstantiateWithFlags, &params, CUPTI_API_ENTER);
    instantiate_(&exec, params.hGraph, 0);
    call_graph(CUPTI_DRIVER_TRACE_CBID_cuGraphInstantiateWithFlags, &params, CUPTI_API_EXIT);
    return exec;
  }
  void launch_graph(CUcontext context, CUgraphExec exec) {
    LaunchCall call;
    call.form = collect::spool::LaunchForm::graph;
    call.function = exec;
    const std::uint32_t correlation = ++correlation_;
    bool exchanged = false;
    if (callbacks_) {
      engine_->launches().enter();
      exchanged = engine_->launch_enter(context, correlation, call, nullptr) != nullptr;
      exchanged_ += exchanged ? 1 : 0;
    }
    const bool recorded = !exchanged && engine_->activity().recording();
    if (callbacks_) {
      engine_->launch_exit(correlation, true);
      engine_->launches().leave();
    }
    if (!recorded) return;
    record(correlation, "a", 1, 1, 10);
    if (correlation % 16 != 0) record(correlation, "b", 1, 1, 20);  // or it is lost
  }
  void destroy(CUgraphExec exec) {
    cuGraphExecDestroy_params params{exec};
    call_graph(CUPTI_DRIVER_TRACE_CBID_cuGraphExecDestroy, &params, CUPTI_API_ENTER);
    call_graph(CUPTI_DRIVER_TRACE_CBID_cuGraphExecDestroy, &params, CUPTI_API_EXIT);
  }

  // One thread of the program: mostly launches, on a context that it shares or on its own, which it resets at times.
  void work(unsigned number) {
    std::mt19937 random(GetParam().seed * 100 + number);
    const auto shared = reinterpret_cast<CUcontext>(std::uintptr_t{1000} + number % 2);
    const auto own = reinterpret_cast<CUcontext>(std::uintptr_t{2000} + number);
    CUgraphExec exec = instantiate();
    int event = 0;
    auto next_unload = Clock::now() + 500ms;
    auto next_timing = Clock::now() + 900ms;
    while (!stop_) {
      if (calm_) std::this_thread::sleep_for(2ms);
      const CUcontext context = random() % 4 == 0 ? own : shared;
      const auto choice = static_cast<unsigned>(random() % 1000);
      if (!calm_ && number == 0 && Clock::now() >= next_unload) {  // after which nothing is counted for a while
        next_unload += 1s;
        engine_->module_unloads();
      } else if (!calm_ && number == 1 && Clock::now() >= next_timing) {  // the same
        next_timing += 1s;
        engine_->handles().event_created(&event, true);
        engine_->event_recorded(&event);
        engine_->handles().event_destroyed(&event);
      } else if (choice < 2) {
        engine_->context_ends(own);
        scripted_context_ends(own);
      } else if (choice < 4) {
        ++captures_begun_;
        engine_->capture_begins(&event, context);
        launch(context, random() % std::size(kSymbols), random);
        engine_->capture_ends(&event);
        ++captures_ended_;
      } else if (choice < 60) {
        launch_graph(context, exec);
      } else if (choice < 64) {
        destroy(exec);
        exec = instantiate();
      } else if (choice < 80) {
        ranges_->push("", "step" + std::to_string(random() % 3));
        launch(context, random() % std::size(kSymbols), random);
        ranges_->pop("");
      } else {
        launch(context, random() % std::size(kSymbols), random);
      }
      if (choice % 8 == 0) std::this_thread::sleep_for(100us);
    }
    destroy(exec);
  }

  void tick() {
    for (int i = 0; !stop_; ++i) {
      if (i % 4 == 0) {
        engine_->tick();
      } else if (!engine_->idle()) {
        engine_->ration();
      }
      if (GetParam().idle && i % 50 == 10) std::ofstream(folder_ / collect::kCounting) << "";
      if (GetParam().idle && i % 50 == 40) unlink((folder_ / collect::kCounting).c_str());
      std::this_thread::sleep_for(2ms);
    }
  }

  fixtures::ScratchFolder folder_;
  CuptiScript& script_ = *new CuptiScript;
  NvtxRanges* ranges_ = new NvtxRanges;
  Engine* engine_ = nullptr;
  CUresult (*instantiate_)(CUgraphExec*, CUgraph, unsigned long long) = nullptr;
  std::atomic<bool> stop_{false};
  std::atomic<bool> calm_{false};  ///< there is room between launches, and nothing puts counting off
  std::atomic<bool> callbacks_{true};
  std::atomic<int> captures_begun_{0};
  std::atomic<int> captures_ended_{0};
  std::atomic<std::uint32_t> correlation_{0};
  std::atomic<std::uint64_t> certain_{0};  ///< launches with no capture around them
  std::atomic<std::uint64_t> made_{0};
  std::atomic<int> exchanged_{0};
  std::mutex records_mutex_;
  std::vector<CUpti_ActivityKernel10> records_;
};

TEST_P(EngineThreads, WritesEveryLaunchAndCountsSome) {
  std::vector<std::thread> threads;
  for (unsigned number = 0; number < 6; ++number) threads.emplace_back([this, number] { work(number); });
  threads.emplace_back([this] { tick(); });
  std::this_thread::sleep_for(2s);
  const bool fails = GetParam().fails_each > 0, limited = GetParam().max_overhead > 0 || GetParam().idle;
  const auto counted = [&] {
    const auto so_far = fixtures::read_spool(folder_ / "node.1.spool");
    return std::any_of(so_far.records.begin(), so_far.records.end(), [](const auto& record) {
      return std::holds_alternative<collect::spool::ObservationRecord>(record);
    });
  };
  const bool refuses = GetParam().refuses;
  const auto seen = [&] {
    if (refuses) return certain_ > 1000U;
    return fails ? script_.failures > 0 : counted() && (limited || exchanged_ > 0);
  };
  // On a busy machine one thread or another is always launching.
  calm_ = !seen();
  for (int i = 0; !seen() && i < 300; ++i) std::this_thread::sleep_for(100ms);
  stop_ = true;
  for (std::thread& thread : threads) thread.join();
  // An engine that ends while launches are not looked at leaves CUPTI alone.
  const bool looked_at = callbacks_;
  engine_->finish();

  const auto spool = fixtures::read_spool(folder_ / "node.1.spool");
  EXPECT_EQ(spool.damage.damaged, 0U);
  std::map<int, std::string> names;
  std::uint64_t launches = 0;
  int observations = 0;
  bool ended = false, kept = false;  // an engine may say that it could not give counters back
  bool busy = false;                 // or, where its time is limited, that other threads were always launching
  std::string notes;
  for (const auto& record : spool.records) {
    if (const auto* kernel = std::get_if<collect::spool::KernelRecord>(&record)) {
      if (kernel->form == collect::spool::LaunchForm::kernel) names[kernel->kernel] = kernel->function;
    }
    if (const auto* times = std::get_if<collect::spool::TimesRecord>(&record)) {
      for (const auto& row : times->kernels) {
        if (names.contains(row.kernel) && names[row.kernel].size() > 1) launches += row.launches;  // no node: "a", "b"
      }
    }
    if (std::holds_alternative<collect::spool::ObservationRecord>(record)) ++observations;
    if (const auto* note = std::get_if<collect::spool::NoteRecord>(&record)) {
      kept |= note->id == "counters-kept";
      busy |= limited && note->id == "busy";
      notes += note->id + ": " + note->text + '\n';
    }
    ended |= std::holds_alternative<collect::spool::EndRecord>(record);
  }
  EXPECT_TRUE(ended);
  const bool sees_all = GetParam().max_overhead == 0 && !GetParam().idle;
  EXPECT_GE(launches, sees_all ? certain_.load() : 100U);
  EXPECT_LE(launches, made_);
  EXPECT_GT(certain_, 1000U);
  EXPECT_EQ(script_.wrong.load(), nullptr) << script_.wrong.load();
  if (GetParam().fails_each == 0) {
    if (looked_at && !kept) {
      EXPECT_EQ(script_.enabled, 0) << "counters are given back";
    }
    EXPECT_TRUE((observations > 0) != refuses || kept || busy) << notes;
  }
  EXPECT_TRUE(seen() || kept || busy) << notes;
}

INSTANTIATE_TEST_SUITE_P(Seeds, EngineThreads,
                         ::testing::Values(Seed{1}, Seed{2}, Seed{3, 10}, Seed{4, 100}, Seed{5, 0, 0.03},
                                           Seed{6, 0, 0, true}, Seed{7, 50, 0, false, true},
                                           Seed{8, 0, 0, false, true, collect::ReplayMode::kernel},
                                           Seed{9, 0, 0, false, false, collect::ReplayMode::rotate, true}),
                         [](const auto& entry) {
                           const Seed& seed = entry.param;
                           return "Seed" + std::to_string(seed.seed) + "Fails" + std::to_string(seed.fails_each) +
                                  (seed.max_overhead > 0 ? "Limited" : "") + (seed.idle ? "OnDemand" : "") +
                                  (seed.lines ? "Lines" : "") +
                                  (seed.replay == collect::ReplayMode::kernel ? "Replay" : "") +
                                  (seed.refuses ? "Refused" : "");
                         });

}  // namespace
}  // namespace rooflens::inject
