#include "models/explain/projection.hpp"

#include "models/base/thresholds.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/models/round_kernel.hpp"

namespace rooflens::models {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Ceilings board(double dram, double fp32) {
  Ceilings roofs;
  roofs.memory.push_back({Level::dram, ByteRate(dram * 1e9), {}});
  roofs.compute.push_back({Precision::fp32, OperationRate(fp32 * 1e9), {}});
  return roofs;
}

std::optional<Projection> projected(const RoundKernel& kernel, const Ceilings& target, const Ceilings& own = {}) {
  const Analysis analysis = kernel.analysis();
  return project(analysis.machines.front().kernels.front(), {target}, {own});
}

// 12 s, of which DRAM is busy for 6 and the FP32 pipe for 2.
RoundKernel measured() { return RoundKernel().dram(6).arithmetic(0, 0, 1); }

TEST(Projection, LiesBetweenTheSameShareOfTheRoofAndTheSameWait) {
  const auto projection = projected(measured(), board(2, 1));  // DRAM twice as fast
  ASSERT_TRUE(projection);
  EXPECT_DOUBLE_EQ(projection->shortest.value(), 3);
  EXPECT_NEAR(projection->low.value() / (1 - kProjectionError), 6, 1e-6);   // half of everything
  EXPECT_NEAR(projection->high.value() / (1 + kProjectionError), 9, 1e-6);  // 6 s of waiting stay
  EXPECT_NEAR(projection->speedup_low(Seconds(12)) * (1 + kProjectionError), 12.0 / 9, 1e-6);
  EXPECT_NEAR(projection->speedup_high(Seconds(12)) * (1 - kProjectionError), 2, 1e-6);
  EXPECT_THAT(projection->unknown, IsEmpty());
}

TEST(Projection, ASlowerBoardTurnsTheIntervalRound) {
  const auto projection = projected(measured(), board(0.5, 1));
  EXPECT_NEAR(projection->low.value() / (1 - kProjectionError), 18, 1e-6);
  EXPECT_NEAR(projection->high.value() / (1 + kProjectionError), 24, 1e-6);
}

TEST(Projection, TheSameBoardGivesTheSameTime) {
  const auto projection = projected(measured(), board(1, 1));
  EXPECT_NEAR(projection->low.value() / (1 - kProjectionError), 12, 1e-6);
  EXPECT_NEAR(projection->high.value() / (1 + kProjectionError), 12, 1e-6);
}

// Of 1.25 GB/s that its board promises, 1 can be had here.
TEST(Projection, AsMuchOfThePromiseMayBeHadThereAsHere) {
  const auto projection = projected(measured(), board(2.5, 1), board(1.25, 1));
  EXPECT_DOUBLE_EQ(projection->shortest.value(), 2.4);
  EXPECT_NEAR(projection->low.value() / (1 - kProjectionError), 4.8, 1e-6);  // 2.5 GB/s, half of everything and less
  EXPECT_NEAR(projection->high.value() / (1 + kProjectionError), 9, 1e-6);   // 2 GB/s, and the 6 s of waiting stay
  const auto itself = projected(measured(), board(1.25, 1), board(1.25, 1));
  EXPECT_LE(itself->low.value(), 12);
  EXPECT_NEAR(itself->high.value() / (1 + kProjectionError), 12, 1e-6);
}

// 40 G warp instructions need 10 of the 12 s here.
TEST(Projection, WarpIssueMayBeTheBusiestHereOrThere) {
  RoundKernel kernel = measured();
  kernel.instructions(40, 40 * 32, 40 * 32);
  Ceilings target = board(2, 1);
  target.instruction.push_back({Pipe::issue, OperationRate(2e9), {}});
  const auto projection = projected(kernel, target);
  EXPECT_EQ(projection->here, "Warp issue");
  EXPECT_EQ(projection->there, "Warp issue");
  EXPECT_DOUBLE_EQ(projection->shortest.value(), 20);
}

TEST(Projection, AnotherResourceMayBeTheBusiestThere) {
  const auto projection = projected(measured(), board(6, 0.25));  // DRAM needs 1 s, FP32 8 s
  EXPECT_EQ(projection->here, "DRAM");
  EXPECT_EQ(projection->there, "FP32");
  EXPECT_DOUBLE_EQ(projection->shortest.value(), 8);
}

// DRAM is busy for all 12 s: nothing is faster there than its 6.
TEST(Projection, PromisesNoTimeBelowTheRoof) {
  const auto projection = projected(RoundKernel().dram(12), board(2, 1));
  EXPECT_DOUBLE_EQ(projection->shortest.value(), 6);
  EXPECT_DOUBLE_EQ(projection->low.value(), 6);
  EXPECT_NEAR(projection->high.value(), 6 * (1 + kProjectionError), 1e-6);
}

TEST(Projection, DemandsWithoutARoofThereAreNamed) {
  RoundKernel kernel = measured();
  kernel.count("l1tex__t_bytes.sum", 4);
  EXPECT_THAT(projected(kernel, board(2, 1))->unknown, ElementsAre("L1"));
}

TEST(Projection, WithoutTheRoofThatBindsHereThereIsNone) {
  Ceilings target = board(2, 1);
  target.memory.clear();
  EXPECT_FALSE(projected(measured(), target));
  EXPECT_FALSE(projected(measured(), {}));
}

std::string_view why_not(const RoundKernel& kernel, const Ceilings& target) {
  const Analysis analysis = kernel.analysis();
  return not_projected(analysis.machines.front().kernels.front(), {target}, {});
}

TEST(Projection, SaysWhyThereIsNone) {
  RoundKernel untimed = measured();
  untimed.observation().durations.clear();
  EXPECT_FALSE(projected(untimed, board(2, 1)));
  EXPECT_EQ(why_not(untimed, board(2, 1)), "no time was recorded");
  EXPECT_FALSE(projected(RoundKernel().dram(15), board(2, 1)));
  EXPECT_EQ(why_not(RoundKernel().dram(15), board(2, 1)), "its counters and its time contradict each other");
  EXPECT_EQ(why_not(measured(), {}), "what limits it here has no roof there");
  EXPECT_EQ(why_not(RoundKernel(), board(2, 1)), "it needs nothing that has a roof here");
  EXPECT_EQ(why_not(measured(), board(2, 1)), "");
}

}  // namespace
}  // namespace rooflens::models
