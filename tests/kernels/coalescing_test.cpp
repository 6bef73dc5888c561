// coalescing: the reference, the bytes, and the sectors that a warp's requests need.
#include <gtest/gtest.h>

#include <algorithm>

#include "kernels/coalescing/family.hpp"
#include "tests/kernels/work_of.hpp"

namespace rooflens::kernels {
namespace {

using coalescing::Pattern;

const Input kCount = [](std::uint64_t i) { return static_cast<float>(i); };

TEST(CoalescingReference, FollowsThePattern) {
  EXPECT_EQ(coalescing::reference(kCount, Pattern{}, 7), 7);
  EXPECT_EQ(coalescing::reference(kCount, Pattern{.step = 3}, 7), 21);
  EXPECT_EQ(coalescing::reference(kCount, Pattern{.shift = 5}, 7), 12);
  EXPECT_EQ(coalescing::reference(kCount, Pattern{.step = 4, .terms = 4, .term_step = 1}, 2), 8 + 9 + 10 + 11);
  EXPECT_EQ(coalescing::reference(kCount, Pattern{.terms = 4, .term_step = 100}, 2), 2 + 102 + 202 + 302);
}

TEST(Coalescing, CountsWhatIsUsedAndAllocatesWhatIsSkippedToo) {
  const models::Work work = work_of("coalescing/stride", {{"n", 100}, {"stride", 8}});
  EXPECT_TRUE(work.operations.empty());
  expect_traffic(work.requested, 400, 400);
  expect_traffic(work.ideal_l2, 416, 416);
  expect_traffic(work.compulsory, 400, 400);
  EXPECT_EQ(memory_of("coalescing/stride", {{"n", 100}, {"stride", 8}}), 4 * (99 * 8 + 1) + 400);
  EXPECT_EQ(memory_of("coalescing/offset", {{"n", 100}, {"offset", 3}}), 412 + 400);
}

TEST(Coalescing, RecordsCostTheSameInBothLayouts) {
  for (const char* name : {"coalescing/array-of-structs", "coalescing/struct-of-arrays"}) {
    const models::Work work = work_of(name, {{"n", 64}});
    EXPECT_EQ(work.operations.at(models::Precision::fp32).value(), 3 * 64);
    expect_traffic(work.requested, 16 * 64, 4 * 64);
    EXPECT_EQ(memory_of(name, {{"n", 64}}), 20 * 64);
  }
}

TEST(CoalescingCounters, AStrideNeedsFourSectorsAStepUpToOneALane) {
  for (const std::int64_t stride : {1, 2, 3, 4, 5, 7, 8, 9, 16, 31, 32}) {
    const double sectors = static_cast<double>(std::min<std::int64_t>(32, 4 * stride));
    EXPECT_EQ(counter_of("coalescing/stride", {{"n", 320}, {"stride", stride}}, counter::kGlobalLoadSectors),
              10 * sectors);
  }
  EXPECT_EQ(counter_of("coalescing/stride", {{"n", 320}, {"stride", 5}}, counter::kGlobalLoads), 10);
  EXPECT_EQ(counter_of("coalescing/stride", {{"n", 33}, {"stride", 5}}, counter::kGlobalLoadSectors), 20 + 1);
}

TEST(CoalescingCounters, AnOffsetNeedsAFifthSector) {
  EXPECT_EQ(counter_of("coalescing/contiguous", {{"n", 64}}, counter::kGlobalLoadSectors), 8);
  EXPECT_EQ(counter_of("coalescing/offset", {{"n", 64}, {"offset", 1}}, counter::kGlobalLoadSectors), 10);
  EXPECT_EQ(counter_of("coalescing/offset", {{"n", 64}, {"offset", 8}}, counter::kGlobalLoadSectors), 8);
  EXPECT_EQ(counter_of("coalescing/offset", {{"n", 2}, {"offset", 7}}, counter::kGlobalLoadSectors), 2);
}

TEST(CoalescingCounters, RecordsInARowNeedFourTimesTheSectors) {
  EXPECT_EQ(counter_of("coalescing/array-of-structs", {{"n", 64}}, counter::kGlobalLoadSectors), 2 * 4 * 16);
  EXPECT_EQ(counter_of("coalescing/struct-of-arrays", {{"n", 64}}, counter::kGlobalLoadSectors), 2 * 4 * 4);
  EXPECT_EQ(counter_of("coalescing/array-of-structs", {{"n", 64}}, counter::kGlobalLoads), 8);
  EXPECT_EQ(counter_of("coalescing/struct-of-arrays", {{"n", 64}}, counter::kFadd), 192);
}

TEST(CoalescingCounters, AnArrayThatBeginsInsideASectorIsMisaligned) {
  EXPECT_EQ(counter_of("coalescing/struct-of-arrays", {{"n", 33}}, counter::kGlobalLoadSectors), 5 + 3 * 6);
}

}  // namespace
}  // namespace rooflens::kernels
