// histogram: the input, the reference, the bytes of its variants and the counters that they must read.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "kernels/histogram/family.hpp"
#include "tests/kernels/work_of.hpp"

namespace rooflens::kernels {
namespace {

using histogram::BinInput;
using histogram::Distribution;

constexpr std::uint64_t kDrawn = 100000;

std::vector<std::uint64_t> counts_of(Distribution distribution, std::uint32_t bins) {
  return histogram::reference(BinInput{5, bins, distribution}, 0, kDrawn);
}

TEST(HistogramReference, CountsEveryElementOnce) {
  for (const Distribution distribution : {Distribution::uniform, Distribution::skewed, Distribution::constant}) {
    for (const std::uint32_t bins : {1U, 3U, 256U, 4096U}) {
      const auto counts = counts_of(distribution, bins);
      EXPECT_EQ(counts.size(), bins);
      EXPECT_EQ(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}), kDrawn);
    }
  }
}

TEST(HistogramReference, CountsBetweenItsLimits) {
  const BinInput in{5, 4};
  const auto counts = histogram::reference(in, 10, 12);
  std::vector<std::uint64_t> expected(4, 0);
  ++expected[in(10)];
  ++expected[in(11)];
  EXPECT_EQ(counts, expected);
  EXPECT_THAT(histogram::reference(in, 7, 7), testing::Each(0));
}

TEST(HistogramInput, IsUniformSkewedOrConstant) {
  for (const std::uint64_t count : counts_of(Distribution::uniform, 10))
    EXPECT_NEAR(static_cast<double>(count), 1e4, 500);
  const auto skewed = counts_of(Distribution::skewed, 256);
  EXPECT_NEAR(static_cast<double>(skewed.front()), 25000, 1000);  // the fourth root of 1/256 is 1/4
  EXPECT_GT(skewed[1], skewed[100]);
  EXPECT_THAT(counts_of(Distribution::constant, 256), testing::Contains(kDrawn));
}

TEST(Histogram, ReadsTheInputAndWritesTheCounts) {
  for (const char* name : {"histogram/private-shared", "histogram/coarsened-contiguous", "histogram/aggregated",
                           "histogram/coarsened-interleaved", "histogram/replicated"}) {
    const models::Work work = work_of(name, {{"n", 1000}, {"bins", 10}});
    EXPECT_TRUE(work.operations.empty());
    expect_traffic(work.requested, 4000, 40);
    expect_traffic(work.ideal_l2, 4000, 64);
    expect_traffic(work.compulsory, 4000, 40);
    EXPECT_EQ(memory_of(name, {{"n", 1000}, {"bins", 10}}), 4040);
  }
}

TEST(Histogram, SendsAnAtomicForEachElementWhereTheCountsLieInGlobalMemory) {
  expect_traffic(work_of("histogram/atomic", {{"n", 1000}, {"bins", 10}}).requested, 4000, 4040);
  const std::map<std::string, std::int64_t> parameters{{"n", 1000}, {"bins", 10}, {"copies", 3}};
  expect_traffic(work_of("histogram/private-global", parameters).requested, 4120, 4160);
  expect_traffic(work_of("histogram/private-global", parameters).compulsory, 4000, 40);
  EXPECT_EQ(memory_of("histogram/private-global", parameters), 4160);
}

TEST(HistogramCounters, AreTheLoadsAndTheClearing) {
  for (const char* name : {"histogram/atomic", "histogram/private-shared"}) {
    const auto counters = counters_of(name, {{"n", 100}, {"bins", 40}});
    EXPECT_EQ(counters.at(counter::kGlobalLoads), 4);
    EXPECT_EQ(counters.at(counter::kGlobalLoadSectors), 13);
    EXPECT_EQ(counters.at(counter::kGlobalStores), 2);
    EXPECT_EQ(counters.at(counter::kGlobalStoreSectors), 5);
  }
  const auto vectors = counters_of("histogram/replicated", {{"n", 1024}});
  EXPECT_EQ(vectors.at(counter::kGlobalLoads), 8);
  EXPECT_EQ(vectors.at(counter::kGlobalLoadSectors), 128);
}

TEST(HistogramCounters, AddTheCopies) {
  const auto counters = counters_of("histogram/private-global", {{"n", 320}, {"bins", 32}, {"copies", 4}});
  EXPECT_EQ(counters.at(counter::kGlobalLoads), 10 + 4);
  EXPECT_EQ(counters.at(counter::kGlobalStores), 4 + 1);
  EXPECT_EQ(counters.at(counter::kGlobalLoadSectors), 40 + 16);
  EXPECT_EQ(counters.at(counter::kGlobalStoreSectors), 16 + 4);
}

TEST(HistogramCounters, AreNotClaimedWhereTheLanesOfAWarpPart) {
  EXPECT_TRUE(counters_of("histogram/coarsened-interleaved", {{"n", 33}}).empty());
  EXPECT_TRUE(counters_of("histogram/aggregated", {{"n", 33}}).empty());
  EXPECT_TRUE(counters_of("histogram/replicated", {{"n", 32}}).empty());
  EXPECT_TRUE(counters_of("histogram/private-global", {{"bins", 33}}).empty());
  EXPECT_TRUE(counters_of("histogram/coarsened-contiguous", {}).empty());
}

}  // namespace
}  // namespace rooflens::kernels
