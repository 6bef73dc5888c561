// Replays of launches on a GPU that is made up: CUPTI's host library plans for a real chip, but ranges and values are
// this test's. What was not configured has no value.
#include "profiler/count/replay_counter.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "models/place/operations.hpp"
#include "profiler/assemble/assemble.hpp"
#include "tests/inject/counting_test.hpp"

namespace rooflens::inject {
namespace {

using models::Observation;
using Work = std::map<std::string, double>;  ///< what a launch does, by counter; the rest is 0

struct FakeGpu {
  Work work;
  std::set<std::string> configured;  ///< counters without their rollup
  int configurations = 0;
  [[nodiscard]] int formats() const {
    int count = 0;
    for (const std::string& name : configured) count += name.starts_with(models::kTensorPrefix) ? 1 : 0;
    return count;
  }
};
FakeGpu gpu;

std::string base_of(const std::string& counter) { return counter.substr(0, counter.find('.')); }

CUptiResult configure(CUpti_RangeProfiler_GetCounterDataSize_Params* p) {
  gpu.configured.clear();
  for (std::size_t i = 0; i < p->numMetrics; ++i) gpu.configured.insert(base_of(p->pMetricNames[i]));
  ++gpu.configurations;
  p->counterDataSize = 1;
  return CUPTI_SUCCESS;
}

CUptiResult one_range(CUpti_RangeProfiler_GetCounterDataInfo_Params* p) {
  p->numTotalRanges = 1;
  return CUPTI_SUCCESS;
}

CUptiResult evaluate(CUpti_Profiler_Host_EvaluateToGpuValues_Params* p) {
  for (std::size_t i = 0; i < p->numMetrics; ++i) {
    const std::string name = p->ppMetricNames[i];
    const auto it = gpu.work.find(name);
    p->pMetricValues[i] = !gpu.configured.contains(base_of(name)) ? std::nan("")
                          : it == gpu.work.end()                  ? 0
                                                                  : it->second;
  }
  return CUPTI_SUCCESS;
}

constexpr const char* kBf16 = "sm__ops_path_tensor_src_bf16_dst_fp32";
constexpr const char* kFp8 = "sm__ops_path_tensor_src_fp8";
// A product of one format on a pipe that is busy half the time and makes `rate` operations in a cycle.
Work product(const std::string& format, double operations, double rate = 4096) {
  return {{std::string(models::kTensorActivity), 8},
          {std::string(models::kTensorBusy), 50},
          {std::string(models::kTensorCycles), operations / rate},
          {format + ".sum", operations}};
}

struct ReplayCounterTest : CountingTest {
  Budget budget{0, 0, 1, Budget::Clock::now()};
  Scheduler scheduler{{Scheduler::Mode::repeats, 100}, budget};
  std::optional<ReplayCounter> counter;
  std::vector<std::unique_ptr<SeenKernel>> kernels;

  void SetUp() override {
    CountingTest::SetUp();
    if (IsSkipped()) return;
    api->RangeProfilerGetCounterDataSize = configure;
    api->RangeProfilerGetCounterDataInfo = one_range;
    api->ProfilerHostEvaluateToGpuValues = evaluate;
    gpu = {};
    counter.emplace(api, nullptr, *host, true, std::vector<std::string>{}, scheduler, *logbook);
  }

