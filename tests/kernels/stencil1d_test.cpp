// stencil1d: the reference, and the bytes, FLOPs and counters of its variants.
#include <gtest/gtest.h>

#include "kernels/counter_names.hpp"
#include "kernels/stencil1d/family.hpp"
#include "tests/kernels/work_of.hpp"

namespace rooflens::kernels {
namespace {

TEST(Stencil1dReference, WeighsDifferencesAndTakesZeroOutside) {
  const Input in = [](std::uint64_t i) { return static_cast<float>(i * i); };  // 0 1 4 9 16
  const Input coefficients = [](std::uint64_t k) { return k == 0 ? 1.0f : 10.0f; };
  EXPECT_EQ(stencil1d::reference(in, coefficients, 5, 2, 2), (9 - 1) + 10 * (16 - 0));
  EXPECT_EQ(stencil1d::reference(in, coefficients, 5, 1, 0), 1);
  EXPECT_EQ(stencil1d::reference(in, coefficients, 5, 2, 4), (0 - 9) + 10 * (0 - 4));
}

TEST(Stencil1d, AnOutputTakesDifferencesAProductAndMultiplyAdds) {
  for (const char* name : {"stencil1d/constant-coefficients", "stencil1d/read-only-cache", "stencil1d/shared-tile"}) {
    const models::Work work = work_of(name, {{"n", 1000}, {"radius", 4}});
    EXPECT_EQ(work.operations.at(models::Precision::fp32).value(), 11000) << name;
    expect_traffic(work.compulsory, 4000, 4000);
    EXPECT_EQ(counter_of(name, {{"n", 1000}}, counter::kFadd), 4000) << name;
    EXPECT_EQ(counter_of(name, {{"n", 1000}}, counter::kFmul), 1000) << name;
    EXPECT_EQ(counter_of(name, {{"n", 1000}}, counter::kFfma), 3000) << name;
  }
}

TEST(Stencil1d, RequestsWhatLiesInsideTheArray) {
  // 10 elements, radius 2: 9 pairs of neighbours and 8 of next but one, each read from both ends.
  expect_traffic(work_of("stencil1d/constant-coefficients", {{"n", 10}, {"radius", 2}}).requested, 4.0 * 34, 40);
  expect_traffic(work_of("stencil1d/read-only-cache", {{"n", 10}, {"radius", 2}}).requested, 4.0 * (34 + 20), 40);
  expect_traffic(work_of("stencil1d/shared-tile", {{"n", 512}, {"radius", 2}}).requested, 4.0 * (258 + 258), 2048);
}

TEST(Stencil1d, CountsTheHaloOfEveryBlockOfALongArray) {
  // 4000 = 15 blocks and 160 elements: 2r more for each block, less r at either end.
  expect_traffic(work_of("stencil1d/shared-tile", {{"n", 4000}, {"radius", 4}}).requested, 4.0 * (4000 + 16 * 8 - 8),
                 16000);
}

TEST(Stencil1d, SharedInstructionsOfABlock) {
  EXPECT_EQ(counter_of("stencil1d/shared-tile", {{"n", 256}}, counter::kSharedLoads), 8.0 * 8);
  EXPECT_EQ(counter_of("stencil1d/shared-tile", {{"n", 256}}, counter::kSharedWavefronts), 8.0 * 8 + 9);
  EXPECT_EQ(counter_of("stencil1d/shared-tile", {{"n", 33}}, counter::kSharedLoads), 2.0 * 8);
}

}  // namespace
}  // namespace rooflens::kernels
