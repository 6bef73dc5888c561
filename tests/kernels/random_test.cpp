// The input generator: same on every call, in range, never zero, exact where it promises to be.
#include "kernels/random.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace rooflens::kernels {
namespace {

TEST(Mix, FollowsSplitmix64) {
  // The first number of the published generator with seed 0 is the finaliser applied to its increment.
  EXPECT_EQ(mix(0x9e3779b97f4a7c15U), 0xe220a8397b1dcdafU);
}

TEST(UniformInput, GivesTheSameElementAgain) {
  EXPECT_EQ((UniformInput{7}(123)), (UniformInput{7}(123)));
  EXPECT_NE((UniformInput{7}(123)), (UniformInput{8}(123)));
  EXPECT_NE((UniformInput{7}(123)), (UniformInput{7}(124)));
}

TEST(UniformInput, StaysBetweenMinusOneAndOneAndIsNeverZero) {
  for (const int bits : {1, 2, 8, 24}) {
    const UniformInput input{3, bits};
    for (std::uint64_t i = 0; i < 10000; ++i) {
      ASSERT_LT(std::abs(input(i)), 1.0f);
      ASSERT_NE(input(i), 0.0f);
    }
  }
}

TEST(UniformInput, WithOneBitIsPlusOrMinusAHalf) {
  std::set<float> seen;
  for (std::uint64_t i = 0; i < 100; ++i) seen.insert(UniformInput{5, 1}(i));
  EXPECT_EQ(seen, (std::set<float>{-0.5f, 0.5f}));
}

TEST(UniformInput, WithTwoBitsTakesFourValues) {
  std::set<float> seen;
  for (std::uint64_t i = 0; i < 1000; ++i) seen.insert(UniformInput{5, 2}(i));
  EXPECT_EQ(seen, (std::set<float>{-0.75f, -0.25f, 0.25f, 0.75f}));
}

TEST(UniformInput, IsItsScaledIntegerTimesTwoToTheMinusBits) {
  const UniformInput input{11, 24};
  for (std::uint64_t i = 0; i < 1000; ++i) ASSERT_EQ(input(i), std::ldexp(static_cast<float>(input.scaled(i)), -24));
}

TEST(UniformInput, HasMeanZero) {
  const UniformInput input{2};
  double sum = 0;
  for (std::uint64_t i = 0; i < 1'000'000; ++i) sum += double{input(i)};
  EXPECT_LT(std::abs(sum), 4000);  // the standard deviation of the sum is sqrt(1e6 / 3) = 577
}

TEST(ExactSumBits, LeaveRoomForTheSum) {
  EXPECT_EQ(exact_sum_bits(1), 12);
  EXPECT_EQ(exact_sum_bits(4096), 12);
  EXPECT_EQ(exact_sum_bits(4097), 11);
  EXPECT_EQ(exact_sum_bits(std::uint64_t{1} << 20), 4);
  EXPECT_EQ(exact_sum_bits(std::uint64_t{1} << 40), 1);
}

TEST(ExactDotBits, LeaveRoomForTheSumOfProducts) {
  EXPECT_EQ(exact_dot_bits(1, 12), 12);
  EXPECT_EQ(exact_dot_bits(4096, 12), 6);  // 2^12 products in units of 2^-12: 24 bits
  EXPECT_EQ(exact_dot_bits(8192, 8), 5);
  EXPECT_EQ(exact_dot_bits(65536, 8), 4);
  EXPECT_EQ(exact_dot_bits(128, 8), 8);
}

}  // namespace
}  // namespace rooflens::kernels
