// latency: the random cycle is one cycle, chains of any number leave the same sum, and what both cost.
#include <gtest/gtest.h>

#include <set>

#include "kernels/latency/family.hpp"
#include "tests/kernels/work_of.hpp"

namespace rooflens::kernels {
namespace {

TEST(LatencyReference, TheCycleVisitsEveryPlaceOnce) {
  for (const std::uint32_t seed : {0U, 1U, 12345U}) {
    for (const int bits : {5, 6, 11}) {
      std::set<std::uint32_t> places;
      for (std::uint32_t step = 0; step < 1U << bits; ++step) places.insert(latency::position(step, bits, seed));
      EXPECT_EQ(places.size(), std::size_t{1} << bits);
      EXPECT_LT(*places.rbegin(), 1U << bits);
      EXPECT_EQ(latency::position(1U << bits, bits, seed), latency::position(0, bits, seed));
    }
  }
}

TEST(LatencyReference, TheChaseComesHomeAfterAllNodes) {
  const std::int64_t footprint = 8192;  // 64 nodes
  EXPECT_EQ(latency::position_bits(footprint), 6);
  EXPECT_EQ(latency::chase_reference(footprint, 64, 7), latency::position(0, 6, 7));
  EXPECT_EQ(latency::chase_reference(footprint, 1, 7), latency::position(1, 6, 7));
}

TEST(LatencyReference, ChainsAddTheirStepsAndBegins) {
  const Input in = [](std::uint64_t) { return 2.0f; };
  EXPECT_EQ(latency::fma_reference(in, 840, 1, 0), 2 * 841);
  EXPECT_EQ(latency::fma_reference(in, 840, 8, 0), 2 * (840 + 36));
  EXPECT_EQ(latency::fma_factor(840, 8), 840 + 36);
}

TEST(Latency, AChaseAsksForAPointerAStep) {
  const models::Work work = work_of("latency/pointer-chase", {{"footprint", 4096}, {"steps", 100}});
  EXPECT_TRUE(work.operations.empty());
  expect_traffic(work.requested, 800, 4);
  expect_traffic(work.compulsory, 8 * 32, 4);
  EXPECT_EQ(memory_of("latency/pointer-chase", {{"footprint", 4096}}), 4100);
}

TEST(Latency, BothFmaKernelsDoTheSameWork) {
  for (const char* name : {"latency/dependent-fma", "latency/independent-fma"}) {
    const models::Work work = work_of(name, {{"fmas", 840}, {"blocks", 2}});
    EXPECT_EQ(work.operations.at(models::Precision::fp32).value(), 2 * 840 * 256);
    expect_traffic(work.requested, 1024, 1024);
    EXPECT_EQ(memory_of(name, {{"blocks", 2}}), 2048);
    EXPECT_EQ(counter_of(name, {{"fmas", 840}, {"blocks", 2}}, counter::kFfma), 840 * 256);
    EXPECT_EQ(counter_of(name, {{"fmas", 840}, {"blocks", 2}}, counter::kGlobalLoadSectors), 32);
  }
}

TEST(LatencyCounters, AChaseLoadsOneSectorAStep) {
  EXPECT_EQ(counter_of("latency/pointer-chase", {{"steps", 100}}, counter::kGlobalLoads), 100);
  EXPECT_EQ(counter_of("latency/pointer-chase", {{"steps", 100}}, counter::kGlobalLoadSectors), 100);
  EXPECT_EQ(counter_of("latency/pointer-chase", {{"steps", 100}}, counter::kGlobalStores), 1);
}

}  // namespace
}  // namespace rooflens::kernels
