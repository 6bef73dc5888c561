// read_only: the reference, the bytes with and without the L1, and the sectors of windows.
#include <gtest/gtest.h>

#include "kernels/read_only/family.hpp"
#include "tests/kernels/work_of.hpp"

namespace rooflens::kernels {
namespace {

TEST(ReadOnlyReference, AddsEightElements) {
  const Input count = [](std::uint64_t i) { return static_cast<float>(i); };
  EXPECT_EQ(read_only::reference(count, 1, 0), 28);
  EXPECT_EQ(read_only::reference(count, 1, 10), 28 + 80);
  EXPECT_EQ(read_only::reference(count, 3, 10), 3 * (28 + 80));
}

TEST(ReadOnly, RequestsEightTimesWhatIsCompulsory) {
  for (const char* name : {"read_only/ldg", "read_only/restrict", "read_only/strided"}) {
    const models::Work work = work_of(name, {{"n", 1000}});
    EXPECT_EQ(work.operations.at(models::Precision::fp32).value(), 7000);
    expect_traffic(work.requested, 32000, 4000);
    expect_traffic(work.compulsory, 4028, 4000);
    expect_traffic(work.ideal_l2, 4032, 4000);
  }
  EXPECT_EQ(memory_of("read_only/ldg", {{"n", 1000}}), 4028 + 4000);
  EXPECT_EQ(memory_of("read_only/strided", {{"n", 1000}, {"stride", 2}}), 8056 + 4000);
}

TEST(ReadOnlyCounters, SevenOfEightLoadsAreMisaligned) {
  for (const char* name : {"read_only/ldg", "read_only/restrict"}) {
    EXPECT_EQ(counter_of(name, {{"n", 320}}, counter::kGlobalLoads), 80);
    EXPECT_EQ(counter_of(name, {{"n", 320}}, counter::kGlobalLoadSectors), 10 * (4 + 7 * 5));
    EXPECT_EQ(counter_of(name, {{"n", 320}}, counter::kFadd), 2240);
  }
}

TEST(ReadOnlyCounters, AStrideOfASectorTakesOneALane) {
  EXPECT_EQ(counter_of("read_only/strided", {{"n", 320}, {"stride", 8}}, counter::kGlobalLoadSectors), 10 * 8 * 32);
  EXPECT_EQ(counter_of("read_only/strided", {{"n", 320}, {"stride", 1}}, counter::kGlobalLoadSectors),
            10 * (4 + 7 * 5));
}

}  // namespace
}  // namespace rooflens::kernels
