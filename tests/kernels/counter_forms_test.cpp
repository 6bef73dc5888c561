// The closed forms of counters that several families share, on numbers counted by hand.
#include "kernels/counter_forms.hpp"

#include <gtest/gtest.h>

namespace rooflens::kernels {
namespace {

double value(const ExpectedCounters& counters, std::string_view name) {
  for (const ExpectedCounter& counter : counters) {
    if (counter.name == name) return counter.value;
  }
  return -1;
}

TEST(ContiguousFloats, TakeAnInstructionAWarpAndASectorEightElements) {
  const ExpectedCounters counters = contiguous_floats(33, 2, 1);
  EXPECT_EQ(value(counters, counter::kGlobalLoads), 2 * 2);
  EXPECT_EQ(value(counters, counter::kGlobalStores), 2);
  EXPECT_EQ(value(counters, counter::kGlobalLoadSectors), 2 * 5);
  EXPECT_EQ(value(counters, counter::kGlobalStoreSectors), 5);
}

TEST(ContiguousFloat4, TakesAQuarterOfTheInstructions) {
  const ExpectedCounters counters = contiguous_float4(2048, 1, 1);
  EXPECT_EQ(value(counters, counter::kGlobalLoads), 16);
  EXPECT_EQ(value(counters, counter::kGlobalLoadSectors), 256);
}

TEST(ContiguousFloat4, CountsTheSectorOfTheRestAndLeavesInstructionsOpen) {
  const ExpectedCounters counters = contiguous_float4(7, 3, 1);  // one vector, and three elements in the same sector
  EXPECT_EQ(value(counters, counter::kGlobalLoadSectors), 3 * 2);
  EXPECT_EQ(value(counters, counter::kGlobalStoreSectors), 2);
  EXPECT_EQ(value(counters, counter::kGlobalLoads), -1);
}

TEST(GlobalAccess, NeedsASectorAsSoonAsALaneTouchesIt) {
  EXPECT_EQ(global_access(64, 1, 0).instructions, 2);
  EXPECT_EQ(global_access(64, 1, 0).sectors, 2 * 4);
  EXPECT_EQ(global_access(64, 1, 3).sectors, 2 * 5);
  EXPECT_EQ(global_access(64, 3, 0).sectors, 2 * 12);
  EXPECT_EQ(global_access(33, 100, 0).sectors, 33);
}

TEST(StridedWavefronts, AreTheWordsOfTheMostWantedBank) {
  EXPECT_EQ(strided_wavefronts(64, 1), 2);
  EXPECT_EQ(strided_wavefronts(32, 2), 2);
  EXPECT_EQ(strided_wavefronts(16, 2), 1);
  EXPECT_EQ(strided_wavefronts(33, 32), 33);
  EXPECT_EQ(strided_wavefronts(8, 64), 8);
}

TEST(SegmentSectors, BeginWhereTheSegmentBegins) {
  EXPECT_EQ(segment_sectors(1, 0, 32), 4);
  EXPECT_EQ(segment_sectors(1, 0, 32, 1), 5);  // misaligned by an element
  EXPECT_EQ(segment_sectors(2, 9, 8), 1 + 2);  // elements 0..7, and 9..16
  EXPECT_EQ(segment_sectors(9, 8, 1), 9);
  EXPECT_EQ(segment_sectors(5, 3, 0), 0);
}

TEST(RowSectors, AreAnEighthOfTheElementsWhenRowsBeginWithASector) {
  EXPECT_EQ(row_sectors(64), 64 * 8);
  EXPECT_EQ(row_sectors(1), 1);
  // Rows of 9: they begin at offsets 0..7, 0 in a sector and take 2, but at offset 7 (elements 7..15) 2 as well.
  EXPECT_EQ(row_sectors(9), 9 * 2);
}

}  // namespace
}  // namespace rooflens::kernels
