#include "models/record/launch_occupancy.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace rooflens::models {
namespace {

DeviceProperties sm_of_2048_threads() {
  DeviceProperties device;
  device.threads_per_sm = 2048;
  return device;
}

Launch launch(std::uint32_t blocks, std::uint32_t threads, std::optional<int> blocks_per_sm) {
  Launch result;
  result.grid = {blocks, 1, 1};
  result.block = {threads, 1, 1};
  result.blocks_per_sm = blocks_per_sm;
  return result;
}

std::optional<double> of(const std::vector<Launch>& launches) {
  return theoretical_occupancy(launches, sm_of_2048_threads());
}

TEST(LaunchOccupancy, IsTheWarpsOfTheBlocksThatFit) {
  EXPECT_DOUBLE_EQ(of({launch(1000, 256, 4)}).value(), 0.5);
  EXPECT_DOUBLE_EQ(of({launch(1000, 33, 16)}).value(), 0.5);  // a block of 33 threads takes two warps
}

TEST(LaunchOccupancy, LaunchesThatAllowTheSameHaveThat) {
  EXPECT_DOUBLE_EQ(of({launch(1000, 256, 8), launch(1, 1024, 2)}).value(), 1);
}

// As many warps at 100 % and at 50 %: the latter take twice the cycles, (1 * 1 + 2 * 0.5) / 3.
TEST(LaunchOccupancy, OfDifferentOnesIsTheMeanOverTheirCycles) {
  EXPECT_DOUBLE_EQ(of({launch(1000, 256, 8), launch(1000, 256, 4)}).value(), 2.0 / 3);
}

TEST(LaunchOccupancy, ALaunchThatRepeatsCountsEachTime) {
  std::vector<Launch> launches{launch(1000, 256, 8), launch(1000, 256, 4)};
  launches[0].count = 4;  // (4 * 1 + 2 * 0.5) / 6
  EXPECT_DOUBLE_EQ(of(launches).value(), 5.0 / 6);
}

TEST(LaunchOccupancy, AFewWarpsBesideManyHardlyCount) {
  EXPECT_NEAR(of({launch(1, 32, 32), launch(65536, 256, 4)}).value(), 0.5, 1e-5);
}

TEST(LaunchOccupancy, WithoutGeometryThereIsNone) {
  EXPECT_FALSE(of({}));
  EXPECT_FALSE(of({launch(1000, 256, 8), launch(1000, 256, std::nullopt)}));
  EXPECT_FALSE(of({launch(1000, 256, 8), launch(1000, 256, 0)}));
  EXPECT_FALSE(theoretical_occupancy(std::vector{launch(1000, 256, 8)}, DeviceProperties{}));
}

}  // namespace
}  // namespace rooflens::models
