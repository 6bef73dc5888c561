// stencil3d: the reference, and the bytes, FLOPs and counters of its variants.
#include <gtest/gtest.h>

#include "kernels/counter_names.hpp"
#include "kernels/stencil3d/family.hpp"
#include "tests/kernels/work_of.hpp"

namespace rooflens::kernels {
namespace {

float identity(std::uint64_t i) { return static_cast<float>(i); }

TEST(Stencil3dReference, WeighsTheStarAndKeepsTheBoundary) {
  // 3 x 3 x 3 points numbered 0 to 26, the centre 13; coefficients 0 to 6: of x - 1 and x + 1, y - 1 ...
  const double expected = 1 * 12 + 2 * 14 + 3 * 10 + 4 * 16 + 5 * 4 + 6 * 22;
  EXPECT_EQ(stencil3d::reference(identity, identity, {3, 1, 3}, 13), expected);
  EXPECT_EQ(stencil3d::reference(identity, identity, {3, 1, 3}, 12), 12);
  EXPECT_EQ(stencil3d::reference(identity, identity, {1, 3, 3}, 0), 0);
}

TEST(Stencil3dReference, HasNoThirdAxisInTwoDimensions) {
  EXPECT_EQ(stencil3d::reference(identity, identity, {3, 1, 2}, 4), 1 * 3 + 2 * 5 + 3 * 1 + 4 * 7);
}

TEST(Stencil3d, SevenPointsAreThirteenOperations) {
  for (const char* name : {"stencil3d/basic", "stencil3d/tiled", "stencil3d/coarsened", "stencil3d/register-tiled",
                           "stencil3d/vectorised"}) {
    const models::Work work = work_of(name, {{"n", 12}});
    EXPECT_EQ(work.operations.at(models::Precision::fp32).value(), 13.0 * 1000) << name;
    expect_traffic(work.compulsory, 4.0 * 1728, 4.0 * 1728);
    EXPECT_EQ(memory_of(name, {{"n", 12}}), 8.0 * 1728) << name;
  }
}

TEST(Stencil3d, OperationsAreOneProductAndMultiplyAdds) {
  EXPECT_EQ(counter_of("stencil3d/basic", {{"n", 12}}, counter::kFmul), 1000);
  EXPECT_EQ(counter_of("stencil3d/basic", {{"n", 12}}, counter::kFfma), 6000);
  EXPECT_EQ(counter_of("stencil3d/tiled", {{"n", 12}, {"order", 2}, {"dimensions", 2}}, counter::kFfma), 8 * 64);
  EXPECT_EQ(counter_of("stencil3d/vectorised", {{"n", 12}}, counter::kFmul), 12 * 100);  // whole groups of four
  EXPECT_EQ(counter_of("stencil3d/vectorised", {{"n", 13}}, counter::kFmul), std::nullopt);
  EXPECT_EQ(counter_of("stencil3d/register-tiled", {{"n", 2}}, counter::kFfma), 0);  // all boundary
}

TEST(Stencil3d, BasicRequestsEveryNeighbour) {
  expect_traffic(work_of("stencil3d/basic", {{"n", 12}}).requested, 4.0 * (7 * 1000 + 728), 4.0 * 1728);
  expect_traffic(work_of("stencil3d/basic", {{"n", 12}, {"dimensions", 2}}).requested, 4.0 * (5 * 100 + 44), 4.0 * 144);
}

TEST(Stencil3d, ATileReadsItsHaloAgain) {
  // Cubes of 6 outputs: 7 + 7 of 12 points along an axis.
  expect_traffic(work_of("stencil3d/tiled", {{"n", 12}}).requested, 4.0 * 14 * 14 * 14, 4.0 * 1728);
  // Squares of 30 outputs: 31 + 31 of 60.
  expect_traffic(work_of("stencil3d/tiled", {{"n", 60}, {"dimensions", 2}}).requested, 4.0 * 62 * 62, 4.0 * 3600);
}

TEST(Stencil3d, MarchingReadsAPlaneOnceABlock) {
  // 60 points: 31 + 31 in x and in y; 32 planes and one above, one below and 28.
  const double points = 60.0 * 60 * 60;
  expect_traffic(work_of("stencil3d/coarsened", {{"n", 60}}).requested, 4.0 * 62 * 62 * 62, 4 * points);
  expect_traffic(work_of("stencil3d/register-tiled", {{"n", 60}}).requested, 4.0 * 62 * 62 * 62, 4 * points);
}

TEST(Stencil3d, VectorsReadTheirNeighboursInRowsThatHaveInnerPoints) {
  // 8 points: two groups a row, 64 rows in one block of planes; 36 inner rows: two rows beside, one point of the other
  // group each.
  expect_traffic(work_of("stencil3d/vectorised", {{"n", 8}}).requested, 4.0 * (8 * 64 + 36 * (2 * 8 + 2)), 4.0 * 512);
}

}  // namespace
}  // namespace rooflens::kernels
