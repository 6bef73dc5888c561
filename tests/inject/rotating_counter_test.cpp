// Launches counted by pass rotation on a GPU that is made up: CUPTI's host library plans for a real chip, ranges and
// values are this test's.
#include "profiler/count/rotating_counter.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "models/base/thresholds.hpp"
#include "profiler/assemble/assemble.hpp"
#include "tests/inject/counting_test.hpp"
#include "tests/inject/ranged_gpu.hpp"

namespace rooflens::inject {
namespace {

struct RotatingCounterTest : CountingTest {
  collect::cupti::RotationPlan plan;
  Budget budget{0, 0, 1, Budget::Clock::now()};
  std::optional<Budget> limited;
  std::optional<Scheduler> scheduler;
  std::optional<RotatingCounter> counter;
  std::deque<SeenKernel> kernels;

  std::size_t free_memory = 1 << 30;
  DeviceMemory memory{[this] { return std::optional(free_memory); }};

  void SetUp() override {
    CountingTest::SetUp();
    if (IsSkipped()) return;
    ranged::install(*api);
    plan = collect::cupti::plan_rotation(*host, true, {});
    ranged::gpu = {};
    ranged::gpu.plan = &plan;
    make(budget, [] { return true; });
  }
  void make(Budget& own, std::function<bool()> still, int launches = 3) {
    counter.reset();
    scheduler.emplace(
        Scheduler::Settings{Scheduler::Mode::passes, launches, false, models::kSameWork, models::kPolling}, own);
    counter.emplace(api, nullptr, *host, plan, nullptr, 1, *scheduler, memory, *logbook, std::move(still));
  }
  // As if the program had run for so long with a limit of 10 %.
  void limit_after(double seconds) {
    const auto before = std::chrono::duration_cast<Budget::Clock::duration>(std::chrono::duration<double>(seconds));
    limited.emplace(0.1, 0, 1, Budget::Clock::now() - before);
    make(*limited, [] { return true; });
  }
  void TearDown() override { EXPECT_TRUE(ranged::gpu.wrong.empty()) << *ranged::gpu.wrong.begin(); }

