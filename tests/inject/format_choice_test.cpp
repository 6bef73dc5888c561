#include "profiler/schedule/format_choice.hpp"

#include <gtest/gtest.h>

#include <string>

namespace rooflens::inject {
namespace {

using enum TensorFormats;

// Passes of an H200: 2 without formats, 9 with all, 4 with one.
struct FormatChoiceTest : ::testing::Test {
  FormatChoice choice;
  int known_passes = 4;
  TensorFormats choose(TensorFormats needed) {
    return choice.choose(needed, needed == none ? 2 : needed == known ? known_passes : 9);
  }
  // One letter a launch: n, k or a, as needed and as chosen.
  std::string chosen(const std::string& needed) {
    std::string result;
    for (const char c : needed) result += "nka"[static_cast<int>(choose(c == 'n' ? none : c == 'k' ? known : all))];
    return result;
  }
};

TEST_F(FormatChoiceTest, GivesAtOnceWhatIsNeeded) { EXPECT_EQ(chosen("nnanna"), "nnaaaa"); }

TEST_F(FormatChoiceTest, ComesDownWhenNeedlessPassesCostMoreThanAChange) {
  EXPECT_EQ(chosen("annnn"), "aaaan");      // 4 launches with 7 needless passes
  EXPECT_EQ(chosen("akkkkkk"), "aaaaaak");  // 6 with 5
}

TEST_F(FormatChoiceTest, CountsAnewWhenAllIsNeededAgain) { EXPECT_EQ(chosen("annnannn"), "aaaaaaaa"); }

TEST_F(FormatChoiceTest, ComesDownToWhatWasEnoughForAllOfThem) {
  EXPECT_EQ(chosen("anknnnn"), "aaaaakk");  // not to none, which the third launch would have left again
}

// Of the few needless passes of one format, a training step has many launches before a change pays.
TEST_F(FormatChoiceTest, StaysWithKnownFormatsBetweenMatrixProducts) {
  EXPECT_EQ(chosen("akkkkkk"), "aaaaaak");
  EXPECT_EQ(chosen("nnnnnnnnnnnnnknnnnnnnnnnnnnn"), "kkkkkkkkkkkkkkkkkkkkkkkkkkkn");  // 13 of 2 passes, then 14
}

TEST_F(FormatChoiceTest, TakesAllFormatsWhereKnownOnesSaveNothing) {
  known_passes = 9;
  EXPECT_EQ(chosen("akkkkkkkkkkkk"), "aaaaaaaaaaaaa");
  EXPECT_EQ(chosen("nnnnk"), "aaana");
}

}  // namespace
}  // namespace rooflens::inject
