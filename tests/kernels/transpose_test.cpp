// transpose: the reference, and the bytes, which are the same for every variant.
#include <gtest/gtest.h>

#include "kernels/counter_forms.hpp"
#include "kernels/transpose/family.hpp"
#include "tests/kernels/work_of.hpp"

namespace rooflens::kernels {
namespace {

TEST(TransposeReference, SwapsRowsAndColumns) {
  const Input in = [](std::uint64_t i) { return static_cast<float>(i); };  // 0 1 2 / 3 4 5 / 6 7 8
  const float expected[] = {0, 3, 6, 1, 4, 7, 2, 5, 8};
  for (std::uint64_t i = 0; i < 9; ++i) EXPECT_EQ(transpose::reference(in, 3, i), expected[i]);
}

TEST(Transpose, ReadsAndWritesEachElementOnce) {
  for (const Kernel* kernel : match("transpose/*")) {
    const std::string_view name = kernel->name;
    const models::Work work = work_of(name, {{"n", 100}});
    EXPECT_TRUE(work.operations.empty());
    expect_traffic(work.requested, 40000, 40000);
    expect_traffic(work.ideal_l2, 40000, 40000);
    expect_traffic(work.compulsory, 40000, 40000);
    EXPECT_EQ(memory_of(name, {{"n", 100}}), 80000);
  }
}

TEST(Transpose, WithoutATileTakesASectorAnElementOnOneSide) {
  EXPECT_EQ(counter_of("transpose/naive-row", {{"n", 64}}, counter::kGlobalLoadSectors), 64 * 8);
  EXPECT_EQ(counter_of("transpose/naive-row", {{"n", 64}}, counter::kGlobalStoreSectors), 64 * 64);
  EXPECT_EQ(counter_of("transpose/naive-column", {{"n", 64}}, counter::kGlobalLoadSectors), 64 * 64);
  EXPECT_EQ(counter_of("transpose/naive-column", {{"n", 64}}, counter::kGlobalStoreSectors), 64 * 8);
  EXPECT_EQ(counter_of("transpose/naive-row", {{"n", 33}}, counter::kGlobalLoads), 33 * 2);
}

TEST(Transpose, ThroughATilePassesEachWarpOnce) {
  for (const char* name : {"transpose/padded", "transpose/swizzled", "transpose/dynamic-shared",
                           "transpose/unrolled-padded", "transpose/rectangular"}) {
    EXPECT_EQ(counter_of(name, {{"n", 64}}, counter::kSharedLoads), 128) << name;
    EXPECT_EQ(counter_of(name, {{"n", 64}}, counter::kSharedStores), 128) << name;
    EXPECT_EQ(counter_of(name, {{"n", 64}}, counter::kSharedWavefronts), 256) << name;
    EXPECT_EQ(counter_of(name, {{"n", 64}}, counter::kGlobalStoreSectors), 512) << name;
  }
  EXPECT_EQ(counter_of("transpose/tiled", {{"n", 64}}, counter::kSharedWavefronts), 128 * 33);
}

TEST(Transpose, OfBrokenTilesClaimsSectorsAlone) {
  EXPECT_EQ(counter_of("transpose/padded", {{"n", 33}}, counter::kSharedLoads), std::nullopt);
  EXPECT_EQ(counter_of("transpose/unrolled-padded", {{"n", 32}}, counter::kSharedLoads), std::nullopt);
  EXPECT_EQ(counter_of("transpose/padded", {{"n", 9}}, counter::kGlobalLoadSectors), 18);
  EXPECT_EQ(counter_of("transpose/rectangular", {{"n", 33}}, counter::kGlobalStoreSectors), std::nullopt);
}

}  // namespace
}  // namespace rooflens::kernels
