// convolution2d: the reference, and the bytes, FLOPs and counters of its variants.
#include <gtest/gtest.h>

#include "kernels/convolution2d/family.hpp"
#include "kernels/counter_names.hpp"
#include "kernels/halo.hpp"
#include "tests/kernels/work_of.hpp"

namespace rooflens::kernels {
namespace {

TEST(Convolution2dReference, WeighsTheNeighboursAndTakesZeroOutside) {
  const Input in = [](std::uint64_t i) { return static_cast<float>(i + 1); };                  // 1 2 3 / 4 5 6 / 7 8 9
  const Input filter = [](std::uint64_t i) { return i == 0 ? 10.0f : i == 5 ? 1.0f : 0.0f; };  // upper left, right
  EXPECT_EQ(convolution2d::reference(in, filter, 3, 1, 4), 10 * 1 + 6);
  EXPECT_EQ(convolution2d::reference(in, filter, 3, 1, 0), 2);       // nothing above
  EXPECT_EQ(convolution2d::reference(in, filter, 3, 1, 8), 10 * 5);  // nothing to the right
}

TEST(Halo, BlocksReadTheirNeighboursButNothingOutside) {
  EXPECT_EQ(halo_reads(10, 5, 2), 7 + 7);
  EXPECT_EQ(halo_reads(15, 5, 2), 7 + 9 + 7);
  EXPECT_EQ(halo_reads(1, 5, 2), 1);
  EXPECT_EQ(halo_reads(6, 5, 2), 6 + 3);  // the second block: element 5 and two before it
  EXPECT_EQ(neighbour_pairs(4, 1), 2 + 3 + 3 + 2);
  EXPECT_EQ(neighbour_pairs(1, 7), 1);
}

TEST(Convolution2d, EveryTapOfEveryOutputIsAMultiplyAdd) {
  for (const char* name : {"convolution2d/basic", "convolution2d/constant-memory", "convolution2d/tiled-halo",
                           "convolution2d/tiled-cached-halo", "convolution2d/register-tiled"}) {
    const models::Work work = work_of(name, {{"n", 64}, {"radius", 2}});
    EXPECT_EQ(work.operations.at(models::Precision::fp32).value(), 2.0 * 25 * 64 * 64) << name;
    expect_traffic(work.compulsory, 4.0 * 64 * 64, 4.0 * 64 * 64);
    EXPECT_EQ(memory_of(name, {{"n", 64}, {"radius", 2}}), 4.0 * (2 * 64 * 64 + 25)) << name;
    EXPECT_EQ(counter_of(name, {{"n", 64}, {"radius", 2}}, counter::kFfma), 25.0 * 64 * 64) << name;
  }
}

TEST(Convolution2d, RequestsWhatLiesInsideTheImage) {
  // 4 x 4 elements, radius 1: along an axis 2 + 3 + 3 + 2 taps lie inside.
  expect_traffic(work_of("convolution2d/constant-memory", {{"n", 4}, {"radius", 1}}).requested, 4.0 * 100, 64);
  expect_traffic(work_of("convolution2d/basic", {{"n", 4}, {"radius", 1}}).requested, 4.0 * (100 + 9 * 16), 64);
}

TEST(Convolution2d, ATileReadsItsHaloAgain) {
  // Two tiles of 28 outputs: 30 columns each, for nothing lies outside the image.
  expect_traffic(work_of("convolution2d/tiled-halo", {{"n", 56}, {"radius", 2}}).requested, 4.0 * 60 * 60,
                 4.0 * 56 * 56);
}

TEST(Convolution2d, ACachedHaloIsReadTapByTap) {
  // One tile holds the whole image: nothing is read beyond it.
  expect_traffic(work_of("convolution2d/tiled-cached-halo", {{"n", 32}, {"radius", 3}}).requested, 4096, 4096);
  // Two tiles an axis: along it 64 * 3 - 2 pairs, of which 2 * (32 * 3 - 2) lie in one tile.
  expect_traffic(work_of("convolution2d/tiled-cached-halo", {{"n", 64}, {"radius", 1}}).requested,
                 4.0 * (64 * 64 + 190 * 190 - 188 * 188), 4.0 * 64 * 64);
}

TEST(Convolution2d, ARegisterTileReadsEachRowOfItsWindowOnce) {
  // 8 x 8, radius 1: two threads across, 4 columns each and one of the neighbour's; 8 rows, none outside.
  expect_traffic(work_of("convolution2d/register-tiled", {{"n", 8}, {"radius", 1}}).requested, 4.0 * 8 * (2 * 4 + 2),
                 256);
  EXPECT_EQ(counter_of("convolution2d/register-tiled", {{"n", 9}, {"radius", 1}}, counter::kFfma), 9.0 * 3 * 4 * 2 * 8);
}

TEST(Convolution2d, SharedInstructionsOfATile) {
  // 28 x 28 outputs, one tile: 32 warps store once, 28 of them load 25 times.
  EXPECT_EQ(counter_of("convolution2d/tiled-halo", {{"n", 28}}, counter::kSharedLoads), 25.0 * 28);
  EXPECT_EQ(counter_of("convolution2d/tiled-halo", {{"n", 28}}, counter::kSharedStores), 32);
  EXPECT_EQ(counter_of("convolution2d/tiled-halo", {{"n", 28}}, counter::kSharedWavefronts), 25.0 * 28 + 32);
}

}  // namespace
}  // namespace rooflens::kernels
