#include "profiler/inject/tensor_shares.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace rooflens::inject {
namespace {

using Shares = std::vector<double>;

TEST(TensorShares, ExplainAPipeThatDidNothingElse) {
  EXPECT_TRUE(explains(50, Shares{50}));
  EXPECT_TRUE(explains(50, Shares{49.25}));  // 0.985, the least seen of wgmma on an H200
  EXPECT_TRUE(explains(50, Shares{0, 20, 30}));
}

TEST(TensorShares, DoNotExplainAPipeThatDidMore) {
  EXPECT_FALSE(explains(50, Shares{48.5}));  // 0.97
  EXPECT_FALSE(explains(50, Shares{0, 0}));
  EXPECT_FALSE(explains(50, Shares{}));
  // mma.sync on an H200 runs at two thirds of the peak: whether another format is missing cannot be told.
  EXPECT_FALSE(explains(60, Shares{40}));
}

TEST(TensorShares, DoNotExplainAPipeThatDidLess) {
  EXPECT_TRUE(explains(50, Shares{50.5}));
  EXPECT_FALSE(explains(50, Shares{50, 50})) << "operations of one format that two counters count";
  EXPECT_FALSE(explains(0, Shares{0}));
}

TEST(TensorShares, DoNotExplainWhatWasNotCounted) {
  EXPECT_FALSE(explains(std::nan(""), Shares{50}));
  EXPECT_FALSE(explains(50, Shares{50, std::nan("")}));
}

}  // namespace
}  // namespace rooflens::inject
