// The counters of one context, on a CUPTI that is scripted: what another thread does between two looks at a launch.
#include "profiler/count/context_counters.hpp"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <optional>

#include "tests/fixtures/scratch_folder.hpp"
#include "tests/inject/scripted_cupti.hpp"

namespace rooflens::inject {
namespace {

using namespace std::chrono_literals;

auto* const kFirst = reinterpret_cast<CUcontext>(std::uintptr_t{1000});
auto* const kSecond = reinterpret_cast<CUcontext>(std::uintptr_t{2000});

// A capture begins, or another context gets the counters.
TEST(ContextCounters, HeedCapturesAndOwnersThemselves) {
  ASSERT_NE(dlopen(ROOFLENS_FAKE_CUDA, RTLD_NOW | RTLD_GLOBAL), nullptr);
  CuptiScript script;
  const auto api = scripted_cupti(script);
  const collect::ProfileConfig config;
  const fixtures::ScratchFolder folder;
  Budget budget(0, 0, 1, Budget::Clock::now());
  Logbook logbook((folder / "1.spool").string());
  ActivitySwitch activity(api);
  activity.begin();
  DeviceMemory memory([] { return std::optional<std::size_t>(); });
  Targets targets(api, config, budget, logbook);
  SourceLines sources(api);
  DriverGate gate;
  LaunchGate launches;
  std::atomic<int> captures{0};
  ContextCounters counters({api, config, budget, logbook, activity, memory, targets, sources, gate, launches, captures},
                           kFirst, 0);
  SeenKernel kernel;
  const auto counts = [&] {
    const bool begun = counters.before(kernel, 0);
    if (begun) counters.after(true);
    ++kernel.launches;
    return begun;
  };
  EXPECT_FALSE(counts() || counts()) << "no context owns the counters";
  targets.device(0).owner = kFirst;
  counts();
  ASSERT_TRUE(counts());
  captures = 1;
  EXPECT_FALSE(counts() || counts() || counts());
  counters.commit(0s, true);
  EXPECT_EQ(script.open_windows, 1) << "ending it would wait for the GPU";
  EXPECT_FALSE(counters.can_count()) << "to find out would wait for the GPU";
  EXPECT_FALSE(counters.release_unless_captured());
  EXPECT_FALSE(counters.yield([] { return true; }));
  EXPECT_EQ(script.enabled, 1);
  captures = 0;
  counters.commit(0s, true);
  EXPECT_EQ(script.open_windows, 0);
  targets.device(0).owner = kSecond;
  EXPECT_FALSE(counts() || counts() || counts());
  EXPECT_TRUE(counters.release_unless_captured());
  EXPECT_EQ(script.enabled, 0);
  EXPECT_EQ(script.wrong.load(), nullptr) << script.wrong.load();
}

}  // namespace
}  // namespace rooflens::inject
