// scan: the reference, the bytes and additions of its variants, and the counters that they must read.
#include <gtest/gtest.h>

#include "kernels/scan/family.hpp"
#include "tests/kernels/work_of.hpp"

namespace rooflens::kernels {
namespace {

const Input kCount = [](std::uint64_t i) { return static_cast<float>(i); };

double additions(std::string_view name, const std::map<std::string, std::int64_t>& parameters) {
  return work_of(name, parameters).operations.at(models::Precision::fp32).value();
}

TEST(ScanReference, SumsUpToTheElementOrBeforeIt) {
  EXPECT_EQ(scan::reference(kCount, 100, false, 4), 0 + 1 + 2 + 3 + 4);
  EXPECT_EQ(scan::reference(kCount, 100, true, 4), 0 + 1 + 2 + 3);
  EXPECT_EQ(scan::reference(kCount, 100, true, 0), 0);
}

TEST(ScanReference, BeginsAnewInEachSegment) {
  EXPECT_EQ(scan::reference(kCount, 4, false, 6), 4 + 5 + 6);
  EXPECT_EQ(scan::reference(kCount, 4, true, 6), 4 + 5);
  EXPECT_EQ(scan::reference(kCount, 4, true, 4), 0);
}

TEST(Scan, CountsTheAdditionsOfItsNetwork) {
  EXPECT_EQ(additions("scan/kogge-stone", {{"n", 1024}, {"block", 1024}}), 1024 * 10 - 1023);
  EXPECT_EQ(additions("scan/kogge-stone", {{"n", 1025}, {"block", 1024}}), 2 * (1024 * 10 - 1023));
  EXPECT_EQ(additions("scan/brent-kung", {{"n", 1024}, {"block", 512}}), 2 * 1024 - 2 - 10);
  EXPECT_EQ(additions("scan/segmented", {{"n", 1000}}), 999);
  EXPECT_EQ(additions("scan/decoupled-look-back", {{"n", 1000}}), 999);
}

TEST(Scan, ReadsAndWritesEachElementOnce) {
  for (const char* name : {"scan/kogge-stone", "scan/brent-kung", "scan/decoupled-look-back"}) {
    const models::Work work = work_of(name, {{"n", 10000}});
    expect_traffic(work.requested, 40000, 40000);
    expect_traffic(work.ideal_l2, 40000, 40000);
    expect_traffic(work.compulsory, 40000, 40000);
  }
  EXPECT_EQ(memory_of("scan/kogge-stone", {{"n", 10000}}), 80000);
}

TEST(Scan, SegmentedGoesOverAllTilesButTheFirstTwice) {
  expect_traffic(work_of("scan/segmented", {{"n", 4096}}).requested, 4 * 4096, 4 * 4096);
  // Two tiles and their two sums, then the second tile with one sum.
  expect_traffic(work_of("scan/segmented", {{"n", 8192}}).requested, 4 * (8192 + 2 + 4096 + 1),
                 4 * (8192 + 2 + 2 + 4096));
  expect_traffic(work_of("scan/segmented", {{"n", 8192}}).compulsory, 4 * 8192, 4 * 8192);
}

TEST(ScanCounters, OfKoggeStoneInOneWarp) {
  // Steps 1, 2, 4, 8, 16 of one warp each; 31 + 30 + 28 + 24 + 16 additions.
  const auto counters = counters_of("scan/kogge-stone", {{"n", 32}, {"block", 32}});
  EXPECT_EQ(counters.at(counter::kFadd), 129);
  EXPECT_EQ(counters.at(counter::kSharedLoads), 2 * 5 + 1);
  EXPECT_EQ(counters.at(counter::kSharedStores), 5 + 1);
  EXPECT_EQ(counters.at(counter::kSharedWavefronts), 3 * 5 + 2);
  EXPECT_EQ(counters.at(counter::kSharedBytes), 4 * (3 * 129 + 32 + 32));
  EXPECT_EQ(counters.at(counter::kGlobalLoads), 1);
  EXPECT_EQ(counters.at(counter::kGlobalStoreSectors), 4);
}

TEST(ScanCounters, OfKoggeStoneLeaveOutWholeWarps) {
  // Steps 1 to 16 of two warps each, step 32 of one.
  EXPECT_EQ(counters_of("scan/kogge-stone", {{"n", 64}, {"block", 64}}).at(counter::kSharedLoads), 2 * 11 + 2);
}

TEST(ScanCounters, OfAnExclusiveScanFetchOneLessInEachSegment) {
  const auto counters = counters_of("scan/kogge-stone", {{"n", 33}, {"block", 32}, {"exclusive", 1}});
  EXPECT_EQ(counters.at(counter::kSharedLoads), 2 * (2 * 5) + 1);  // the second segment has its first element alone
  EXPECT_EQ(counters.at(counter::kSharedBytes), 4 * (2 * (3 * 129 + 32) + 31));
  EXPECT_EQ(counters.at(counter::kGlobalStores), 2);
}

TEST(ScanCounters, OfBrentKungHaveConflicts) {
  // Up: 32, 16, 8, 4, 2, 1 threads with 2, 2, 2, 2, 2, 1 wavefronts; down: 1, 3, 7, 15, 31 with 1, 2, 2, 2, 2.
  const auto counters = counters_of("scan/brent-kung", {{"n", 64}, {"block", 32}});
  EXPECT_EQ(counters.at(counter::kFadd), 120);
  EXPECT_EQ(counters.at(counter::kSharedLoads), 2 * 11 + 2);
  EXPECT_EQ(counters.at(counter::kSharedStores), 11 + 2);
  EXPECT_EQ(counters.at(counter::kSharedWavefronts), 3 * 20 + 4);
}

TEST(ScanCounters, AreNotClaimedWhereTilesWait) { EXPECT_TRUE(counters_of("scan/decoupled-look-back", {}).empty()); }

}  // namespace
}  // namespace rooflens::kernels
