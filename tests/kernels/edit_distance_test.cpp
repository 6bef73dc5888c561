// The Levenshtein distance.
#include "kernels/edit_distance.hpp"

#include <gtest/gtest.h>

namespace rooflens::kernels {
namespace {

TEST(EditDistance, IsZeroForTheSameWord) { EXPECT_EQ(edit_distance("tiled", "tiled"), 0u); }

TEST(EditDistance, CountsEachEdit) {
  EXPECT_EQ(edit_distance("tiled", "tile"), 1u);
  EXPECT_EQ(edit_distance("tile", "tiled"), 1u);
  EXPECT_EQ(edit_distance("tiled", "tilted"), 1u);
  EXPECT_EQ(edit_distance("tiled", "tiler"), 1u);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3u);
}

TEST(EditDistance, ToNothingIsTheLength) {
  EXPECT_EQ(edit_distance("", "abc"), 3u);
  EXPECT_EQ(edit_distance("abc", ""), 3u);
  EXPECT_EQ(edit_distance("", ""), 0u);
}

}  // namespace
}  // namespace rooflens::kernels
