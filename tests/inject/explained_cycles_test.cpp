#include "profiler/inject/explained_cycles.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace rooflens::inject {
namespace {

using Values = std::vector<double>;

// 132 SMs of an H200, 4096 operations of BF16 and 8192 of FP8 each.
constexpr double kBf16 = 132 * 4096;
constexpr double kFp8 = 132 * 8192;

// A product of PyTorch, as it was counted: the pipe was active for half of the launch.
TEST(ExplainedCycles, AreAllCyclesOfAPipeThatDidNothingElse) {
  EXPECT_TRUE(explains(0.5000495959834883 * 11914.454545454546, Values{3221225472}, Values{kBf16}));
  EXPECT_TRUE(explains(300, Values{100 * kBf16, 200 * kFp8}, Values{kBf16, kFp8}));
  EXPECT_TRUE(explains(1000, Values{0, 1000.5 * kFp8}, Values{kBf16, kFp8}));
}

TEST(ExplainedCycles, AreFewerWhereThePipeDidMore) {
  EXPECT_FALSE(explains(1000, Values{998.5 * kBf16}, Values{kBf16}));
  EXPECT_FALSE(explains(1000, Values{0}, Values{kBf16}));
  EXPECT_FALSE(explains(1000, Values{}, Values{}));
  // mma.sync on an H200 runs at two thirds of the peak: whether another format is missing cannot be told.
  EXPECT_FALSE(explains(50347593.2 / 132, Values{137438953472}, Values{kBf16}));
}

TEST(ExplainedCycles, AreMoreWhereOperationsWereCountedTwice) {
  EXPECT_FALSE(explains(1000, Values{1000 * kBf16, 1000 * kBf16}, Values{kBf16, kBf16}));
  EXPECT_FALSE(explains(0, Values{0}, Values{kBf16}));
}

TEST(ExplainedCycles, AreNotKnownWhereSomethingWasNotCounted) {
  EXPECT_FALSE(explains(std::nan(""), Values{kBf16}, Values{kBf16}));
  EXPECT_FALSE(explains(1, Values{kBf16, std::nan("")}, Values{kBf16, kFp8}));
  EXPECT_FALSE(explains(1, Values{kBf16}, Values{std::nan("")}));
}

}  // namespace
}  // namespace rooflens::inject
