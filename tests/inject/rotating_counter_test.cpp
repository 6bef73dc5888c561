// Launches counted by pass rotation on a GPU that is made up: CUPTI's host library plans for a real chip, ranges and
// values are this test's. It is as strict as CUPTI: ranges only between start and stop, one at a time, no more than
// there is room, no other configuration amid the passes of one, and code is patched where the first one asks for it.
#include "profiler/count/rotating_counter.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "models/place/operations.hpp"
#include "profiler/assemble/assemble.hpp"
#include "profiler/assemble/rotated_observations.hpp"
#include "tests/inject/counting_test.hpp"

namespace rooflens::inject {
namespace {

using collect::cupti::RotationGroup;

// What CUPTI keeps of one configuration.
struct FakeImage {
  std::vector<std::string> names;                ///< of ranges, in their order
  std::map<std::string, std::set<int>> counted;  ///< passes of each
};

struct FakeGpu {
  const collect::cupti::RotationPlan* plan = nullptr;
  bool exchanges = true;  ///< a second configuration yields numbers
  bool refuses = false;   ///< it is an error
  bool products = true;   ///< some kernels are
  std::size_t room = 0;
  bool enabled = false;
  bool started = false;
  int windows = 0;                          ///< with launches
  std::map<std::size_t, int> windows_of{};  ///< the same, by group
  bool counts = false;                      ///< the open window has launches
  int enablings = 0;
  std::optional<std::size_t> first;  ///< the configuration since it was enabled
  std::size_t group = 0;             ///< the current configuration is of
  std::size_t pass = 0;
  std::string open;  ///< the range
  std::map<const void*, FakeImage> images;
  std::uint8_t* current = nullptr;  ///< image
  std::set<std::string> wrong;      ///< what CUPTI would have refused
  [[nodiscard]] FakeImage& image() { return images[current]; }
};
FakeGpu gpu;

CUptiResult must(bool condition, const char* what) {
  if (!condition) gpu.wrong.insert(what);
  return condition ? CUPTI_SUCCESS : CUPTI_ERROR_INVALID_OPERATION;
}

CUptiResult size(CUpti_RangeProfiler_GetCounterDataSize_Params* p) {
  p->counterDataSize = 1;
  gpu.room = p->maxNumOfRanges;
  return CUPTI_SUCCESS;
}

CUptiResult enable(CUpti_RangeProfiler_Enable_Params*) {
  ++gpu.enablings;
  gpu.first.reset();
  gpu.pass = 0;
  return must(!std::exchange(gpu.enabled, true), "enabled twice");
}

CUptiResult disable(CUpti_RangeProfiler_Disable_Params*) {
  gpu.enabled = gpu.started = false;
  return CUPTI_SUCCESS;
}

CUptiResult set(CUpti_RangeProfiler_SetConfig_Params* p) {
  const auto& groups = gpu.plan->groups;
  const auto same = std::ranges::find_if(groups, [&](const RotationGroup& group) {
    const std::vector<std::uint8_t>& own = group.schedule.config;
    return own.size() == p->configSize && std::equal(own.begin(), own.end(), p->pConfig);
  });
  gpu.group = static_cast<std::size_t>(same - groups.begin());
  if (gpu.first && gpu.refuses) return CUPTI_ERROR_INVALID_OPERATION;
  if (!gpu.first) gpu.first = gpu.group;
  gpu.current = p->pCounterDataImage;
  return must(same != groups.end() && !gpu.started && gpu.pass == 0, "a configuration exchanged amid its passes");
}

// An image without ranges is one byte of 0; its copies are, too.
CUptiResult clear(CUpti_RangeProfiler_CounterDataImage_Initialize_Params* p) {
  *p->pCounterData = 0;
  return CUPTI_SUCCESS;
}

CUptiResult start(CUpti_RangeProfiler_Start_Params*) {
  if (*gpu.current == 0) gpu.image() = {};
  gpu.counts = false;
  const bool stopped = !std::exchange(gpu.started, true);
  return must(stopped && gpu.enabled, "started twice");
}

CUptiResult stop(CUpti_RangeProfiler_Stop_Params* p) {
  gpu.pass = (gpu.pass + 1) % gpu.plan->groups[*gpu.first].schedule.passes;
  p->isAllPassSubmitted = gpu.pass == 0;
  return must(std::exchange(gpu.started, false) && gpu.open.empty(), "stopped without a start, or in a range");
}

CUptiResult push(CUpti_RangeProfiler_PushRange_Params* p) {
  const bool outside = gpu.open.empty();
  gpu.open = p->pRangeName;
  FakeImage& image = gpu.image();
  *gpu.current = 1;
  if (!std::exchange(gpu.counts, true)) ++gpu.windows, ++gpu.windows_of[gpu.group];
  if (!image.counted.contains(gpu.open)) image.names.push_back(gpu.open);
  const bool once = image.counted[gpu.open].insert(static_cast<int>(gpu.pass)).second;
  return must(gpu.started && outside && once && image.names.size() <= gpu.room, "a range that CUPTI does not count");
}

CUptiResult pop(CUpti_RangeProfiler_PopRange_Params*) {
  return must(!std::exchange(gpu.open, std::string()).empty(), "no range to close");
}

CUptiResult count(CUpti_RangeProfiler_GetCounterDataInfo_Params* p) {
  p->numTotalRanges = gpu.image().names.size();
  return CUPTI_SUCCESS;
}

CUptiResult name(CUpti_RangeProfiler_CounterData_GetRangeInfo_Params* p) {
  p->rangeName = gpu.image().names.at(p->rangeIndex).c_str();
  return CUPTI_SUCCESS;
}

constexpr int kMatrices = 6;  // every so many kernels is a product

// What kernel `id` does in each launch: its own number of everything.
double value_of(int id, const std::string& counter) {
  if (counter == models::kTensorActivity) return gpu.products && id % kMatrices == 0 ? 8 : 0;
  if (counter == models::kHalfOnTensorPipe) return 0;
  if (counter == models::kHardwareAnchor || counter == models::kSassAnchor) return 1000 + id;
  return 100 + id;
}

// Nothing where a pass of the group had no launch in this range.
CUptiResult evaluate(CUpti_Profiler_Host_EvaluateToGpuValues_Params* p) {
  const RotationGroup& group = gpu.plan->groups[gpu.group];
  const std::string& range = gpu.image().names.at(p->rangeIndex);
  bool complete = group.counters.size() == p->numMetrics && (gpu.exchanges || gpu.group == gpu.first);
  complete &= group.kind != RotationGroup::Kind::sass || gpu.group == gpu.first;
  for (int pass = 0; pass < group.passes; ++pass) complete &= gpu.image().counted.at(range).contains(pass);
  for (std::size_t i = 0; i < p->numMetrics; ++i) {
    p->pMetricValues[i] = complete ? value_of(std::atoi(range.c_str()), p->ppMetricNames[i]) : std::nan("");
  }
  return CUPTI_SUCCESS;
}

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
    api->RangeProfilerEnable = enable;
    api->RangeProfilerDisable = disable;
    api->RangeProfilerSetConfig = set;
    api->RangeProfilerStart = start;
    api->RangeProfilerStop = stop;
    api->RangeProfilerPushRange = push;
    api->RangeProfilerPopRange = pop;
    api->RangeProfilerCounterDataImageInitialize = clear;
    api->RangeProfilerGetCounterDataSize = size;
    api->RangeProfilerGetCounterDataInfo = count;
    api->RangeProfilerCounterDataGetRangeInfo = name;
    api->ProfilerHostEvaluateToGpuValues = evaluate;
    plan = collect::cupti::plan_rotation(*host, true, {});
    gpu = {};
    gpu.plan = &plan;
    make(budget, [] { return true; });
  }
  void make(Budget& own, std::function<bool()> still) {
    counter.reset();
    scheduler.emplace(
        Scheduler::Settings{Scheduler::Mode::passes, 3, false, collect::kAlikeWithin, collect::kAlikeBetween}, own);
    counter.emplace(api, nullptr, *host, plan, nullptr, 1, *scheduler, memory, *logbook, std::move(still));
  }
  // As if the program had run for so long with a limit of 10 %.
  void limit_after(double seconds) {
    const auto before = std::chrono::duration_cast<Budget::Clock::duration>(std::chrono::duration<double>(seconds));
    limited.emplace(0.1, 0, 1, Budget::Clock::now() - before);
    make(*limited, [] { return true; });
  }
  void TearDown() override { EXPECT_TRUE(gpu.wrong.empty()) << *gpu.wrong.begin(); }

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
  // How many kernels have what both basic groups count, each its own; of products also what formats count.
  [[nodiscard]] int known(std::size_t first, bool formats) {
    counter->close_window();
    int count = 0;
    for (const models::Observation& o : collect::assemble(collect::index_spools(folder.path()), {}).observations) {
      const auto id = static_cast<std::size_t>(std::stoi(o.name.substr(std::string("kernel").size())));
      const double own = value_of(static_cast<int>(id), "any");
      bool known = o.counters.value("dram__bytes.sum") == own &&
                   o.counters.value("smsp__sass_thread_inst_executed_op_ffma_pred_on.sum") == own;
      if (formats && id % kMatrices == 0) known &= o.counters.value("sm__ops_path_tensor_src_bf16_dst_fp32.sum") == own;
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

// Its range stays open while others run, is closed when the GPU is done, and nothing of it is written down.
TEST_F(RotatingCounterTest, WritesNothingOfALaunchThatDidNotEndInTime) {
  add(2);
  steps(1, 0, 2);  // first launches are left alone
  ++kernels[0].launches;
  ASSERT_TRUE(counter->choose(kernels[0]));
  counter->before(kernels[0]);
  scheduler->exclude(0);
  EXPECT_FALSE(gpu.open.empty());
  counter->give_up({&kernels[0], 0, 1, false});
  EXPECT_TRUE(gpu.open.empty());
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
  EXPECT_EQ(gpu.windows, 0);
  still = true;
  steps(1, 0, 4);
  EXPECT_EQ(gpu.windows, 1);
}

// The first window takes 0.3 s to open, and 0.15 s are to be counted in it; what a pause costs is 1.6 times that.
TEST_F(RotatingCounterTest, SavesForAWindowAndWhatIsCountedInIt) {
  add(52);
  const double enough = 1.6 * 0.45 / (0.1 * Budget::kAim);
  limit_after(enough - 1);
  steps(3, 0, 52);
  EXPECT_EQ(gpu.windows, 0);
  EXPECT_TRUE(limited->saving());
  limit_after(enough + 1);
  steps(3, 0, 52);
  EXPECT_GE(gpu.windows, 1) << "on a busy machine a second one may begin";
  EXPECT_FALSE(limited->saving());
}

// No products: hardware, patched code and pipes, which are as many windows for each of ten stages of a program.
TEST_F(RotatingCounterTest, OpensOnlyWindowsThatSomeKernelWants) {
  gpu.products = false;
  add(50);
  for (std::size_t stage = 0; stage < 10; ++stage) steps(40, 5 * stage, 5 * stage + 5);
  EXPECT_EQ(known(0, false), 50);
  EXPECT_THAT(gpu.windows_of,
              ::testing::ElementsAre(::testing::Pair(0, ::testing::Ge(10)), ::testing::Pair(1, ::testing::Ge(10)),
                                     ::testing::Pair(2, ::testing::Ge(10))));
  EXPECT_EQ(gpu.enablings, 1);
}

// As CUPTI 13.0 where the number of passes differs.
TEST_F(RotatingCounterTest, EnablesTheProfilerAnewWhereASecondConfigurationYieldsNothing) {
  for (const bool refuses : {false, true}) {
    SCOPED_TRACE(refuses);
    gpu.exchanges = false;
    gpu.refuses = refuses;
    gpu.enablings = 0;
    make(budget, [] { return true; });
    kernels.clear();
    add(12);
    steps(200, 0, 12);
    EXPECT_EQ(known(0, true), 12);
    EXPECT_GT(gpu.enablings, 2);
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
