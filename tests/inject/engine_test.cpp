// What the engine does at single launches while the GPU, captures and other contexts are in its way.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <unistd.h>
#include <thread>

#include <filesystem>
#include <map>

#include "profiler/config/counter_lock.hpp"
#include "profiler/cupti/current_gpu.hpp"
#include "tests/inject/engine_fixture.hpp"

namespace rooflens::inject {
namespace {

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

TEST_F(EngineTest, CountsNothingOfALaunchThatTheDriverRefuses) {
  begin();
  load();
  EXPECT_TRUE(launch("add", kContext, false));
  engine->finish();
  EXPECT_TRUE(written<ObservationRecord>().empty());
}

// Each is what its record says, and not a second time what its call says.
TEST_F(EngineTest, TellsLaunchesOfOneCorrelationApartByName) {
  config.launches_per_kernel = 0;
  begin();
  launch("add");
  record("add", 100);
  numbers = false;
  for (int i = 0; i < 5; ++i) {
    launch("other");
    launch("add");
    record("other", 2000);
    record("add", 100);
  }
  engine->finish();
  std::map<std::string, std::pair<std::uint64_t, double>> times;
  std::map<int, std::string> names;
  for (const auto& kernel : written<collect::spool::KernelRecord>()) names[kernel.kernel] = kernel.function;
  for (const auto& table : written<collect::spool::TimesRecord>()) {
    for (const auto& row : table.kernels) {
      times[names[row.kernel]].first += row.launches;
      times[names[row.kernel]].second += row.total_ns;
    }
  }
  EXPECT_EQ(times["add"], (std::pair<std::uint64_t, double>(6, 6 * 100)));
  EXPECT_EQ(times["other"], (std::pair<std::uint64_t, double>(5, 5 * 2000)));
  EXPECT_TRUE(noted("unnumbered"));
}

TEST_F(EngineTest, DescribesAKernelWhoseFirstLaunchFails) {
  begin();
  EXPECT_FALSE(launch("add", kContext, false));
  launch();
  const auto kernels_seen = written<collect::spool::KernelRecord>();
  EXPECT_EQ(kernels_seen.back().launch.registers_per_thread, 32);
}

TEST_F(EngineTest, CallsNothingThatWaitsWhileAStreamIsCaptured) {
  begin();
  load();
  ASSERT_TRUE(launch());
  EXPECT_EQ(script.open_windows, 1);
  engine->capture_begins(&streams[0], kContext);
  EXPECT_EQ(script.open_windows, 0);
  const int windows = script.windows;
  const int questions = *asked;
  engine->capture_begins(&streams[1], kContext);
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
  engine->capture_begins(&streams[0], kContext);
  engine->capture_begins(&streams[0], kContext);
  engine->capture_refused(&streams[0]);  // since it is captured already
  engine->capture_ends(&streams[1]);
  EXPECT_FALSE(counts());
  engine->capture_ends(&streams[0]);
  EXPECT_TRUE(counts());
  engine->capture_begins(nullptr, kContext);  // the thread's own stream
  std::thread([&] {
    engine->capture_begins(nullptr, kContext);
    engine->capture_ends(nullptr);
  }).join();
  EXPECT_FALSE(counts());
  engine->context_ends(kContext);
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
  engine->finish();
  EXPECT_TRUE(noted("busy"));
}

TEST_F(EngineTest, DoesNotSayThatTheGpuWasBusyWhereSomethingWasCounted) {
  begin();
  load();
  *busy = true;
  EXPECT_FALSE(launch());
  *busy = false;
  std::this_thread::sleep_for(1100ms);  // it is tried again later
  EXPECT_TRUE(launch());
  engine->finish();
  EXPECT_FALSE(noted("busy"));
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
  ASSERT_TRUE(launch("add", kContext, true, [&] { *busy = true; }));
  EXPECT_GE(Clock::now() - begin, 25ms) << "no launch is given up at once";
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
  EXPECT_TRUE(launch("add", kContext, true, [&] {
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
    ASSERT_TRUE(launch("add", kContext, true, [&] { *busy = true; }));
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
  ASSERT_TRUE(launch("add", kContext, true, [&] {
    std::thread([&] {
      LaunchCall call;
      call.function = "other";
      EXPECT_EQ(engine->launch_enter(kContext, 900, call, "other"), nullptr);
      EXPECT_FALSE(Engine::counts_here());
      engine->launch_exit(900, true);
    }).join();
  }));
  engine->finish();
  const auto observations = written<ObservationRecord>();
  ASSERT_EQ(observations.size(), 1U);
  EXPECT_TRUE(observations.front().overlapped);
}

TEST_F(EngineTest, LocksTheFileOfTheGpuWhileItHasTheCounters) {
  *static_cast<int*>(dlsym(RTLD_DEFAULT, "fake_cuda_gpu")) = getpid();
  begin();
  load();
  ASSERT_TRUE(launch());
  const std::string gpu = collect::cupti::current_gpu();
  const auto file = collect::counter_lock_file(gpu, collect::counter_lock_folder());
  const int descriptor = open(file.c_str(), O_RDONLY | O_CLOEXEC);
  ASSERT_GE(descriptor, 0) << file;
  EXPECT_NE(flock(descriptor, LOCK_SH | LOCK_NB), 0);
  EXPECT_EQ(collect::counter_lock_holder(gpu), std::nullopt) << "it is this process";
  engine->finish();
  EXPECT_EQ(flock(descriptor, LOCK_SH | LOCK_NB), 0);
  close(descriptor);
  std::filesystem::remove(file);
}

// CUPTI allows one context of a device; enabling takes 200 ms.
TEST_F(EngineTest, KeepsTheCountersOfADeviceInOneContext) {
  // A thread that gets no core in time leaves its launch alone, and the next one tries again.
  const auto counted_soon = [this](const char* name, CUcontext context) {
    for (const auto until = Clock::now() + 10s; Clock::now() < until; std::this_thread::sleep_for(50ms)) {
      if (launch(name, context)) return true;
    }
    return false;
  };
  begin();
  load();
  load("other", kOtherContext);
  ASSERT_TRUE(counted_soon("add", kContext));
  EXPECT_FALSE(launch("other", kOtherContext));
  EXPECT_EQ(script.enabled, 1);
  std::this_thread::sleep_for(1100ms);
  EXPECT_TRUE(counted_soon("other", kOtherContext)) << "the first was silent for a second";
  EXPECT_EQ(script.enabled, 1);
  EXPECT_FALSE(launch("copy"));
  EXPECT_FALSE(launch("copy")) << "now it belongs to the other";
  engine->context_ends(kOtherContext);
  EXPECT_EQ(script.enabled, 0);
  load("copy");
  EXPECT_TRUE(counted_soon("copy", kContext)) << "which is gone";
}

// CUPTI might wait for it.
TEST_F(EngineTest, LeavesALaunchAloneWhileAnotherContextOfTheDeviceIsBusy) {
  begin();
  load();
  ASSERT_TRUE(launch());
  load("other", kOtherContext);
  auto& busy_context = *static_cast<std::atomic<CUcontext>*>(dlsym(RTLD_DEFAULT, "fake_cuda_busy_context"));
  busy_context = kOtherContext;
  for (int i = 0; i < 5; ++i) EXPECT_FALSE(launch("copy"));
  busy_context = nullptr;
  std::this_thread::sleep_for(1100ms);
  EXPECT_TRUE(launch("copy"));
}

TEST_F(EngineTest, LeavesLaunchesAloneThatGoToAnotherContextThanTheCurrentOne) {
  begin();
  engine->context_begins();
  engine->context_begins();
  stream = reinterpret_cast<CUstream>(kOtherContext);  // a stream of which the driver says so
  for (int i = 0; i < 5; ++i) EXPECT_FALSE(launch());
  EXPECT_TRUE(noted("context"));
  stream = reinterpret_cast<CUstream>(kContext);
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
  engine->context_ends(kContext);
  symbol[0] = 'o';  // the next context's, in the same place
  launch(symbol);
  engine->finish();
  const auto kernels_seen = written<collect::spool::KernelRecord>();
  EXPECT_EQ(kernels_seen.front().function, "add");
  EXPECT_EQ(kernels_seen.back().function, "odd");
}

}  // namespace
}  // namespace rooflens::inject
