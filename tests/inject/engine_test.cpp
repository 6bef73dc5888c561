// What the engine does at single launches, without a GPU: CUPTI is scripted, and the driver says when the GPU is busy.
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
#include "tests/inject/scripted_cupti.hpp"

namespace rooflens::inject {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;
using collect::spool::ObservationRecord;

// Both on device 0.
auto* const kFirst = reinterpret_cast<CUcontext>(std::uintptr_t{1000});
auto* const kSecond = reinterpret_cast<CUcontext>(std::uintptr_t{2000});

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
  CUstream stream = nullptr;
  int streams[2] = {};
  int kernels = 0;
  bool rests = false;  ///< launches have no callbacks

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
  }
  [[nodiscard]] int counted() const { return script.ranges + script.patched; }
  // Whether it is counted. `meanwhile`: what happens before the launch ends.
  bool launch(
      const char* symbol = "add", CUcontext context = kFirst, bool succeeds = true,
      const std::function<void()>& meanwhile = [] {}) {
    const int before = counted();
    LaunchCall call;
    call.function = symbol;
    call.grid = {1, 1, 1};
    call.block = {32, 1, 1};
    call.stream = stream;
    const std::uint32_t number = ++correlation;
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
  void load(const char* symbol = "add", CUcontext context = kFirst) { EXPECT_FALSE(launch(symbol, context)); }
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

TEST_F(EngineTest, CountsAKernelInEachPassAndGivesTheCountersBack) {
  begin();
  load();
  for (int i = 0; i < 200; ++i) launch();
  EXPECT_GE(counted(), 2) << "in two passes at least";
  EXPECT_LT(counted(), 30) << "some launches of each kernel";
  EXPECT_EQ(script.enabled, 1);
  EXPECT_EQ(script.plans, 1);
  EXPECT_TRUE(engine->activity().recording());
  engine->finish();
  EXPECT_EQ(script.enabled, 0);
  EXPECT_FALSE(written<ObservationRecord>().empty());
  EXPECT_EQ(written<collect::spool::EndRecord>().size(), 1U);
}

TEST_F(EngineTest, GivesTheCountersBackInTheMiddleOfARest) {
  config.max_overhead = 0.001;
  config.credit_seconds = 1;
  begin();
  load();
  for (const auto until = Clock::now() + 10s; !rests && Clock::now() < until; engine->ration())
    for (int i = 0; i < 100; ++i) launch();
  ASSERT_TRUE(rests);
  EXPECT_EQ(script.enabled, 1);
  engine->finish(true);
  EXPECT_EQ(script.enabled, 0);
  EXPECT_FALSE(rests);
}

TEST_F(EngineTest, CountsNothingOfALaunchThatTheDriverRefuses) {
  begin();
  load();
  EXPECT_TRUE(launch("add", kFirst, false));
  engine->finish();
  EXPECT_TRUE(written<ObservationRecord>().empty());
}

TEST_F(EngineTest, CallsNothingThatWaitsWhileAStreamIsCaptured) {
  begin();
  load();
  ASSERT_TRUE(launch());
  EXPECT_EQ(script.open_windows, 1);
  engine->capture_begins(&streams[0], kFirst);
  EXPECT_EQ(script.open_windows, 0);
  const int windows = script.windows;
  const int questions = *asked;
  engine->capture_begins(&streams[1], kFirst);
  engine->module_unloads();
  for (int i = 0; i < 20; ++i) EXPECT_FALSE(launch());
  engine->tick();
  EXPECT_EQ(script.windows, windows);
  EXPECT_EQ(*asked, questions) << "which would make the captures fail";
  EXPECT_EQ(script.enabled, 1) << "giving counters back waits too";
  engine->capture_ends(&streams[1]);
  engine->capture_ends(&streams[0]);
  std::this_thread::sleep_for(250ms);  // modules come and go
  EXPECT_FALSE(launch());
  EXPECT_EQ(script.enabled, 0) << "first of all";
  int more = 0;
  for (int i = 0; i < 20; ++i) more += launch() ? 1 : 0;
  EXPECT_GT(more, 0);
}

TEST_F(EngineTest, KnowsHowCapturesEnd) {
  begin();
  const auto counts = [&] {
    bool any = false;
    for (int i = 0; i < 5; ++i) any |= launch(("add" + std::to_string(++kernels)).c_str()) || launch();
    return any;
  };
  EXPECT_TRUE(counts());
  engine->capture_begins(&streams[0], kFirst);
  engine->capture_begins(&streams[0], kFirst);
  engine->capture_refused(&streams[0]);  // since it is captured already
  engine->capture_ends(&streams[1]);
  EXPECT_FALSE(counts());
  engine->capture_ends(&streams[0]);
  EXPECT_TRUE(counts());
  engine->capture_begins(nullptr, kFirst);  // the thread's own stream
  std::thread([&] {
    engine->capture_begins(nullptr, kFirst);
    engine->capture_ends(nullptr);
  }).join();
  EXPECT_FALSE(counts());
  engine->context_ends(kFirst);
  EXPECT_TRUE(counts());
}

TEST_F(EngineTest, LeavesALaunchAloneWhileTheGpuIsBusy) {
  begin();
  load();
  *busy = true;
  const auto begin = Clock::now();
  EXPECT_FALSE(launch());
  EXPECT_LT(Clock::now() - begin, 3s);
  const auto again = Clock::now();
  for (int i = 0; i < 100; ++i) EXPECT_FALSE(launch());
  EXPECT_LT(Clock::now() - again, 500ms) << "it is not tried at every launch";
  EXPECT_EQ(script.windows, 0);
}

// CUPTI would wait without a deadline for what nobody knows of.
TEST_F(EngineTest, LeavesLaunchesAloneWhereTheDriverDoesNotSayThatTheGpuIsDone) {
  begin();
  load();
  *error = CUDA_ERROR_ILLEGAL_ADDRESS;
  for (int i = 0; i < 20; ++i) EXPECT_FALSE(launch());
  engine->tick();
  engine->finish();
  EXPECT_EQ(script.windows, 0);
}

// It may wait for what the host does next.
TEST_F(EngineTest, DoesNotWaitForALaunchThatDoesNotEnd) {
  begin();
  load();
  record("add", 1'000'000);
  const auto begin = Clock::now();
  ASSERT_TRUE(launch("add", kFirst, true, [&] { *busy = true; }));
  EXPECT_GE(Clock::now() - begin, 100ms) << "no launch is given up at once";
  EXPECT_LT(Clock::now() - begin, 900ms) << "four times a millisecond is little";
  EXPECT_FALSE(engine->activity().recording()) << "its range is still open";
  EXPECT_EQ(script.open_ranges, 1);
  load("other");
  EXPECT_FALSE(launch("other"));
  *busy = false;
  engine->tick();
  EXPECT_EQ(script.open_ranges, 0);
  EXPECT_TRUE(engine->activity().recording());
  load("other");
  EXPECT_TRUE(launch("other"));
  for (int i = 0; i < 20; ++i) EXPECT_FALSE(launch()) << "not again so soon";
  engine->finish();
  EXPECT_TRUE(noted("waits"));
  for (const auto& o : written<ObservationRecord>()) EXPECT_EQ(o.kernel, 1) << "what it counted is dropped";
}

// The first launch takes long, and its record comes while the second one is waited for.
TEST_F(EngineTest, WaitsForALaunchAsLongAsItsKernelTurnsOutToTake) {
  begin();
  load();
  record("add", 100'000'000);
  std::thread later;
  EXPECT_TRUE(launch("add", kFirst, true, [&] {
    *busy = true;
    later = std::thread([&] {
      std::this_thread::sleep_for(50ms);
      record("add", 10'000'000'000, 1);
      std::this_thread::sleep_for(700ms);
      *busy = false;
    });
  }));
  later.join();
  EXPECT_EQ(script.open_ranges, 0);
  engine->finish();
  EXPECT_FALSE(noted("waits"));
}

// A long copy of another thread, which is over when the kernel's turn comes again.
TEST_F(EngineTest, TriesAKernelOnceMoreThatDidNotEndInTime) {
  begin();
  load();
  record("add", 1'000'000);
  for (int i = 0; i < 2; ++i) {
    ASSERT_TRUE(launch("add", kFirst, true, [&] { *busy = true; }));
    *busy = false;
    engine->tick();
    for (int k = 0; k < 20; ++k) EXPECT_FALSE(launch());
    std::this_thread::sleep_for(2100ms);
  }
  for (int i = 0; i < 20; ++i) EXPECT_FALSE(launch()) << "twice is enough";
}

TEST_F(EngineTest, SaysThatAnotherThreadLaunchedMeanwhile) {
  begin();
  load();
  load("other");
  ASSERT_TRUE(launch("add", kFirst, true, [&] {
    std::thread([&] {
      LaunchCall call;
      call.function = "other";
      EXPECT_EQ(engine->launch_enter(kFirst, 900, call, "other"), nullptr);
      EXPECT_FALSE(Engine::counts_here());
      engine->launch_exit(900, true);
    }).join();
  }));
  engine->finish();
  const auto observations = written<ObservationRecord>();
  ASSERT_EQ(observations.size(), 1U);
  EXPECT_TRUE(observations.front().overlapped);
}

// CUPTI allows one context of a device; enabling takes 200 ms.
TEST_F(EngineTest, KeepsTheCountersOfADeviceInOneContext) {
  begin();
  load();
  load("other", kSecond);
  ASSERT_TRUE(launch());
  EXPECT_FALSE(launch("other", kSecond));
  EXPECT_EQ(script.enabled, 1);
  std::this_thread::sleep_for(1100ms);
  EXPECT_TRUE(launch("other", kSecond)) << "the first was silent for a second";
  EXPECT_EQ(script.enabled, 1);
  EXPECT_FALSE(launch("copy"));
  EXPECT_FALSE(launch("copy")) << "now it belongs to the other";
  engine->context_ends(kSecond);
  EXPECT_EQ(script.enabled, 0);
  load("copy");
  EXPECT_TRUE(launch("copy")) << "which is gone";
}

// CUPTI might wait for it.
TEST_F(EngineTest, LeavesALaunchAloneWhileAnotherContextOfTheDeviceIsBusy) {
  begin();
  load();
  ASSERT_TRUE(launch());
  load("other", kSecond);
  auto& busy_context = *static_cast<std::atomic<CUcontext>*>(dlsym(RTLD_DEFAULT, "fake_cuda_busy_context"));
  busy_context = kSecond;
  for (int i = 0; i < 5; ++i) EXPECT_FALSE(launch("copy"));
  busy_context = nullptr;
  std::this_thread::sleep_for(1100ms);
  EXPECT_TRUE(launch("copy"));
}

TEST_F(EngineTest, LeavesLaunchesAloneThatGoToAnotherContextThanTheCurrentOne) {
  begin();
  engine->context_begins();
  engine->context_begins();
  stream = reinterpret_cast<CUstream>(kSecond);  // a stream of which the driver says so
  for (int i = 0; i < 5; ++i) EXPECT_FALSE(launch());
  EXPECT_TRUE(noted("context"));
  stream = reinterpret_cast<CUstream>(kFirst);
  load();
  EXPECT_TRUE(launch());
}

TEST_F(EngineTest, LeavesNothingInTheContextWhenAModuleIsUnloaded) {
  begin();
  load();
  ASSERT_TRUE(launch());
  engine->module_unloads();
  EXPECT_EQ(script.enabled, 0);
  load("other");
  EXPECT_FALSE(launch("other")) << "modules come and go";
  std::this_thread::sleep_for(250ms);
  load("other");
  EXPECT_TRUE(launch("other"));
}

TEST_F(EngineTest, KnowsNoKernelByAHandleOfAContextThatEnded) {
  begin();
  char symbol[] = "add";
  launch(symbol);
  engine->context_ends(kFirst);
  symbol[0] = 'o';  // the next context's, in the same place
  launch(symbol);
  engine->finish();
  const auto kernels_seen = written<collect::spool::KernelRecord>();
  EXPECT_EQ(kernels_seen.front().function, "add");
  EXPECT_EQ(kernels_seen.back().function, "odd");
}

TEST_F(EngineTest, CountsTheLaunchesThatHaveTheNumbersAskedFor) {
  config.skip = 3;
  config.count = 2;
  begin();
  std::vector<bool> counts;
  for (int i = 0; i < 10; ++i) counts.push_back(launch());
  EXPECT_EQ(counts, (std::vector<bool>{false, false, false, false, true, false, false, false, false, false}))
      << "the fourth, the first of the two, loads code";
}

TEST_F(EngineTest, CountsWhatTheUserChose) {
  config.kernel_pattern = "^a";
  config.exclude_pattern = "all";
  config.nvtx_range = "step";
  begin();
  for (const char* symbol : {"add", "other", "add_all"}) {
    for (int i = 0; i < 3; ++i) EXPECT_FALSE(launch(symbol)) << "outside the range";
  }
  ranges.push("", "step");
  load();
  EXPECT_TRUE(launch());
  for (const char* symbol : {"other", "add_all"}) {
    for (int i = 0; i < 3; ++i) EXPECT_FALSE(launch(symbol)) << symbol;
  }
}

TEST_F(EngineTest, WaitsForTheProfilerOfTheProgram) {
  config.wait_for_profiler_start = true;
  begin();
  for (int i = 0; i < 3; ++i) EXPECT_FALSE(launch());
  engine->profiler_started(true);
  load();
  EXPECT_TRUE(launch());
  engine->profiler_started(false);
  for (int i = 0; i < 3; ++i) EXPECT_FALSE(launch());
}

TEST_F(EngineTest, LeavesLaunchesAloneThatTheProgramTimes) {
  begin();
  load();
  int event = 0;
  engine->handles().event_created(&event, true);
  engine->event_recorded(&event);
  for (int i = 0; i < 3; ++i) EXPECT_FALSE(launch());
  engine->event_recorded(&event);
  EXPECT_FALSE(launch());
  EXPECT_TRUE(noted("self-timed"));
  std::this_thread::sleep_for(110ms);
  for (int i = 0; i < 20; ++i) launch();
  EXPECT_GT(counted(), 0);
}

// Patched code needs no hardware counters.
TEST_F(EngineTest, CountsInstructionsWhereHardwareCountersAreRefused) {
  script.refuses = true;
  begin();
  EXPECT_TRUE(launch());
  EXPECT_EQ(script.patched, 1);
  for (int i = 0; i < 5; ++i) EXPECT_FALSE(launch()) << "once is enough";
  engine->finish();
  EXPECT_TRUE(noted("permission"));
  const auto observations = written<ObservationRecord>();
  ASSERT_EQ(observations.size(), 1U);
  EXPECT_EQ(observations.front().values, (std::vector<double>{20, 22})) << "two instructions: 10 and 11 each";
}

TEST_F(EngineTest, WritesDownInstructionsOfLaunchesThatWereMadeAlone) {
  config.lines = true;
  config.launches_per_kernel = 0;
  begin();
  EXPECT_TRUE(launch("add", kFirst, false));
  EXPECT_TRUE(launch()) << "of the first there was nothing to count";
  EXPECT_FALSE(launch());
  engine->finish();
  EXPECT_EQ(written<collect::spool::InstructionsRecord>().size(), 1U);
}

// Fibers too, whose stacks are none of the thread's.
TEST_F(EngineTest, CountsNothingOnAStackThatIsSmall) {
  begin();
  const auto counts = [&](std::size_t stack) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, stack);
    const auto some = [](void* own) -> void* {
      bool any = false;
      for (int i = 0; i < 5; ++i) any |= static_cast<EngineTest*>(own)->launch();
      return any ? own : nullptr;
    };
    pthread_t thread;
    void* any = nullptr;
    pthread_create(&thread, &attributes, some, static_cast<EngineTest*>(this));
    pthread_join(thread, &any);
    pthread_attr_destroy(&attributes);
    return any != nullptr;
  };
  EXPECT_FALSE(counts(192 << 10));
  EXPECT_TRUE(noted("stack"));
  EXPECT_TRUE(counts(1 << 20));
}

