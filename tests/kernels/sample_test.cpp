// Samples: all when few, always the ends, corners and edges when many.
#include "kernels/sample.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace rooflens::kernels {
namespace {

using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::Lt;
using testing::SizeIs;

TEST(NextSeed, NeverRepeats) {
  std::set<std::uint64_t> seen;
  for (int i = 0; i < 1000; ++i) EXPECT_TRUE(seen.insert(next_seed()).second);
}

TEST(SampleIndices, AreAllWhenFew) {
  EXPECT_THAT(sample_indices(3, 10, 1), ElementsAre(0, 1, 2));
  EXPECT_THAT(sample_indices(3, 3, 1), ElementsAre(0, 1, 2));
}

TEST(SampleIndices, HoldBothEndsAndStayInside) {
  const auto indices = sample_indices(1000, 50, 1);
  EXPECT_THAT(indices, SizeIs(50));
  EXPECT_THAT(indices, Contains(0));
  EXPECT_THAT(indices, Contains(999));
  EXPECT_THAT(indices, Each(Lt(1000u)));
}

TEST(SampleMatrixIndices, AreAllWhenFew) { EXPECT_THAT(sample_matrix_indices(2, 8, 1), ElementsAre(0, 1, 2, 3)); }

TEST(SampleMatrixIndices, HoldCornersAndEveryEdgeAndStayInside) {
  const auto indices = sample_matrix_indices(100, 256, 1);
  EXPECT_THAT(indices, SizeIs(256));
  for (const std::uint64_t corner : {0u, 99u, 9900u, 9999u}) EXPECT_THAT(indices, Contains(corner));
  const auto on = [&](auto edge) { return std::count_if(indices.begin(), indices.end(), edge); };
  EXPECT_GE(on([](std::uint64_t i) { return i / 100 == 0; }), 16);
  EXPECT_GE(on([](std::uint64_t i) { return i / 100 == 99; }), 16);
  EXPECT_GE(on([](std::uint64_t i) { return i % 100 == 0; }), 16);
  EXPECT_GE(on([](std::uint64_t i) { return i % 100 == 99; }), 16);
  EXPECT_THAT(indices, Each(Lt(10000u)));
}

}  // namespace
}  // namespace rooflens::kernels
