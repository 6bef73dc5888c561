// Two processes on one GPU: its counters go from one to the other.
#include <optional>

#include "profiler/config/counter_lock.hpp"
#include "profiler/cupti/current_gpu.hpp"
#include "tests/fixtures/lock_holder.hpp"
#include "tests/inject/engine_fixture.hpp"

namespace rooflens::inject {
namespace {

struct SharedGpuTest : EngineTest {
  std::string gpu;
  std::optional<fixtures::LockHolder> other;

  void SetUp() override {
    EngineTest::SetUp();
    *static_cast<int*>(dlsym(RTLD_DEFAULT, "fake_cuda_gpu")) = getpid();
    collect::cupti::find_driver();
    gpu = collect::cupti::current_gpu();
    ASSERT_FALSE(gpu.empty());
  }
  void TearDown() override {
    other.reset();
    for (const std::string& name : {gpu, gpu + "-asked"})
      std::filesystem::remove(collect::counter_lock_file(name, collect::counter_lock_folder()));
    EngineTest::TearDown();
  }
  // In another process, where the lock of this one counts.
  [[nodiscard]] static bool is_locked(const std::string& name) {
    const pid_t child = fork();
    if (child == 0) _exit(collect::counter_lock_holder(name) ? 1 : 0);
    int status = 0;
    waitpid(child, &status, 0);
    return WEXITSTATUS(status) == 1;
  }
  [[nodiscard]] int counted_of(int launches) {
    int counted = 0;
    for (int i = 0; i < launches; ++i) counted += launch() ? 1 : 0;
    return counted;
  }
};

TEST_F(SharedGpuTest, WaitsUntilAnotherProcessGivesTheCountersBack) {
  other.emplace(gpu);
  begin();
  const auto before = std::chrono::system_clock::now() - 100ms;
  EXPECT_EQ(counted_of(10), 0);
  engine->tick();
  EXPECT_EQ(counted_of(10), 0);
  EXPECT_EQ(script.plans, 0) << "CUPTI is not asked";
  EXPECT_TRUE(collect::counters_asked_for_since(gpu, before));
  other.reset();
  engine->tick();
  EXPECT_GT(counted_of(10), 0);
  EXPECT_TRUE(is_locked(gpu));
  engine->finish();
  EXPECT_TRUE(noted("held"));
  EXPECT_FALSE(noted("unavailable"));
}

TEST_F(SharedGpuTest, SaysWhoHadTheCountersUntilTheEnd) {
  other.emplace(gpu);
  begin();
  EXPECT_EQ(counted_of(10), 0);
  engine->finish();
  EXPECT_TRUE(noted("unavailable"));
}

TEST_F(SharedGpuTest, AsksForThemOnlyAsLongAsLaunchesWantThem) {
  other.emplace(gpu);
  begin();
  EXPECT_EQ(counted_of(10), 0);
  engine->tick();
  const auto after = std::chrono::system_clock::now() + 20ms;
  std::this_thread::sleep_for(50ms);
  engine->tick();
  EXPECT_FALSE(collect::counters_asked_for_since(gpu, after));
  EXPECT_EQ(counted_of(10), 0);
  engine->tick();
  EXPECT_TRUE(collect::counters_asked_for_since(gpu, after));
  engine->finish();
}

TEST_F(SharedGpuTest, WaitsWithALimitedBudget) {
  config.max_overhead = 0.5;
  other.emplace(gpu);
  begin();
  EXPECT_EQ(counted_of(10), 0);
  engine->tick();
  EXPECT_EQ(counted_of(10), 0);
  other.reset();
  engine->tick();
  engine->tick();
  EXPECT_EQ(script.plans, 1);
  engine->finish();
  EXPECT_TRUE(noted("held"));
}

TEST_F(SharedGpuTest, SamplesWarpsOnceTheyAreGivenBack) {
  config.stalls = true;
  other.emplace(gpu);
  begin();
  EXPECT_EQ(counted_of(10), 0);
  EXPECT_EQ(script.samplings, 0);
  other.reset();
  engine->tick();
  EXPECT_EQ(counted_of(10), 0) << "samples first";
  EXPECT_EQ(script.samplings, 1);
  collect::ask_for_counters(gpu);
  std::this_thread::sleep_for(700ms);
  engine->tick();
  EXPECT_TRUE(is_locked(gpu)) << "not before there are enough";
  engine->finish();
  EXPECT_FALSE(noted("unavailable")) << "they came";
}

TEST_F(SharedGpuTest, LeavesTheFileToOthersWhileTheGpuIsBusy) {
  begin();
  *busy = true;
  EXPECT_EQ(counted_of(3), 0);
  EXPECT_FALSE(is_locked(gpu));
  *busy = false;
  engine->finish();
}

TEST_F(SharedGpuTest, DoesNotWaitForOtherProfilers) {
  script.held = true;
  begin();
  EXPECT_EQ(counted_of(10), 0);
  script.held = false;
  engine->tick();
  EXPECT_EQ(counted_of(10), 0);
  EXPECT_FALSE(is_locked(gpu)) << "it has none";
  engine->finish();
  EXPECT_TRUE(noted("unavailable"));
}

TEST_F(SharedGpuTest, GivesTheCountersToWhoWaitsForThem) {
  for (const auto mode : {collect::ReplayMode::rotate, collect::ReplayMode::kernel}) {
    config.replay = mode;
    begin();
    ASSERT_GT(counted_of(10), 0);
    engine->tick();
    std::this_thread::sleep_for(700ms);
    engine->tick();
    EXPECT_EQ(script.enabled, 1) << "nobody waits";
    for (const auto until = Clock::now() + 5s; script.enabled > 0 && Clock::now() < until;) {
      collect::ask_for_counters(gpu);
      std::this_thread::sleep_for(10ms);
      engine->tick();
    }
    EXPECT_EQ(script.enabled, 0);
    EXPECT_FALSE(is_locked(gpu));
    EXPECT_EQ(counted_of(10), 0) << "it is the other's turn";
    engine->finish();
  }
}

}  // namespace
}  // namespace rooflens::inject
