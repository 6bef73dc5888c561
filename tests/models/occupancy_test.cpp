#include "models/roofs/occupancy.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rooflens::models {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr std::int64_t kKib = 1024;

const OccupancyLimits& hopper() {
  static const OccupancyLimits limits = occupancy_limits({9, 0}).value();
  return limits;
}

Occupancy on_hopper(const BlockDemand& block) { return occupancy(hopper(), block); }

TEST(Occupancy, IsLimitedByWarpsWhereNothingElseIsScarce) {
  const Occupancy result = on_hopper({.threads = 256, .registers = 32});
  EXPECT_EQ(result.blocks_per_sm, 8);  // 64 warps of 8 each
  EXPECT_EQ(result.percent(), 100);
  EXPECT_THAT(result.limiters(), ElementsAre(Resource::warps, Resource::registers));  // 8 x 8192 = 65536
}

TEST(Occupancy, IsLimitedByBlocksWhereTheyAreSmall) {
  const Occupancy result = on_hopper({.threads = 32, .registers = 16});
  EXPECT_EQ(result.blocks_per_sm, 32);
  EXPECT_EQ(result.percent(), 50);
  EXPECT_THAT(result.limiters(), ElementsAre(Resource::blocks));
}

TEST(Occupancy, IsLimitedByRegisters) {
  const Occupancy result = on_hopper({.threads = 256, .registers = 128});
  EXPECT_EQ(result.registers_per_block, 32768);
  EXPECT_EQ(result.blocks_per_sm, 2);
  EXPECT_EQ(result.warps_per_sm, 16);
  EXPECT_THAT(result.limiters(), ElementsAre(Resource::registers));
}

TEST(Occupancy, RegistersAreGivenToWarpsInUnitsFromQuartersOfTheSm) {
  // 65 registers are 2080 a warp, rounded to 2304: seven warps fit into 16384, 28 into the SM, three blocks of eight.
  EXPECT_EQ(on_hopper({.threads = 256, .registers = 65}).blocks_per_sm, 3);
  EXPECT_EQ(on_hopper({.threads = 256, .registers = 72}).blocks_per_sm, 3);
}

TEST(Occupancy, IsLimitedBySharedMemoryWithWhatTheDriverReserves) {
  const Occupancy full = on_hopper({.threads = 128, .registers = 16, .shared_bytes = 56 * kKib});
  EXPECT_EQ(full.shared_bytes_per_block, 57 * kKib);
  EXPECT_EQ(full.blocks_per_sm, 4);  // 4 x 57 = 228
  EXPECT_EQ(on_hopper({.threads = 128, .shared_bytes = 56 * kKib + 1}).blocks_per_sm, 3);
  EXPECT_THAT(full.limiters(), ElementsAre(Resource::shared));
}

TEST(Occupancy, HoldsAWholeNumberOfWarps) {
  EXPECT_EQ(on_hopper({.threads = 33}).warps_per_block, 2);
  EXPECT_EQ(on_hopper({.threads = 33}).blocks_per_sm, 32);
}

TEST(Occupancy, ACarveoutOfLessLimitsUntilABlockNeedsMore) {
  const BlockDemand small{.threads = 32, .shared_bytes = 3 * kKib, .carveout = 0};
  EXPECT_EQ(on_hopper(small).carveout_bytes, 8 * kKib);  // the smallest that holds 3 + 1 KiB
  EXPECT_EQ(on_hopper(small).blocks_per_sm, 2);
  EXPECT_EQ(carveout_of_percent(hopper(), 50), 132 * kKib);  // 114 KiB, rounded up to what there is
  EXPECT_EQ(carveout_of_percent(hopper(), 100), 228 * kKib);
  EXPECT_EQ(carveout_of_at_least(hopper(), 228 * kKib + 1), std::nullopt);
}

TEST(Occupancy, NamesBarriersOnlyWhereTheyAreScarcerThanBlocks) {
  const OccupancyLimits thor = occupancy_limits({11, 0}).value();  // 24 blocks, 24 barriers
  EXPECT_THAT(occupancy(thor, {.threads = 32}).limiters(), ElementsAre(Resource::blocks));
  EXPECT_THAT(occupancy(thor, {.threads = 32, .barriers = 2}).limiters(), ElementsAre(Resource::barriers));
  EXPECT_EQ(occupancy(thor, {.threads = 32, .barriers = 2}).blocks_per_sm, 12);
}

TEST(Occupancy, OfWhatCannotBeLaunchedSaysWhy) {
  EXPECT_THAT(on_hopper({.threads = 1025}).refusals, ElementsAre(LaunchRefusal::threads_per_block));
  EXPECT_THAT(on_hopper({.threads = 32, .registers = 257}).refusals, ElementsAre(LaunchRefusal::registers_per_thread));
  EXPECT_THAT(on_hopper({.threads = 1024, .registers = 65}).refusals, ElementsAre(LaunchRefusal::registers_per_block));
  EXPECT_THAT(on_hopper({.threads = 32, .shared_bytes = 227 * kKib + 1}).refusals,
              ElementsAre(LaunchRefusal::shared_per_block));
  EXPECT_THAT(on_hopper({.threads = 32, .barriers = 65}).refusals, ElementsAre(LaunchRefusal::barriers));
  EXPECT_EQ(on_hopper({.threads = 1025}).blocks_per_sm, 0);
  EXPECT_THAT(on_hopper({.threads = 1024, .registers = 64, .shared_bytes = 227 * kKib}).refusals, IsEmpty());
}

TEST(Occupancy, WithoutOptingInABlockGets48Kib) {
  EXPECT_EQ(on_hopper({.threads = 32, .shared_bytes = 48 * kKib, .shared_optin = false}).blocks_per_sm, 4);
  EXPECT_THAT(on_hopper({.threads = 32, .shared_bytes = 48 * kKib + 1, .shared_optin = false}).refusals,
              ElementsAre(LaunchRefusal::shared_per_block));
}

TEST(OccupancyLimits, KnowsNoCapabilityByGuessing) {
  EXPECT_FALSE(occupancy_limits({6, 1}).has_value());
  EXPECT_FALSE(occupancy_limits({9, 9}).has_value());
  EXPECT_EQ(occupancy_limits().front().compute_capability, (ComputeCapability{7, 0}));
  EXPECT_EQ(occupancy_limits().back().compute_capability, (ComputeCapability{12, 1}));
}

}  // namespace
}  // namespace rooflens::models
