// parallelism: the reference, the bytes, and the instructions that geometry does not change.
#include <gtest/gtest.h>

#include "kernels/parallelism/family.hpp"
#include "tests/kernels/work_of.hpp"

namespace rooflens::kernels {
namespace {

TEST(ParallelismReference, Multiplies) {
  const Input in = [](std::uint64_t i) { return static_cast<float>(i) / 2; };
  EXPECT_EQ(parallelism::reference(in, 1, 3), 1.5);
  EXPECT_EQ(parallelism::reference(in, parallelism::kChainFactor, 3), 513 * 1.5);
}

TEST(Parallelism, TheFactorOfTheValuesIsTheirSum) {
  std::int64_t sum = 0;
  for (std::int64_t j = 0; j < 64; ++j) sum += j + 1 + 16;
  EXPECT_EQ(parallelism::kValuesFactor, sum);
}

TEST(Parallelism, CopiesMoveEveryElementTwice) {
  for (const char* name : {"parallelism/loads-per-thread", "parallelism/occupancy"}) {
    const models::Work work = work_of(name, {{"n", 100}});
    EXPECT_TRUE(work.operations.empty());
    expect_traffic(work.requested, 400, 400);
    expect_traffic(work.ideal_l2, 416, 416);
    EXPECT_EQ(memory_of(name, {{"n", 100}}), 800);
  }
}

TEST(Parallelism, ChainsDoTheSameWorkInEveryGeometryAndMix) {
  for (const char* name :
       {"parallelism/waves", "parallelism/block-size", "parallelism/fma", "parallelism/multiply-add"}) {
    const models::Work work = work_of(name, {{"n", 100}});
    EXPECT_EQ(work.operations.at(models::Precision::fp32).value(), 102400);
    expect_traffic(work.compulsory, 400, 400);
  }
}

TEST(Parallelism, SpillsDoNotChangeTheWork) {
  for (const char* name : {"parallelism/no-spill", "parallelism/register-spill"}) {
    EXPECT_EQ(work_of(name, {{"n", 10}}).operations.at(models::Precision::fp32).value(), 20480);
    EXPECT_EQ(counter_of(name, {{"n", 10}}, counter::kFfma), 10240);
  }
}

TEST(ParallelismCounters, OneInstructionCopiesThirtyTwoElements) {
  EXPECT_EQ(counter_of("parallelism/occupancy", {{"n", 100}}, counter::kGlobalLoads), 4);
  EXPECT_EQ(counter_of("parallelism/occupancy", {{"n", 100}}, counter::kGlobalLoadSectors), 13);
  EXPECT_EQ(counter_of("parallelism/loads-per-thread", {{"n", 1536}, {"loads", 3}}, counter::kGlobalStores), 48);
}

TEST(ParallelismCounters, APartOfATileHasOnlyItsSectorsForSure) {
  const std::map<std::string, std::int64_t> part{{"n", 1000}, {"loads", 3}};
  EXPECT_EQ(counter_of("parallelism/loads-per-thread", part, counter::kGlobalLoadSectors), 125);
  EXPECT_EQ(counter_of("parallelism/loads-per-thread", part, counter::kGlobalLoads), std::nullopt);
}

TEST(ParallelismCounters, TheMixIsTheDose) {
  EXPECT_EQ(counter_of("parallelism/fma", {{"n", 10}}, counter::kFfma), 5120);
  EXPECT_EQ(counter_of("parallelism/multiply-add", {{"n", 10}}, counter::kFfma), 0);
  EXPECT_EQ(counter_of("parallelism/multiply-add", {{"n", 10}}, counter::kFadd), 5120);
  EXPECT_EQ(counter_of("parallelism/multiply-add", {{"n", 10}}, counter::kFmul), 5120);
  EXPECT_EQ(counter_of("parallelism/multiply-add", {{"n", 10}, {"fused", 128}}, counter::kFfma), 1280);
  EXPECT_EQ(counter_of("parallelism/multiply-add", {{"n", 10}, {"fused", 128}}, counter::kFmul), 3840);
}

}  // namespace
}  // namespace rooflens::kernels
