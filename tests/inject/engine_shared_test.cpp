// Two processes on one GPU: its counters go from one to the other.
#include <optional>

#include "profiler/config/counter_lock.hpp"
#include "profiler/cupti/current_gpu.hpp"
#include "tests/fixtures/lock_holder.hpp"
#include "tests/inject/engine_fixture.hpp"

namespace rooflens::inject {
namespace {

struct SharedGpuTest : EngineTest {
  std::string gpu, next;
  std::optional<fixtures::LockHolder> other;

  void SetUp() override {
    EngineTest::SetUp();
    *static_cast<int*>(dlsym(RTLD_DEFAULT, "fake_cuda_gpu")) = getpid();
    collect::cupti::find_driver();
    gpu = collect::cupti::current_gpu();
    ASSERT_FALSE(gpu.empty());
    next = gpu + "-next";
  }
  void TearDown() override {
    other.reset();
    for (const std::string& name : {gpu, next})
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
  EXPECT_EQ(counted_of(10), 0);
  engine->tick();
  EXPECT_EQ(counted_of(10), 0);
  EXPECT_EQ(script.plans, 0) << "CUPTI is not asked";
  EXPECT_TRUE(is_locked(next));
  other.reset();
  engine->tick();
  EXPECT_GT(counted_of(10), 0);
  EXPECT_FALSE(is_locked(next));
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

TEST_F(SharedGpuTest, DoesNotWaitForOtherProfilers) {
  script.held = true;
  begin();
  EXPECT_EQ(counted_of(10), 0);
  script.held = false;
  engine->tick();
  EXPECT_EQ(counted_of(10), 0);
  EXPECT_FALSE(is_locked(next));
  EXPECT_FALSE(is_locked(gpu)) << "it has none";
  engine->finish();
  EXPECT_TRUE(noted("unavailable"));
}

TEST_F(SharedGpuTest, GivesTheCountersToWhoWaitsForThem) {
  begin();
  ASSERT_GT(counted_of(10), 0);
  engine->tick();
  std::this_thread::sleep_for(700ms);
  engine->tick();
  EXPECT_EQ(script.enabled, 1) << "nobody waits";
  other.emplace(next);
  for (const auto until = Clock::now() + 5s; script.enabled > 0 && Clock::now() < until;) {
    std::this_thread::sleep_for(10ms);
    engine->tick();
  }
  EXPECT_EQ(script.enabled, 0);
  EXPECT_EQ(counted_of(10), 0) << "it is the other's turn";
  engine->finish();
}

}  // namespace
}  // namespace rooflens::inject
