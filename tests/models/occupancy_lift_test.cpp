#include "models/roofs/occupancy_lift.hpp"

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

// "registers 64 -> 4", "registers 48 + shared 45568 -> 5"
std::vector<std::string> lifts(const BlockDemand& block) {
  std::vector<std::string> texts;
  for (const OccupancyLift& lift : occupancy_lifts(hopper(), block)) {
    std::string text;
    for (const BlockChange& change : lift.changes) {
      text += (text.empty() ? "" : " + ") + std::string(id(change.parameter)) + " " + std::to_string(change.value);
    }
    texts.push_back(text + " -> " + std::to_string(lift.blocks_per_sm));
  }
  return texts;
}

TEST(OccupancyLift, NamesTheNextStepOfRegistersAndTheLast) {
  // 80 registers a thread: 2560 a warp, 6 a quarter, 24 an SM. 72: 7 and 28, still three blocks; 64: 8 and 32.
  EXPECT_THAT(lifts({.threads = 256, .registers = 80}), ElementsAre("registers 64 -> 4", "registers 32 -> 8"));
}

TEST(OccupancyLift, NamesTheMostSharedBytesThatStillHelp) {
  // Five blocks of 228 KiB: 45.6 KiB each, 45.5 in units of 128 bytes, less the reserved one.
  const auto found = lifts({.threads = 256, .registers = 32, .shared_bytes = 48 * kKib});
  ASSERT_GE(found.size(), 2U);
  EXPECT_EQ(found[0], "shared 45568 -> 5");
  EXPECT_EQ(found[1], "shared 28160 -> 8");  // 228 / 8 = 28.5, less one
}

TEST(OccupancyLift, LargerBlocksHelpWhereBlocksAreFew) {
  EXPECT_THAT(lifts({.threads = 32, .registers = 16}), ElementsAre("threads 64 -> 32"));
}

TEST(OccupancyLift, ACarveoutThatWasSetTooSmall) {
  EXPECT_THAT(lifts({.threads = 64, .registers = 16, .shared_bytes = 3 * kKib, .carveout = 64 * kKib}),
              ::testing::Contains("carveout 102400 -> 25"));
}

TEST(OccupancyLift, TwoLimitsAsTightAsEachOtherAreLiftedTogether) {
  const auto found = lifts({.threads = 256, .registers = 64, .shared_bytes = 48 * kKib});
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found[0], "registers 48 + shared 45568 -> 5");
}

TEST(OccupancyLift, NothingLiftsAFullSm) { EXPECT_THAT(lifts({.threads = 256, .registers = 32}), IsEmpty()); }

TEST(OccupancyLift, WhatCannotBeLaunchedIsToldWhatCan) {
  EXPECT_THAT(lifts({.threads = 1024, .registers = 65}), ::testing::Contains("registers 64 -> 1"));
  EXPECT_THAT(lifts({.threads = 1025, .registers = 32}), ElementsAre("threads 1024 -> 2"));
  EXPECT_THAT(lifts({.threads = 32, .shared_bytes = 1000 * kKib}), ::testing::Contains("shared 232448 -> 1"));
}

// Every lift by an upper limit is exact: one more, and it no longer holds.
TEST(OccupancyLift, OneRegisterOrByteMoreHelpsLess) {
  for (const int threads : {32, 96, 256, 333, 1024}) {
    for (const int registers : {24, 40, 65, 128, 255}) {
      for (const std::int64_t shared : {0, 1000, 10'000, 49'152, 200'000}) {
        const BlockDemand block{.threads = threads, .registers = registers, .shared_bytes = shared};
        for (const OccupancyLift& lift : occupancy_lifts(hopper(), block)) {
          BlockDemand other = block;
          for (const BlockChange& change : lift.changes) other = changed(other, change);
          EXPECT_EQ(occupancy(hopper(), other).blocks_per_sm, lift.blocks_per_sm);
          EXPECT_GT(occupancy(hopper(), other).warps_per_sm, occupancy(hopper(), block).warps_per_sm);
          for (const BlockChange& change : lift.changes) {
            if (change.parameter == BlockParameter::threads) continue;
            const BlockDemand more = changed(other, {change.parameter, change.value + 1});
            EXPECT_LT(occupancy(hopper(), more).blocks_per_sm, lift.blocks_per_sm);
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace rooflens::models
