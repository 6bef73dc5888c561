// A kernel under the roof of its loads in flight. One SM that holds 2000 threads, of which half are resident; latency
// 32 us, at most 1 GB/s, p = 2.
#include "models/gap/latency_standing.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/models/round_kernel.hpp"

namespace rooflens::models {
namespace {

// 3 GB in 12 s are 0.25 GB/s.
RoundKernel half_full(double in_flight) {
  RoundKernel kernel = RoundKernel().cycles(12, 12, 12).dram(3).compulsory(3);
  kernel.machine().device.threads_per_sm = 2000;
  kernel.machine().ceilings.latency = LatencyRoof{{Seconds(32e-6), 2, ByteRate(1e9)}, {}, {}};
  kernel.count("sm__warps_active.avg.pct_of_peak_sustained_active", 50e-9);
  kernel.observation().work->requested = {Bytes(3e9), Bytes(0)};
  kernel.observation().work->in_flight_per_thread = Bytes(in_flight);
  return kernel;
}

Explanation explained(const RoundKernel& kernel) {
  const Analysis analysis = kernel.analysis();
  return explain(analysis.machines.front().kernels.front());
}

std::optional<LatencyStanding> standing(const RoundKernel& kernel) { return explained(kernel).latency; }

const Advice* loads_advice(const std::vector<Advice>& all) {
  for (const Advice& advice : all) {
    if (advice.id == "loads-in-flight") return &advice;
  }
  return nullptr;
}

// 1000 threads with 32 bytes are 32 kB in 32 us: 1 GB/s without the knee, and at it 1 / sqrt(2) with it.
TEST(LatencyStanding, IsTheBandwidthOverTheRoofOfWhatIsInFlight) {
  const auto at = standing(half_full(32));
  ASSERT_TRUE(at.has_value());
  EXPECT_DOUBLE_EQ(at->resident_threads, 1000);
  EXPECT_TRUE(at->achieved);
  EXPECT_NEAR(at->roof.value(), 1e9 / std::sqrt(2.0), 1);
  EXPECT_NEAR(at->share, 0.25 * std::sqrt(2.0), 1e-9);
  EXPECT_FALSE(at->for_dram_roof) << "there is no DRAM roof";
  ASSERT_TRUE(at->loads.has_value());
  EXPECT_EQ(at->loads->loads * at->loads->width_bytes, 128) << "64 bytes reach 2 / sqrt(5) = 89 %";
}

// What the loads in flight draw is known without the kernel's own time: longer, it has more that is unexplained.
TEST(LatencyStanding, IsAFactorOfTheGapThatTheKernelsTimeDoesNotChange) {
  const auto gap_of_time = [](double seconds) {
    RoundKernel kernel = half_full(32);
    kernel.machine().ceilings.memory = {{Level::dram, ByteRate(1e9), {}}};
    kernel.observation().durations = {Seconds(seconds)};
    return explained(kernel).gap.value();
  };
  const auto factor = [](const Gap& gap, std::string_view id) { return gap.find(id)->factor; };
  const Gap now = gap_of_time(12);
  EXPECT_NEAR(factor(now, "latency"), std::sqrt(2.0), 1e-9) << "3 GB at 0.71 GB/s instead of 1 GB/s";
  EXPECT_NEAR(factor(now, "unexplained"), 4 / std::sqrt(2.0), 1e-9);
  const Gap longer = gap_of_time(1.3 * 12);
  EXPECT_NEAR(factor(longer, "latency"), std::sqrt(2.0), 1e-9);
  EXPECT_NEAR(factor(longer, "unexplained") / factor(now, "unexplained"), 1.3, 1e-9);
}

// 0.6 of the maximum takes 0.75 of the bytes that the corner would: 0.6 / sqrt(1 - 0.36).
TEST(LatencyStanding, SaysWhatTheDramRoofTakes) {
  RoundKernel kernel = half_full(8);
  std::vector<MemoryCeiling>& roofs = kernel.machine().ceilings.memory;
  roofs = {{Level::dram, ByteRate(0.6e9), {}}};
  ASSERT_TRUE(standing(kernel)->for_dram_roof);
  EXPECT_NEAR(standing(kernel)->for_dram_roof->value(), 0.75 * 32, 1e-9);
  roofs = {{Level::dram, ByteRate(1e9), {}}};
  EXPECT_FALSE(standing(kernel)->for_dram_roof) << "the curve only nears its maximum";
}

TEST(LatencyStanding, StoresRaiseTheRoofOfTheSameLoads) {
  RoundKernel kernel = half_full(16);
  kernel.observation().work->requested = {Bytes(1.5e9), Bytes(1.5e9)};
  EXPECT_NEAR(standing(kernel)->roof.value(), 1e9 / std::sqrt(2.0), 1) << "16 bytes loaded and 16 stored";
}

// 1000 threads with 16 bytes loaded and 16 stored in 64 us, latency and thread_start_cost: 0.5 GB/s without the knee.
TEST(LatencyStanding, ThreadsThatComeAndGoAndStoresAreAddedToTheCurve) {
  RoundKernel kernel = half_full(16);
  kernel.observation().work->requested = {Bytes(1.6e9), Bytes(1.6e9)};
  LatencyRoof& roof = *kernel.machine().ceilings.latency;
  roof.knee.maximum = ByteRate(1e9);
  roof.thread_start_cost = Seconds(32e-6);
  roof.write_penalty = Seconds(2e-9);
  Launch& launch = kernel.observation().launches.front();
  launch.block = {1000, 1, 1};
  launch.grid = {100'000, 1, 1};  // a batch a thread
  EXPECT_NEAR(standing(kernel)->knee.maximum.value(), 0.5e9, 1) << "1 ns to read a byte, 3 to write one";
  EXPECT_NEAR(standing(kernel)->roof.value(), 0.5e9 / std::sqrt(2.0), 1);
  launch.grid = {50'000, 1, 1};  // two: 48 us, 0.5 GB/s x 4 / 3
  EXPECT_NEAR(standing(kernel)->roof.value(), 0.5e9 * 4 / 5, 1) << "3, 4, 5";
  launch.grid = {1'000'000, 1, 1};  // most have nothing to do
  EXPECT_NEAR(standing(kernel)->roof.value(), 0.5e9 / std::sqrt(2.0), 1);
  launch.grid = {1, 1, 1};
  EXPECT_NEAR(standing(kernel)->roof.value(), 1e9 / std::sqrt(5.0), 1e4) << "threads stay: 1 GB/s against 0.5";
}

TEST(LatencyStanding, WithEnoughInFlightThereIsNothingToPrescribe) {
  const RoundKernel kernel = half_full(128);
  EXPECT_FALSE(standing(kernel)->loads);
  EXPECT_FALSE(loads_advice(explained(kernel).advice));
}

TEST(LatencyStanding, WithoutCountersItIsThatOfTheWholeGridAtMost) {
  RoundKernel kernel = half_full(32);
  kernel.observation().counters = {};
  Launch& launch = kernel.observation().launches.front();
  launch.blocks_per_sm = 4;
  launch.block = {250, 1, 1};
  launch.grid = {2, 1, 1};
  const auto at = standing(kernel);
  ASSERT_TRUE(at.has_value());
  EXPECT_FALSE(at->achieved);
  EXPECT_DOUBLE_EQ(at->resident_threads, 500);
  launch.grid = {100, 1, 1};
  EXPECT_DOUBLE_EQ(standing(kernel)->resident_threads, 1024) << "blocks of 250 threads take 8 warps";
}

TEST(LatencyStanding, NeedsWhatTheCodeSaysAndARoof) {
  RoundKernel kernel = half_full(32);
  kernel.observation().work->in_flight_per_thread.reset();
  EXPECT_FALSE(standing(kernel));
  kernel = half_full(32);
  kernel.machine().ceilings.latency.reset();
  EXPECT_FALSE(standing(kernel));
  kernel = half_full(32);
  kernel.observation().work->requested.read = Bytes(0);
  EXPECT_FALSE(standing(kernel));
}

// The roof grows from 2 / sqrt(5) / 2 to 4 / sqrt(17) of the maximum: the kernel with it, wherever it lies below.
TEST(LatencyStanding, TheExplanationAdvisesByTheMachinesRoofAndWhatTheCodeSays) {
  const Explanation why = explained(half_full(16));
  const Advice* advice = loads_advice(why.advice);
  ASSERT_TRUE(advice);
  EXPECT_EQ(advice->evidence, "16 bytes of loads per thread are in flight, enough for 0.4472 GB/s at this occupancy");
  EXPECT_EQ(advice->change, "Keep 8 independent float4 loads per thread in flight at this occupancy.");
  EXPECT_NEAR(advice->gain_high, 4 / std::sqrt(17.0) * std::sqrt(5.0), 1e-6);
}

}  // namespace
}  // namespace rooflens::models
