// An engine without a GPU: CUPTI is scripted, and the driver says when the GPU is busy.
#pragma once

#include "profiler/inject/engine.hpp"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "tests/fixtures/scratch_folder.hpp"
#include "tests/fixtures/spool_records.hpp"
#include "tests/inject/plain_cubin.hpp"
#include "tests/inject/scripted_cupti.hpp"

namespace rooflens::inject {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;
using collect::spool::LaunchForm;
using collect::spool::ObservationRecord;

// Both on device 0.
inline auto* const kContext = reinterpret_cast<CUcontext>(std::uintptr_t{1000});
inline auto* const kOtherContext = reinterpret_cast<CUcontext>(std::uintptr_t{2000});

struct EngineTest : ::testing::Test {
  fixtures::ScratchFolder folder;
  CuptiScript& script = *new CuptiScript;  // neither is ever destroyed, as in an application
  NvtxRanges& ranges = *new NvtxRanges;
  collect::ProfileConfig config;
  std::shared_ptr<const collect::cupti::Api> api = scripted_cupti(script);
  std::atomic<bool>* busy = nullptr;
  std::atomic<CUresult>* error = nullptr;
  std::atomic<int>* asked = nullptr;  ///< how often the driver was, for what goes on in a context
  Engine* engine = nullptr;
  std::uint32_t correlation = 0;
  bool numbers = true;  ///< false: each launch has the correlation of the one before it, as CUPTI may give it
  CUstream stream = nullptr;
  void* const* arguments = nullptr;
  LaunchForm form = LaunchForm::kernel;
  std::uint32_t blocks = 1;
  int streams[2] = {};
  int kernels = 0;
  bool rests = false;  ///< launches have no callbacks
  bool sees_code = true;
  const std::string code = plain_cubin({"add", "other"});

  void SetUp() override {
    void* driver = dlopen(ROOFLENS_FAKE_CUDA, RTLD_NOW | RTLD_GLOBAL);
    ASSERT_NE(driver, nullptr) << dlerror();
    busy = static_cast<std::atomic<bool>*>(dlsym(driver, "fake_cuda_busy"));
    ASSERT_NE(busy, nullptr);
    error = static_cast<std::atomic<CUresult>*>(dlsym(driver, "fake_cuda_error"));
    asked = static_cast<std::atomic<int>*>(dlsym(driver, "fake_cuda_asked"));
  }
  void TearDown() override {
    *busy = false;
    *error = CUDA_SUCCESS;
    EXPECT_EQ(script.wrong.load(), nullptr) << script.wrong.load();
  }
  void begin() {
    auto logbook = std::make_unique<Logbook>((folder / "node.1.spool").string());
    logbook->write(collect::spool::ProcessRecord{});
    config.spool_folder = folder.path().string();
    engine = new Engine(config, api, std::move(logbook), ranges, collect::JobRank{0, 1, ""},
                        [this](bool enabled) { rests = !enabled; });
    engine->activity().begin();
    if (sees_code) engine->module_loaded(code.data(), code.size());
  }
  /// Begins, and launches until launches have no callbacks.
  void begin_and_rest() {
    config.max_overhead = 0.001;
    config.credit_seconds = 1;
    begin();
    load();
    for (const auto until = Clock::now() + 10s; !rests && Clock::now() < until; engine->ration())
      for (int i = 0; i < 100; ++i) launch();
    ASSERT_TRUE(rests);
  }
  [[nodiscard]] int counted() const { return script.ranges + script.patched; }
  // Whether it is counted. `meanwhile`: what happens before the launch ends.
  bool launch(
      const char* symbol = "add", CUcontext context = kContext, bool succeeds = true,
      const std::function<void()>& meanwhile = [] {}) {
    const int before = counted();
    LaunchCall call;
    call.function = symbol;
    call.form = form;
    call.grid = {blocks, 1, 1};
    call.block = {32, 1, 1};
    call.stream = stream;
    call.arguments = arguments;
    if (numbers) ++correlation;
    const std::uint32_t number = correlation;
    engine->end_lost_launch(true);
    engine->launches().enter();
    EXPECT_EQ(engine->launch_enter(context, number, call, symbol), nullptr);
    const bool counts = Engine::counts_here();
    meanwhile();
    engine->launch_exit(number, succeeds);
    engine->launches().leave();
    EXPECT_EQ(counts, counted() > before);
    return counts;
  }
  // The first launch that could be counted is left alone.
  void load(const char* symbol = "add", CUcontext context = kContext) { EXPECT_FALSE(launch(symbol, context)); }
  void record(const char* symbol, std::uint64_t duration_ns, std::uint32_t before = 0) {  // of the last launch
    CUpti_ActivityKernel10 record{};
    record.correlationId = correlation - before;
    record.name = symbol;
    record.start = 1000;
    record.end = 1000 + duration_ns;
    engine->kernel_record(record);
  }
  template <class Record>
  [[nodiscard]] std::vector<Record> written() const {
    std::vector<Record> found;
    for (const auto& record : fixtures::read_spool(folder / "node.1.spool").records) {
      if (const auto* one = std::get_if<Record>(&record)) found.push_back(*one);
    }
    return found;
  }
  [[nodiscard]] bool noted(const std::string& id) const {
    const auto notes = written<collect::spool::NoteRecord>();
    return std::any_of(notes.begin(), notes.end(), [&](const auto& note) { return note.id == id; });
  }
};

}  // namespace rooflens::inject
