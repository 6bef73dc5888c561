// The edit distance.
#include "models/base/edit_distance.hpp"

#include <gtest/gtest.h>

namespace rooflens::models {
namespace {

TEST(EditDistance, IsZeroForTheSameWord) { EXPECT_EQ(edit_distance("tiled", "tiled"), 0u); }

TEST(EditDistance, CountsEachEdit) {
  EXPECT_EQ(edit_distance("tiled", "tile"), 1u);
  EXPECT_EQ(edit_distance("tile", "tiled"), 1u);
  EXPECT_EQ(edit_distance("tiled", "tilted"), 1u);
  EXPECT_EQ(edit_distance("tiled", "tiler"), 1u);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3u);
}

TEST(EditDistance, CountsAnExchangeOfNeighboursOnce) {
  EXPECT_EQ(edit_distance("list", "lsit"), 1u);
  EXPECT_EQ(edit_distance("sequential", "sequentail"), 1u);
  EXPECT_EQ(edit_distance("ab", "ba"), 1u);
  EXPECT_EQ(edit_distance("abc", "cab"), 2u);
}

TEST(IsNear, AllowsMoreSlipsInLongerWords) {
  EXPECT_TRUE(is_near("lsit", "list"));
  EXPECT_TRUE(is_near("raport", "report"));
  EXPECT_TRUE(is_near("sgem", "sgemm"));
  EXPECT_TRUE(is_near("redutcoin", "reduction"));
  EXPECT_FALSE(is_near("foo", "top"));
  EXPECT_FALSE(is_near("nope", "copy"));
  EXPECT_FALSE(is_near("x", "n"));
  EXPECT_FALSE(is_near("", "n"));
}

TEST(EditDistance, ToNothingIsTheLength) {
  EXPECT_EQ(edit_distance("", "abc"), 3u);
  EXPECT_EQ(edit_distance("abc", ""), 3u);
  EXPECT_EQ(edit_distance("", ""), 0u);
}

}  // namespace
}  // namespace rooflens::models
