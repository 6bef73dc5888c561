// The counters of one context, on a CUPTI that is scripted: what another thread does between two looks at a launch.
#include "profiler/count/context_counters.hpp"

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <pthread.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <thread>

#include "tests/fixtures/scratch_folder.hpp"
#include "tests/fixtures/spool_records.hpp"
#include "tests/inject/scripted_cupti.hpp"

#ifndef __SANITIZE_THREAD__  // which has a function of that name
namespace {
std::atomic<int> refused_threads{0};  // of those that are asked for next
}
extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*run)(void*), void* own) {
  static const auto create = reinterpret_cast<decltype(&pthread_create)>(dlsym(RTLD_NEXT, "pthread_create"));
  if (refused_threads > 0 && refused_threads-- > 0) return EAGAIN;
  return create(thread, attributes, run, own);
}
#endif

namespace rooflens::inject {
namespace {

using namespace std::chrono_literals;

auto* const kFirst = reinterpret_cast<CUcontext>(std::uintptr_t{1000});
auto* const kSecond = reinterpret_cast<CUcontext>(std::uintptr_t{2000});

struct CountersTest : ::testing::Test {
  CuptiScript& script = *new CuptiScript;  // never destroyed, as threads may go on
  std::shared_ptr<const collect::cupti::Api> api = scripted_cupti(script);
  const collect::ProfileConfig config;
  const fixtures::ScratchFolder folder;
  Budget budget{0, 0, 1, Budget::Clock::now()};
  Logbook logbook{(folder / "1.spool").string()};
  ActivitySwitch activity{api};
  DeviceMemory memory{[] { return std::optional<std::size_t>(); }};
  Targets targets{api, config, budget, logbook};
  SourceLines sources{api};
  DriverGate gate;
  LaunchGate launches;
  std::atomic<int> captures{0};
  std::atomic<int> beginning{0};
  SeenKernel kernel;

  void SetUp() override {
    ASSERT_NE(dlopen(ROOFLENS_FAKE_CUDA, RTLD_NOW | RTLD_GLOBAL), nullptr);
    activity.begin();
  }
  [[nodiscard]] ContextCounters::Surroundings surroundings() {
    return {api, config, budget, logbook, activity, memory, targets, sources, gate, launches, captures, beginning};
  }
  bool counts(ContextCounters& counters) {
    const bool begun = counters.before(kernel, 0);
    if (begun) counters.after(true);
    ++kernel.launches;
    return begun;
  }
};

// A capture begins, or another context gets the counters.
TEST_F(CountersTest, HeedCapturesAndOwnersThemselves) {
  ContextCounters counters(surroundings(), kFirst, 0);
  const auto counts_now = [&] { return counts(counters); };
  EXPECT_FALSE(counts_now() || counts_now()) << "no context owns the counters";
  targets.device(0).owner = kFirst;
  counts_now();
  ASSERT_TRUE(counts_now());
  captures = 1;
  EXPECT_FALSE(counts_now() || counts_now() || counts_now());
  counters.commit(0s, true);
  EXPECT_EQ(script.open_windows, 1) << "ending it would wait for the GPU";
  EXPECT_FALSE(counters.can_count()) << "to find out would wait for the GPU";
  EXPECT_FALSE(counters.release_unless_captured());
  bool taken = false;
  counters.yield([&] { taken = true; });
  EXPECT_FALSE(taken);
  EXPECT_EQ(script.enabled, 1);
  captures = 0;
  counters.commit(0s, true);
  EXPECT_EQ(script.open_windows, 0);
  targets.device(0).owner = kSecond;
  EXPECT_FALSE(counts_now() || counts_now() || counts_now());
  EXPECT_TRUE(counters.release_unless_captured());
  EXPECT_EQ(script.enabled, 0);
  EXPECT_EQ(script.wrong.load(), nullptr) << script.wrong.load();
}

#ifndef __SANITIZE_THREAD__
// On the application's it would have no deadline.
TEST_F(CountersTest, CountNothingWithoutAThreadOfTheirOwn) {
  ContextCounters counters(surroundings(), kFirst, 0);
  targets.device(0).owner = kFirst;
  refused_threads = 1;
  for (int i = 0; i < 5; ++i) EXPECT_FALSE(counts(counters));
  EXPECT_EQ(refused_threads, 0);
  EXPECT_EQ(script.plans, 0) << "CUPTI was called";
  EXPECT_EQ(fixtures::note_ids(folder.path()), "thread ");
  counters.commit(0s, true);
  counters.close_window();
  counters.release();
  EXPECT_FALSE(targets.lost);
}
#endif

// CUPTI comes back when everybody has given it up, or never.
TEST_F(CountersTest, LetALaunchGoThatCuptiHoldsUp) {
  auto around = surroundings();
  around.longest_wait = 300ms;
  auto& counters = *new ContextCounters(around, kFirst, 0);
  targets.device(0).owner = kFirst;
  counts(counters);
  std::atomic<bool> comes_back{false};
  script.push = [&] {
    while (!comes_back) std::this_thread::sleep_for(1ms);
  };
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_FALSE(counts(counters));
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 2s);
  EXPECT_TRUE(targets.lost);
  EXPECT_TRUE(fixtures::note_ids(folder.path()).find("cupti-hangs ") != std::string::npos);
  EXPECT_TRUE(launches.close()) << "other threads launch";
  launches.open();
  const auto next = std::chrono::steady_clock::now();
  EXPECT_FALSE(counts(counters));
  counters.commit(0s, true);
  counters.close_window();
  counters.step_back();
  counters.release();
  EXPECT_FALSE(counters.release_unless_captured());
  EXPECT_FALSE(counters.quiet_within(60s));
  EXPECT_LT(std::chrono::steady_clock::now() - next, 2s) << "nobody waits for it again";
  activity.settle();
  EXPECT_TRUE(activity.recording());
  comes_back = true;
  for (int i = 0; i < 1000 && !counters.quiet_within(10ms); ++i) std::this_thread::sleep_for(1ms);
  EXPECT_FALSE(counts(counters)) << "its range is open";
  counters.close_window();
  EXPECT_FALSE(counters.context_ends());
  EXPECT_EQ(script.open_windows, 1) << "it is left alone";
}

// A kernel that is known to take long is waited for, besides what CUPTI takes.
TEST_F(CountersTest, WaitForALongKernelAsLongAsItTakes) {
  auto around = surroundings();
  around.longest_wait = 300ms;
  ContextCounters counters(around, kFirst, 0);
  targets.device(0).owner = kFirst;
  counts(counters);
  kernel.mean_ns = 1e9;
  ASSERT_TRUE(counters.before(kernel, 0));
  auto& busy = *static_cast<std::atomic<bool>*>(dlsym(RTLD_DEFAULT, "fake_cuda_busy"));
  busy = true;
  std::thread gpu([&] {
    std::this_thread::sleep_for(700ms);
    busy = false;
  });
  counters.after(true);
  gpu.join();
  EXPECT_FALSE(targets.lost);
  EXPECT_EQ(script.open_ranges, 0);
}

}  // namespace
}  // namespace rooflens::inject