  SeenKernel& kernel(const std::string& symbol) {
    auto made = std::make_unique<SeenKernel>();
    made->record.kernel = static_cast<int>(kernels.size());
    made->record.function = symbol;
    logbook->write(made->record);
    kernels.push_back(std::move(made));
    return *kernels.back();
  }
  // How many formats were counted.
  int replay(SeenKernel& k, const Work& work) {
    gpu.work = work;
    EXPECT_EQ(scheduler.decide(k.event(), Scheduler::Clock::now()), Scheduler::Action::repeat);
    counter->before(k);
    counter->after({&k, 0, k.launches++, false}, true);
    scheduler.repeated(k.record.kernel);
    return gpu.formats();
  }
  // Until the configuration comes down to the known formats.
  void leave_all_formats(SeenKernel& k, const Work& work) {
    for (int i = 0; i < 20 && replay(k, work) > 1; ++i) continue;
    ASSERT_EQ(gpu.formats(), 1);
  }
  [[nodiscard]] Observation observation(const SeenKernel& k) const {
    const auto assembly = collect::assemble(collect::index_spools(folder.path()), {});
    return assembly.observations.at(static_cast<std::size_t>(k.record.kernel));
  }
};

TEST_F(ReplayCounterTest, CountsTheFirstProductWithAllFormats) {
  SeenKernel& first = kernel("nvjet_sm90_tst_64x8");
  EXPECT_EQ(replay(first, product(kBf16, 1000)), 7);
  EXPECT_TRUE(scheduler.state(first.record.kernel).replayed);
  EXPECT_EQ(observation(first).counters.value("sm__ops_path_tensor_src_bf16_dst_fp32.sum"), 1000);
  EXPECT_EQ(observation(first).counters.value("sm__ops_path_tensor_src_fp8.sum"), 0);
}

TEST_F(ReplayCounterTest, CountsLaterProductsWithTheFormatThatExplainsThem) {
  leave_all_formats(kernel("nvjet_sm90_tst_64x8"), product(kBf16, 1000));
  SeenKernel& later = kernel("nvjet_sm90_tst_128x64");
  EXPECT_EQ(replay(later, product(kBf16, 2000)), 1);
  EXPECT_TRUE(scheduler.state(later.record.kernel).replayed);
  const Observation o = observation(later);
  EXPECT_EQ(o.counters.value("sm__ops_path_tensor_src_bf16_dst_fp32.sum"), 2000);
  EXPECT_FALSE(o.counters.value("sm__ops_path_tensor_src_fp8.sum")) << "was not counted";
  EXPECT_EQ(o.counters.value(models::kTensorBusy), 50);
  EXPECT_EQ(models::count_operations(o.counters, {}).uncounted, models::MatrixWork::none);
}

// Half of its operations are in a format that nobody used before: what is known is half the truth.
TEST_F(ReplayCounterTest, NeverShowsSomeFormatsForAll) {
  leave_all_formats(kernel("nvjet_sm90_tst_64x8"), product(kBf16, 1000));
  SeenKernel& mixed = kernel("nvjet_sm90_tst_128x64");
  Work work = product(kBf16, 500, 2048);
  work[std::string(kFp8) + ".sum"] = 500;
  EXPECT_EQ(replay(mixed, work), 1);
  EXPECT_FALSE(scheduler.state(mixed.record.kernel).replayed);
  Observation o = observation(mixed);
  EXPECT_FALSE(o.counters.value("sm__ops_path_tensor_src_bf16_dst_fp32.sum"));
  EXPECT_EQ(o.counters.value(models::kTensorActivity), 8);
  EXPECT_EQ(models::count_operations(o.counters, {}).uncounted, models::MatrixWork::certain);

  EXPECT_EQ(replay(mixed, work), 7);
  EXPECT_TRUE(scheduler.state(mixed.record.kernel).replayed);
  o = observation(mixed);
  EXPECT_EQ(o.counters.value("sm__ops_path_tensor_src_bf16_dst_fp32.sum"), 500);
  EXPECT_EQ(o.counters.value("sm__ops_path_tensor_src_fp8.sum"), 500);
}

TEST_F(ReplayCounterTest, AddsAFormatOnceItWasSeen) {
  leave_all_formats(kernel("nvjet_sm90_tst_64x8"), product(kBf16, 1000));
  SeenKernel& fp8 = kernel("nvjet_sm90_qqtst_64x8");
  EXPECT_EQ(replay(fp8, product(kFp8, 3000)), 7) << "of another family";
  for (int i = 0; i < 20 && gpu.formats() > 2; ++i) replay(fp8, product(kFp8, 3000));
  EXPECT_EQ(gpu.formats(), 2);
  SeenKernel& later = kernel("nvjet_sm90_tst_256x128");
  EXPECT_EQ(replay(later, product(kBf16, 4000)), 2);
  EXPECT_EQ(observation(later).counters.value("sm__ops_path_tensor_src_bf16_dst_fp32.sum"), 4000);
  EXPECT_EQ(observation(later).counters.value("sm__ops_path_tensor_src_fp8.sum"), 0);
}

// As kernels of older libraries do: mma.sync makes two thirds of what wgmma makes in a cycle.
TEST_F(ReplayCounterTest, GivesAllFormatsToAnotherInstruction) {
  leave_all_formats(kernel("gemm_bf16_64x8"), product(kBf16, 1000));
  SeenKernel& slow = kernel("gemm_bf16_128x64");
  EXPECT_EQ(replay(slow, product(kBf16, 1000, 2730)), 1);
  EXPECT_FALSE(scheduler.state(slow.record.kernel).replayed);
  EXPECT_EQ(replay(slow, product(kBf16, 1000, 2730)), 7);
  EXPECT_TRUE(scheduler.state(slow.record.kernel).replayed);
}

TEST_F(ReplayCounterTest, ChangesItsConfigurationSeldom) {
  SeenKernel& matrix = kernel("nvjet_sm90_tst_64x8");
  SeenKernel& other = kernel("vector_add");
  for (int step = 0; step < 20; ++step) {
    replay(matrix, product(kBf16, 1000));
    for (int i = 0; i < 4; ++i) replay(other, {});
  }
  EXPECT_EQ(gpu.configurations, 3) << "all formats, none where none were needed for long, the known one for good";
  EXPECT_EQ(gpu.formats(), 1);
  EXPECT_EQ(observation(matrix).counters.value("sm__ops_path_tensor_src_bf16_dst_fp32.sum"), 1000);
}

}  // namespace
}  // namespace rooflens::inject
