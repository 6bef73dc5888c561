#include "models/base/significant.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace rooflens::models {
namespace {

TEST(Significant, HasThreeDigitsAndRoundsTheRestAway) {
  EXPECT_EQ(significant(0.08333), "0.0833");
  EXPECT_EQ(significant(1), "1.00");
  EXPECT_EQ(significant(48.04), "48.0");
  EXPECT_EQ(significant(1234.56), "1230");
  EXPECT_EQ(significant(-1234.56), "-1230");
  EXPECT_EQ(significant(0), "0");
}

TEST(Significant, CarriesWhereRoundingDoes) {
  EXPECT_EQ(significant(9.996), "10.0");
  EXPECT_EQ(rounded_exponent(9.996), 1);
  EXPECT_EQ(rounded_exponent(9.994), 0);
}

TEST(Significant, NeedsAnExponentOnlyFarFromOne) {
  EXPECT_EQ(significant(1e14), "100000000000000");
  EXPECT_EQ(significant(1e15), "1.00e+15");
  EXPECT_EQ(significant(1e-30), "1.00e-30");
}

TEST(Significant, SurvivesWhatIsNoNumber) {
  EXPECT_EQ(significant(std::numeric_limits<double>::quiet_NaN()), "–");
  EXPECT_EQ(significant(-std::numeric_limits<double>::infinity()), "-∞");
}

}  // namespace
}  // namespace rooflens::models
