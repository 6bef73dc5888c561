#include "models/advise/advice_idle_sms.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/models/advice_of.hpp"

namespace rooflens::models {
namespace {

using ::testing::HasSubstr;

TEST(IdleSms, ATailMayAlreadyHaveHadAllOfDram) {
  const auto advice = advice_for(RoundKernel().cycles(12, 12, 8).dram(8).compulsory(8));
  const Advice* imbalance = advice_called(advice, "imbalance");
  ASSERT_TRUE(imbalance);
  EXPECT_DOUBLE_EQ(imbalance->gain_low, 1);
  EXPECT_DOUBLE_EQ(imbalance->gain_high, 1.5);
}

TEST(IdleSms, ATailBelowAnIdleDramBringsWhatItTakes) {
  const auto advice = advice_for(RoundKernel().cycles(12, 12, 8).dram(2).compulsory(2));
  EXPECT_DOUBLE_EQ(advice_called(advice, "imbalance")->gain_low, 1.5);
}

// One block for 4 SMs: only one of them is active in the 12 s.
RoundKernel one_block(std::uint32_t threads, double dram) {
  RoundKernel kernel = RoundKernel().cycles(12, 12, 3).dram(dram).compulsory(dram);
  kernel.machine().device.sm_count = 4;
  kernel.observation().launches.front().block = {threads, 1, 1};
  return kernel;
}

TEST(IdleSms, OneWarpMayBeAChainThatMoreSmsDoNotShorten) {
  const auto advice = advice_for(one_block(32, 0.012).count("smsp__sass_inst_executed_op_global_ld.sum", 0.02, 1));
  const Advice* idle = advice_called(advice, "imbalance");
  ASSERT_TRUE(idle);
  EXPECT_EQ(idle->cause, "Only 1 of 4 SMs has a block.");
  EXPECT_EQ(idle->evidence,
            "1 block of 1 warp: each warp that is ready issues at once; a warp loads once in 600 cycles");
  EXPECT_DOUBLE_EQ(idle->gain_low, 1);
  EXPECT_DOUBLE_EQ(idle->gain_high, 4);
  EXPECT_THAT(idle->assumes, HasSubstr("a chain of steps"));
  EXPECT_EQ(advice.front().id, "imbalance");
}

TEST(IdleSms, ManyWarpsOfOneBlockCanBeSpread) {
  const auto advice = advice_for(one_block(1024, 0.012));
  const Advice* idle = advice_called(advice, "imbalance");
  ASSERT_TRUE(idle);
  EXPECT_EQ(idle->evidence, "1 block of 32 warps");
  EXPECT_DOUBLE_EQ(idle->gain_low, 4);
  EXPECT_DOUBLE_EQ(idle->gain_high, 4);
  EXPECT_EQ(advice.front().id, "imbalance");
}

// 12 s where DRAM takes 2.4, and nothing tells where the others go.
TEST(IdleSms, SeveralPartsOnEachSmAlsoHideWhatOneWaitsFor) {
  const auto with_occupancy = [](double percent) {
    RoundKernel kernel = one_block(1024, 2.4).count("sm__cycles_active.sum", 12).idle();
    kernel.count("sm__warps_active.avg.pct_of_peak_sustained_active", 1e-9 * percent).instructions(1.2, 38.4, 38.4);
    return advice_for(kernel);
  };
  const auto few = with_occupancy(40), many = with_occupancy(60);
  ASSERT_TRUE(advice_called(few, "imbalance") && advice_called(many, "imbalance"));
  EXPECT_DOUBLE_EQ(advice_called(few, "imbalance")->gain_high, 5);
  EXPECT_THAT(advice_called(few, "imbalance")->assumes, HasSubstr("several"));
  EXPECT_DOUBLE_EQ(advice_called(many, "imbalance")->gain_high, 4);
}

// A launch that fills all SMs takes 0.7 us beside their work, so 0.84 us do not become 0.21.
TEST(IdleSms, NoLaunchIsShorterThanWhatItTakesBesideItsSms) {
  RoundKernel kernel = RoundKernel().cycles(8.4e-7, 8.4e-7, 2.1e-7).dram(1e-9).compulsory(1e-9);
  kernel.machine().device.sm_count = 4;
  kernel.observation().launches.front().block = {1024, 1, 1};
  kernel.observation().durations = {Seconds(0.84e-6)};
  const auto advice = advice_for(kernel);
  const Advice* idle = advice_called(advice, "imbalance");
  ASSERT_TRUE(idle);
  EXPECT_NEAR(idle->gain_high, 1.2, 1e-9);
  EXPECT_DOUBLE_EQ(idle->gain_low, 1);
  EXPECT_THAT(idle->assumes, HasSubstr("a launch takes 0.7 µs beside the work of its SMs"));
}

TEST(IdleSms, FewWarpsThatFillTheirSmCanBeSpread) {
  const auto fills = advice_for(one_block(128, 1.9));  // 4 x 1.9 / 12 are 63 %
  EXPECT_DOUBLE_EQ(advice_called(fills, "imbalance")->gain_low, 0.6 * 12 / 1.9);
  EXPECT_DOUBLE_EQ(advice_called(fills, "imbalance")->gain_high, 4);
  EXPECT_THAT(advice_called(fills, "imbalance")->assumes,
              HasSubstr("DRAM becomes the bottleneck, and reaches 60 to 100 %"));
  EXPECT_DOUBLE_EQ(advice_called(advice_for(one_block(128, 1.7)), "imbalance")->gain_low, 1);
  EXPECT_DOUBLE_EQ(advice_called(advice_for(one_block(160, 1.7)), "imbalance")->gain_low,
                   4);  // 5 warps for 4 schedulers
}

// Of 12 s the launch begins and ends for 3, which neither more SMs nor anything else is sure to shorten.
TEST(IdleSms, SpreadWorkStillHasItsStartUp) {
  RoundKernel kernel = one_block(1024, 0.012);
  kernel.cycles(12, 9, 2.25);
  const auto advice = advice_for(kernel);
  EXPECT_DOUBLE_EQ(advice_called(advice, "imbalance")->gain_high, 12 / (3 + 9.0 / 4));
  EXPECT_DOUBLE_EQ(advice_called(advice, "imbalance")->gain_low, 12 / (3 + 9.0 / 4));
  EXPECT_DOUBLE_EQ(advice_called(advice, "start-up")->gain_low, 1);
  EXPECT_DOUBLE_EQ(advice_called(advice, "start-up")->gain_high, 12.0 / 9);
  EXPECT_THAT(advice_called(advice, "start-up")->assumes,
              HasSubstr("part of the launch overhead cannot be removed; how much is unknown"));
}

TEST(IdleSms, WhatSaturatesDramFromFewSmsGainsNoneForCertain) {
  const auto advice = advice_for(one_block(1024, 8));
  const Advice* imbalance = advice_called(advice, "imbalance");
  ASSERT_TRUE(imbalance);
  EXPECT_DOUBLE_EQ(imbalance->gain_low, 1);
  EXPECT_THAT(imbalance->assumes, HasSubstr("may already saturate DRAM"));
}

}  // namespace
}  // namespace rooflens::models
