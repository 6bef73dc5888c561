// The CUPTI collector on a real GPU: what it counts must equal what follows from the kernels' code. One test a
// statement.
#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "kernels/catalogue.hpp"
#include "kernels/device/prepared.hpp"
#include "profiler/bench/cupti_collector.hpp"
#include "profiler/bench/timing_collector.hpp"
#include "profiler/device/device.hpp"
#include "tests/device/kernels_gpu.hpp"

namespace rooflens::collect::cupti {
namespace {

using Parameters = std::map<std::string, std::int64_t>;

struct Job {
  const char* kernel;
  Parameters parameters;
};

class CollectorOnDevice : public ::testing::Test {
 protected:
  void SetUp() override {
    kernels::require_gpu();
    if (!HasFatalFailure() && !IsSkipped()) device::select(0);
  }

  static ClockProbe clocks() {
    return [] { return device::sample_clocks(0); };
  }

  static std::vector<Capture> capture(Collector& collector, const std::vector<Job>& runs, int repetitions = 0) {
    std::vector<std::unique_ptr<kernels::Prepared>> prepared;
    std::vector<Request> requests;
    for (const Job& run : runs) {
      const auto problem = kernels::make_problem(*kernels::find(run.kernel), run.parameters);
      prepared.push_back(kernels::find_prepare(run.kernel)(problem));
      kernels::Prepared* p = prepared.back().get();
      requests.push_back({.name = run.kernel,
                          .launch = [p] { p->launch(); },
                          .reset = [p] { p->reset(false); },
                          .cache = models::CachePolicy::cold,
                          .repetitions = repetitions});
    }
    return collector.capture(requests);
  }

  static double value(const Capture& capture, const char* counter) {
    return capture.counters.value(counter).value_or(-1);
  }
};

constexpr const char* kWavefronts = "smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared.sum";
constexpr const char* kAdditions = "smsp__sass_thread_inst_executed_op_fadd_pred_on.sum";

TEST_F(CollectorOnDevice, CountsOneAdditionForEachElementOfAVectorSum) {
  const auto collector = make_cupti_collector({}, clocks());
  const auto captures = capture(*collector, {{"vector_add/one-d", {{"n", 1 << 20}}}});
  EXPECT_EQ(value(captures[0], kAdditions), 1 << 20);
  EXPECT_EQ(value(captures[0], "smsp__sass_inst_executed_op_global_ld.sum"), 2 * (1 << 20) / 32);
  EXPECT_EQ(value(captures[0], "smsp__sass_data_bytes_mem_global_op_st.sum"), 4 * (1 << 20));
  EXPECT_TRUE(captures[0].refused.empty());
  EXPECT_EQ(captures[0].passes, 3);
}

// A 32 x 32 tile without padding: every store of a row is one wavefront, every load of a column is 32.
TEST_F(CollectorOnDevice, CountsThirtyTwoWavefrontsForAColumnOfAnUnpaddedTile) {
  const auto collector = make_cupti_collector({}, clocks());
  const auto captures = capture(*collector, {{"transpose/tiled", {{"n", 1024}}}, {"transpose/padded", {{"n", 1024}}}});
  const double accesses = 1024.0 * 1024 / 32;
  EXPECT_EQ(value(captures[0], kWavefronts), accesses + 32 * accesses);
  EXPECT_EQ(value(captures[1], kWavefronts), 2 * accesses);
}

TEST_F(CollectorOnDevice, CountsTheOperationsOfATensorKernelExactly) {
  const auto collector = make_cupti_collector({}, clocks());
  const auto captures = capture(*collector, {{"gemm/tensor-core-bf16", {{"n", 512}}}, {"gemm/tiled", {{"n", 512}}}});
  EXPECT_EQ(value(captures[0], "sm__ops_path_tensor_src_bf16_dst_fp32.sum"), 2.0 * 512 * 512 * 512);
  EXPECT_EQ(captures[1].counters.find("sm__ops_path_tensor_src_bf16_dst_fp32.sum"), nullptr);
  EXPECT_EQ(value(captures[1], "smsp__sass_thread_inst_executed_op_ffma_pred_on.sum"), 1.0 * 512 * 512 * 512);
}

TEST_F(CollectorOnDevice, KernelReplayCountsWhatUserReplayCounts) {
  const std::vector<Job> runs{{"reduction/sequential", {{"n", 1 << 20}}}, {"vector_add/float4", {{"n", 1000003}}}};
  std::vector<Capture> user;
  {
    const auto collector = make_cupti_collector({.replay = RangeReplay::user}, clocks());
    user = capture(*collector, runs);
  }
  const auto collector = make_cupti_collector({.replay = RangeReplay::kernel}, clocks());
  const auto kernel = capture(*collector, runs);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    for (const char* counter : {kAdditions, kWavefronts, "smsp__sass_inst_executed.sum"}) {
      EXPECT_EQ(value(user[i], counter), value(kernel[i], counter)) << runs[i].kernel << " " << counter;
    }
  }
}

TEST_F(CollectorOnDevice, ServesSeveralBatchesWithTensorKernelsBetween) {
  const auto collector = make_cupti_collector({}, clocks());
  for (int batch = 0; batch < 3; ++batch) {
    const auto captures =
        capture(*collector, {{"gemm/tensor-core-bf16", {{"n", 256}}}, {"vector_add/one-d", {{"n", 4096}}}});
    EXPECT_EQ(value(captures[0], "sm__ops_path_tensor_src_bf16_dst_fp32.sum"), 2.0 * 256 * 256 * 256) << batch;
    EXPECT_EQ(value(captures[1], kAdditions), 4096) << batch;
  }
}

TEST_F(CollectorOnDevice, TimesWithoutCountersAndRecordsClocks) {
  const auto collector = make_timing_collector(clocks());
  const auto captures = capture(*collector, {{"copy/float4", {{"n", 1 << 24}}}}, 20);
  ASSERT_EQ(captures[0].durations.size(), 20u);
  for (const models::Seconds time : captures[0].durations) EXPECT_GT(time.value(), 0);
  EXPECT_TRUE(captures[0].counters.empty());
  EXPECT_TRUE(captures[0].clocks_during.sm.has_value());
}

TEST_F(CollectorOnDevice, HardwareCountersAloneTakeOnePass) {
  const auto collector = make_cupti_collector({.sass = false}, clocks());
  const auto captures = capture(*collector, {{"vector_add/one-d", {{"n", 1 << 22}}}});
  EXPECT_EQ(captures[0].passes, 2);
  EXPECT_EQ(captures[0].counters.find(kAdditions), nullptr);
  EXPECT_GT(value(captures[0], "dram__bytes.sum"), 0);
}

}  // namespace
}  // namespace rooflens::collect::cupti