// A handler went on elsewhere, out of the driver.
TEST_F(EngineTest, EndsALaunchThatWasLeftInTheMiddle) {
  begin();
  load();
  LaunchCall call;
  call.function = "add";
  call.grid = {1, 1, 1};
  call.block = {32, 1, 1};
  engine->launches().enter();
  EXPECT_EQ(engine->launch_enter(kFirst, 900, call, "add"), nullptr);
  ASSERT_TRUE(Engine::counts_here());
  launch("other");
  EXPECT_EQ(script.open_ranges, 0);
  std::thread([&] {
    EXPECT_TRUE(engine->launches().close()) << "nobody is inside, and nobody holds launches";
    engine->launches().open();
  }).join();
  load("another");
  EXPECT_TRUE(launch("another"));
}

TEST_F(EngineTest, StopsForAFatalError) {
  begin();
  load();
  ASSERT_TRUE(launch());
  engine->fatal_error();
  for (int i = 0; i < 20; ++i) EXPECT_FALSE(launch());
  const int windows = script.windows;
  engine->tick();
  engine->finish();
  EXPECT_EQ(script.windows, windows);
  EXPECT_EQ(script.open_windows, 1) << "CUPTI is left alone";
  EXPECT_EQ(written<collect::spool::EndRecord>().size(), 1U);
}

TEST_F(EngineTest, LeavesCuptiAloneAfterAFatalErrorInTheMiddleOfALaunch) {
  begin();
  load();
  ASSERT_TRUE(launch("add", kFirst, true, [&] { engine->fatal_error(); }));
  EXPECT_EQ(script.open_ranges, 1) << "nothing is called to end it";
  EXPECT_FALSE(script.records) << "nor to record again";
  EXPECT_FALSE(launch());
  engine->context_ends(kFirst);
  EXPECT_EQ(script.enabled, 1) << "nor when the context ends";
}

}  // namespace
}  // namespace rooflens::inject
