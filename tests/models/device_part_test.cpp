// A part of a GPU: what of it is less than the whole, and what counters over the whole GPU say of it.
#include "models/roofs/device_part.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "models/compare/conditions.hpp"
#include "models/explain/gap.hpp"
#include "models/record/run_ceilings.hpp"
#include "models/roofs/board.hpp"
#include "tests/fixtures/recordings.hpp"
#include "tests/models/round_kernel.hpp"

namespace rooflens::models {
namespace {

using ::testing::HasSubstr;

DeviceProperties h200() { return fixtures::simulated_h200().device; }
DeviceProperties half() { return part_of(h200(), 66); }

TEST(DevicePart, SaysSoInItsNameAndKeepsTheRest) {
  EXPECT_EQ(half().name, "NVIDIA H200 (66 of 132 SMs)");
  EXPECT_EQ(half().sm_count, 66);
  EXPECT_EQ(half().whole_sm_count, 132);
  EXPECT_EQ(half().uuid, h200().uuid);
  EXPECT_DOUBLE_EQ(sm_share(half()), 0.5);
  EXPECT_EQ(sharing_text(half()), "A part of the GPU: DRAM, L2, clocks and power are shared with the other 66 SMs.");
  EXPECT_THAT(*sharing_text(part_of(h200(), 131)), HasSubstr("with the other SM."));
}

TEST(DevicePart, OfAllSmsIsTheWholeDevice) {
  for (const int sms : {132, 140, 0}) EXPECT_EQ(part_of(h200(), sms).whole_sm_count, std::nullopt) << sms;
  EXPECT_EQ(part_of(h200(), 132).name, "NVIDIA H200");
  EXPECT_DOUBLE_EQ(sm_share(h200()), 1);
  EXPECT_EQ(sharing_text(h200()), std::nullopt);
  EXPECT_EQ(sm_count_text(h200()), "132 SMs");
  EXPECT_EQ(sm_count_text({}), "");
}

TEST(DevicePart, HasTheRoofsOfItsSmsAndAllOfDram) {
  const Ceilings whole = run_ceilings(h200(), {});
  const Ceilings part = run_ceilings(half(), {});
  EXPECT_DOUBLE_EQ(part.best(Precision::fp32)->rate / whole.best(Precision::fp32)->rate, 0.5);
  EXPECT_DOUBLE_EQ(part.best(Level::shared)->rate / whole.best(Level::shared)->rate, 0.5);
  EXPECT_DOUBLE_EQ(part.best(Level::dram)->rate / whole.best(Level::dram)->rate, 1);
  ASSERT_TRUE(part.best(Precision::tensor_bf16)) << "the board is still known";
  EXPECT_DOUBLE_EQ(part.best(Precision::tensor_bf16)->rate / whole.best(Precision::tensor_bf16)->rate, 0.5);
  EXPECT_THAT(part.best(Precision::fp32)->origin.detail, HasSubstr("66 SM x 256 FLOP/clk"));
}

TEST(DevicePart, DrawsFromTheWholeL2) {
  const Board& a100 = *boards_named("A100 SXM4 80 GB").front();
  const Ceilings whole = data_sheet_ceilings(a100);
  const Ceilings part = data_sheet_ceilings(a100, 54);
  ASSERT_TRUE(whole.best(Level::l2) && part.best(Level::l2));
  EXPECT_EQ(part.best(Level::l2)->rate, whole.best(Level::l2)->rate);
  EXPECT_DOUBLE_EQ(part.best(Precision::tensor_bf16)->rate / whole.best(Precision::tensor_bf16)->rate, 0.5);
}

// Peaks that CUPTI reports are those of all SMs: 1000 products a clock at 1 GHz, and 500 bytes a clock of DRAM.
TEST(DevicePart, TakesItsShareOfThePeaksOfSms) {
  RoundKernel kernel;
  DeviceProperties unknown;
  unknown.sm_count = 100;
  kernel.observation().clocks_after = {};  // a clock would give theoretical roofs
  kernel.count("sm__cycles_elapsed.avg.per_second", 1)
      .count("dram__cycles_elapsed.avg.per_second", 1)
      .count("dram__bytes.sum.peak_sustained", 500e-9)
      .count("l1tex__t_bytes.sum.peak_sustained", 100e-9)
      .count("sm__sass_thread_inst_executed_op_ffma_pred_on.sum.peak_sustained", 1000e-9);
  const Ceilings roofs = run_ceilings(part_of(unknown, 25), kernel.recording.observations);
  EXPECT_NEAR(roofs.best(Precision::fp32)->rate.value(), 500e9, 1);
  EXPECT_NEAR(roofs.best(Level::l1)->rate.value(), 25e9, 1);
  EXPECT_NEAR(roofs.best(Level::dram)->rate.value(), 500e9, 1);
}

// Two of four SMs were active for 10 s each: a mean over four is 5.
RoundKernel evenly_busy_part() {
  RoundKernel kernel;
  kernel.machine().device.sm_count = 2;
  kernel.machine().device.whole_sm_count = 4;
  kernel.cycles(12, 10, 5).count("sm__cycles_active.sum", 20).dram(4).compulsory(4);
  return kernel;
}

double balance_of(const RoundKernel& kernel) {
  const Analysis analysis = kernel.analysis();
  for (const DerivedMetric& metric : analysis.machines[0].kernels[0].metrics) {
    if (metric.row->id == "sm_balance") return metric.value;
  }
  return -1;
}

double imbalance_of(const RoundKernel& kernel) {
  const Analysis analysis = kernel.analysis();
  return explain_gap(analysis.machines[0].kernels[0]).value().find("imbalance")->factor;
}

TEST(DevicePart, IdleSmsOutsideItAreNoImbalance) {
  RoundKernel kernel = evenly_busy_part();
  EXPECT_DOUBLE_EQ(balance_of(kernel), 1);
  EXPECT_DOUBLE_EQ(imbalance_of(kernel), 1);
  const Analysis analysis = kernel.analysis();
  for (const Finding& finding : analysis.machines[0].kernels[0].findings) EXPECT_NE(finding.topic, "imbalance");
  kernel.machine().device.sm_count = 4;
  kernel.machine().device.whole_sm_count.reset();
  EXPECT_DOUBLE_EQ(balance_of(kernel), 0.5) << "on the whole GPU they are";
  EXPECT_DOUBLE_EQ(imbalance_of(kernel), 2);
}

TEST(DevicePart, BelievesAMeanOverItsSmsAlone) {
  RoundKernel kernel = evenly_busy_part();
  kernel.cycles(12, 10, 10);
  EXPECT_DOUBLE_EQ(balance_of(kernel), 1);
  EXPECT_DOUBLE_EQ(imbalance_of(kernel), 1);
}

TEST(DevicePart, TakesMeansToBeOverTheWholeGpuWhereNoSumTells) {
  RoundKernel kernel = evenly_busy_part();
  CounterSet without;
  for (const char* name : {"sm__cycles_elapsed.max", "sm__cycles_active.max", "sm__cycles_active.avg"}) {
    without.set(name, *kernel.observation().counters.find(name));
  }
  EXPECT_DOUBLE_EQ(mean_over_sms_correction(without, kernel.machine().device), 2);
  EXPECT_DOUBLE_EQ(mean_over_sms_correction(without, h200()), 1);
}

// Warps over active cycles: idle SMs have neither.
TEST(DevicePart, AchievedOccupancyIsThatOfItsSmsAsItIs) {
  RoundKernel kernel = evenly_busy_part();
  kernel.count("sm__warps_active.avg.pct_of_peak_sustained_active", 75e-9);
  EXPECT_DOUBLE_EQ(*kernel.analysis().machines[0].kernels[0].achieved_occupancy, 0.75);
}

TEST(DevicePart, IsTheSameGpuInAComparisonByItsUuid) {
  EXPECT_EQ(share_of_one_gpu(h200(), half()), 0.5);
  EXPECT_EQ(share_of_one_gpu(half(), h200()), 2);
  EXPECT_EQ(share_of_one_gpu(h200(), h200()), std::nullopt);
  EXPECT_EQ(share_of_one_gpu(half(), half()), std::nullopt);
  DeviceProperties other = half();
  other.uuid = "GPU-1";
  EXPECT_EQ(share_of_one_gpu(h200(), other), std::nullopt);
}

// Which rows of a whole GPU and a part of it differ, and which of these as the SMs do.
struct Differing {
  std::set<std::string> as_the_sms, otherwise;
  explicit Differing(int sms) {
    const Machine a{.id = 0, .device = h200(), .ceilings = run_ceilings(h200(), {})};
    const DeviceProperties part = part_of(h200(), sms);
    const Machine b{.id = 1, .device = part, .ceilings = run_ceilings(part, {})};
    MachineAnalysis first{.machine = &a,
                          .kernels = {},
                          .by_recoverable = {},
                          .ranges = {},
                          .sources = {},
                          .families = {},
                          .verdict = {},
                          .findings = {}};
    MachineAnalysis second = first;
    second.machine = &b;
    for (const PropertyRow& row : side_by_side(first, second)) {
      if (row.by_share) as_the_sms.insert(row.id);
      if (row.differs() && !row.by_share) otherwise.insert(row.id);
    }
  }
};

TEST(DevicePart, RowsOfAComparisonThatGoWithTheSmsAreMarked) {
  for (const int sms : {66, 130}) {
    const Differing rows(sms);
    EXPECT_TRUE(rows.as_the_sms.contains("sm_count")) << sms;
    EXPECT_TRUE(rows.as_the_sms.contains("roof_fp32")) << sms;
    EXPECT_TRUE(rows.as_the_sms.contains("roof_shared")) << sms;
    EXPECT_FALSE(rows.as_the_sms.contains("roof_dram")) << sms;
    EXPECT_FALSE(rows.as_the_sms.contains("memory_bytes")) << sms;
    EXPECT_EQ(rows.otherwise, (std::set<std::string>{"name", "whole_sm_count"})) << sms;
  }
}

}  // namespace
}  // namespace rooflens::models