  SeenKernel& add() {
    SeenKernel& kernel = kernels.emplace_back();
    kernel.record.kernel = static_cast<int>(kernels.size()) - 1;
    kernel.record.function = "kernel" + std::to_string(kernel.record.kernel);
    logbook->write(kernel.record);
    return kernel;
  }
  void add(int count) {
    for (int i = 0; i < count; ++i) add();
  }
  void launch(SeenKernel& kernel) {
    const std::uint64_t number = kernel.launches++;
    if (kernel.progress == CountProgress::complete || !counter->choose(kernel)) return;
    counter->before(kernel);
    counter->after({&kernel, 0, number, false}, true);
  }
  void steps(int count, std::size_t first, std::size_t last) {
    for (int step = 0; step < count; ++step) {
      for (std::size_t i = first; i < last; ++i) launch(kernels[i]);
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }
  // How many kernels have the counter, each its own value.
  [[nodiscard]] int with(const std::string& counter_name) {
    counter->close_window();
    int count = 0;
    for (const models::Observation& o : collect::assemble(collect::index_spools(folder.path()), {}).observations) {
      count += o.counters.value(counter_name) == ranged::value_of(std::stoi(o.name.substr(6)), "any");
    }
    return count;
  }
  // How many kernels have what both basic groups count, each its own; of products also what formats count.
  [[nodiscard]] int known(std::size_t first, bool formats) {
    counter->close_window();
    int count = 0;
    for (const models::Observation& o : collect::assemble(collect::index_spools(folder.path()), {}).observations) {
      const auto id = static_cast<std::size_t>(std::stoi(o.name.substr(std::string("kernel").size())));
      const double own = ranged::value_of(static_cast<int>(id), "any");
      bool known = o.counters.value("dram__bytes.sum") == own &&
                   o.counters.value("smsp__sass_thread_inst_executed_op_ffma_pred_on.sum") == own;
      if (formats && id % ranged::kMatrices == 0)
        known &= o.counters.value("sm__ops_path_tensor_src_bf16_dst_fp32.sum") == own;
      count += id >= first && known;
    }
    return count;
  }
};

TEST_F(RotatingCounterTest, KnowsEveryKernelOfAShortRun) {
  add(52);
  steps(3, 0, 52);
  EXPECT_EQ(known(0, false), 52);
  steps(9, 0, 52);
  EXPECT_EQ(known(0, true), 52);
}

TEST_F(RotatingCounterTest, KnowsMoreKernelsThanThereIsRoomFor) {
  add(300);
  steps(10, 0, 300);
  EXPECT_EQ(known(0, false), 300);
}

// They take all the room there is and never come back.
TEST_F(RotatingCounterTest, KnowsWhatComesAfterManyOthers) {
  add(210);
  steps(2, 0, 150);
  steps(400, 150, 210);
  EXPECT_EQ(known(150, false), 60);
}

// A window has room for 128.
TEST_F(RotatingCounterTest, GoesOnWhenAWindowIsFull) {
  make(
      budget, [] { return true; }, 1000);
  add(1);
  for (int step = 0; step < 400; ++step) {
    for (int i = 0; i < 50; ++i) launch(kernels[0]);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_GE(scheduler->state(0).counted[0], 300);
}

// Its range stays open while others run, is closed when the GPU is done, and nothing of it is written down.
TEST_F(RotatingCounterTest, WritesNothingOfALaunchThatDidNotEndInTime) {
  add(2);
  steps(1, 0, 2);  // first launches are left alone
  ++kernels[0].launches;
  ASSERT_TRUE(counter->choose(kernels[0]));
  counter->before(kernels[0]);
  scheduler->exclude(0);
  EXPECT_FALSE(ranged::gpu.open.empty());
  counter->give_up({&kernels[0], 0, 1, false});
  EXPECT_TRUE(ranged::gpu.open.empty());
  steps(60, 0, 2);
  EXPECT_EQ(known(0, false), 1) << "the other one";
  EXPECT_EQ(scheduler->state(0).counted[0], 0);
}

// CUPTI would wait for the GPU.
TEST_F(RotatingCounterTest, CallsNothingWhileTheGpuIsNotStill) {
  bool still = false;
  make(budget, [&still] { return still; });
  add(4);
  steps(20, 0, 4);
  EXPECT_EQ(ranged::gpu.windows, 0);
  still = true;
  steps(1, 0, 4);
  EXPECT_EQ(ranged::gpu.windows, 1);
}

// The first window takes 0.3 s to open, and 0.15 s are to be counted in it; what a pause costs is 1.6 times that.
TEST_F(RotatingCounterTest, SavesForAWindowAndWhatIsCountedInIt) {
  add(52);
  const double enough = 1.6 * 0.45 / (0.1 * Budget::kAim);
  limit_after(enough - 1);
  steps(3, 0, 52);
  EXPECT_EQ(ranged::gpu.windows, 0);
  EXPECT_TRUE(limited->saving());
  limit_after(enough + 1);
  steps(3, 0, 52);
  EXPECT_GE(ranged::gpu.windows, 1) << "on a busy machine a second one may begin";
  EXPECT_FALSE(limited->saving());
}

// No products: hardware, patched code and pipes, which are as many windows for each of ten stages of a program.
TEST_F(RotatingCounterTest, OpensOnlyWindowsThatSomeKernelWants) {
  ranged::gpu.products = false;
  add(50);
  for (std::size_t stage = 0; stage < 10; ++stage) steps(40, 5 * stage, 5 * stage + 5);
  EXPECT_EQ(known(0, false), 50);
  EXPECT_THAT(ranged::gpu.windows_of,
              ::testing::ElementsAre(::testing::Pair(0, ::testing::Ge(10)), ::testing::Pair(1, ::testing::Ge(10)),
                                     ::testing::Pair(2, ::testing::Ge(10)),
                                     ::testing::Pair(8, ::testing::Ge(10))));  // "waits"
  EXPECT_EQ(ranged::gpu.enablings, 1);
}

// As CUPTI 13.0 where the number of passes differs.
TEST_F(RotatingCounterTest, EnablesTheProfilerAnewWhereASecondConfigurationYieldsNothing) {
  for (const bool refuses : {false, true}) {
    SCOPED_TRACE(refuses);
    ranged::gpu.exchanges = false;
    ranged::gpu.refuses = refuses;
    ranged::gpu.enablings = 0;
    make(
        budget, [] { return true; }, 1);
    kernels.clear();
    add(12);
    steps(200, 0, 12);
    EXPECT_EQ(known(0, true), 12);
    EXPECT_GT(ranged::gpu.enablings, 2);
    EXPECT_EQ(with("sm__inst_executed_pipe_xu.sum"), 12) << "also those that were in the window without numbers";
  }
}

// Its patched launches would take 13 s each: the others are known well meanwhile, and it as far as can be paid for.
TEST_F(RotatingCounterTest, DoesNotWaitForALaunchThatCannotBePaidFor) {
  add(6);
  limit_after(600);
  kernels[0].mean_ns = 200e6;
  steps(800, 0, 6);
  EXPECT_EQ(scheduler->state(0).counted[0], 3);
  EXPECT_EQ(scheduler->state(0).counted[1], 0);
  EXPECT_NE(kernels[0].progress, CountProgress::complete);
  for (std::size_t i = 1; i < 6; ++i) EXPECT_EQ(kernels[i].progress, CountProgress::complete) << i;
}

}  // namespace
}  // namespace rooflens::inject
