#include "profiler/actions/run/batch.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace rooflens::actions {
namespace {

TEST(BlockTrace, OfNothingIsNothing) { EXPECT_FALSE(block_trace({}).has_value()); }

TEST(BlockTrace, SpansTheWarpsOfABlockAndCountsFromTheFirstStart) {
  const std::vector<kernels::WarpEvent> warps{
      {0, 0, 5, 1010, 1100}, {0, 1, 5, 1000, 1090}, {1, 0, 7, 1020, 1200}, {1, 1, 7, 1030, 1150}};
  const auto trace = block_trace(warps);
  ASSERT_TRUE(trace);
  EXPECT_EQ(trace->blocks_run, 2U);
  EXPECT_EQ(trace->sms_run, 2U);
  EXPECT_EQ(trace->span_ns, 200U);
  ASSERT_EQ(trace->blocks.size(), 2U);
  EXPECT_EQ(trace->blocks[0].warps, 2U);
  EXPECT_EQ(trace->blocks[0].sm, 5U);
  EXPECT_EQ(trace->blocks[0].start_ns, 0U);
  EXPECT_EQ(trace->blocks[0].end_ns, 100U);
  EXPECT_EQ(trace->blocks[1].block, 1U);
  EXPECT_EQ(trace->blocks[1].start_ns, 20U);
  EXPECT_EQ(trace->blocks[1].end_ns, 200U);
}

TEST(BlockTrace, IsBoundedAndSaysOfHowMany) {
  std::vector<kernels::WarpEvent> warps;
  for (std::uint32_t i = 0; i < 2 * models::kMostBlocks; ++i) warps.push_back({i, 0, i % 4, i, i + 9});
  const auto trace = block_trace(warps);
  EXPECT_EQ(trace->blocks.size(), models::kMostBlocks);
  EXPECT_EQ(trace->blocks_run, 2 * models::kMostBlocks);
  EXPECT_EQ(trace->sms_run, 4U);
  EXPECT_EQ(trace->span_ns, 2 * models::kMostBlocks - 1 + 9);
}

}  // namespace
}  // namespace rooflens::actions
