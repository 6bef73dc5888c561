#include "reports/words/shorten_apart.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "reports/words/format.hpp"
#include "reports/words/text_table.hpp"

namespace rooflens::reports {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(ShortenApart, IsTheMiddleThatGoesWhereNothingCollides) {
  EXPECT_THAT(shorten_apart({"reduction/interleaved", "short", "sgemm/naive-and-slow"}, 11),
              ElementsAre("reduc…eaved", "short", "sgemm…-slow"));
}

TEST(ShortenApart, KeepsWhatTellsNamesApart) {
  EXPECT_THAT(shorten_apart({"multi_tensor_apply_kernel<BinaryOpScalarFunctor>",
                             "multi_tensor_apply_kernel<TernaryOpScalarFunctor>", "copy"},
                            30),
              ElementsAre("multi_t…BinaryOpScalarFunctor>", "multi_t…TernaryOpScala…unctor>", "copy"));
}

TEST(ShortenApart, MakesNoNameEqualToOneThatWasDifferentByItsEnd) {
  const std::vector<std::string> shortened = shorten_apart(
      {"multi_tensor_apply_kernel<BinaryOpScalarFunctor>", "multi_tensor_apply_kernel<PointwiseOpScalarFunctor>",
       "multi_tensor_apply_kernel<BinaryOpScalarListFunctor>",
       "multi_tensor_apply_kernel<PointwiseOpScalarListFunctor>"},
      28);
  EXPECT_EQ(std::set<std::string>(shortened.begin(), shortened.end()).size(), 4U)
      << ::testing::PrintToString(shortened);
}

TEST(ShortenApart, ShowsTheWholeNumberThatDiffers) {
  EXPECT_THAT(
      shorten_apart(
          {"elementwise_kernel (grid 12288 6144, block 128)", "elementwise_kernel (grid 16384 6144, block 128)"}, 30),
      ElementsAre("element…12288 6144, block 128)", "element…16384 6144, block 128)"));
}

TEST(ShortenApart, NeverShowsTheEndOfANumberAlone) {
  EXPECT_THAT(shorten_apart({"reduce_kernel<sum_functor> (grid 512, block 128)"}, 29),
              ElementsAre("reduce_kernel<…, block 128)"));
}

TEST(ShortenApart, KeepsNumbersApartThatDifferLate) {
  const std::vector<std::string> shortened =
      shorten_apart({"vectorized_elementwise_kernel<FillFunctor> (grid 1048576, block 128)",
                     "vectorized_elementwise_kernel<FillFunctor> (grid 1048577, block 128)"},
                    20);
  EXPECT_NE(shortened[0], shortened[1]);
}

TEST(ShortenApart, TellsManyApartThatDifferInSeveralPlaces) {
  std::vector<std::string> names;
  for (const char* type : {"float", "double", "half"}) {
    for (const char* size : {"128", "256"}) {
      names.push_back(std::string("a_kernel_with_a_long_name<") + type + ", and_another_argument, " + size +
                      ">(the arguments of it)");
    }
  }
  for (const std::size_t limit : {16U, 20U, 30U, 40U}) {
    std::vector<std::string> shortened = shorten_apart(names, limit);
    for (const std::string& text : shortened) EXPECT_LE(length_utf8(text), limit) << text;
    std::sort(shortened.begin(), shortened.end());
    EXPECT_EQ(std::unique(shortened.begin(), shortened.end()), shortened.end()) << limit;
  }
}

TEST(ShortenApart, CountsCodePointsAndLeavesEqualNamesEqual) {
  const auto shortened = shorten_apart({"ääääääääääXöööööööööö", "ääääääääääYöööööööööö", "ääääääääääYöööööööööö"}, 12);
  EXPECT_THAT(shortened[0], HasSubstr("X"));
  EXPECT_THAT(shortened[1], HasSubstr("Y"));
  EXPECT_EQ(shortened[1], shortened[2]);
  EXPECT_EQ(length_utf8(shortened[0]), 12U);
}

TEST(Table, KeepsNamesOfItsFirstColumnApart) {
  const std::string text =
      table({{"Kernel", false}, {"Time"}},
            {{{"a_very_long_function_name<A_argument>"}, {"1"}}, {{"a_very_long_function_name<B_argument>"}, {"2"}}},
            23, 12, false);
  EXPECT_THAT(text, HasSubstr("A_"));
  EXPECT_THAT(text, HasSubstr("B_"));
}

}  // namespace
}  // namespace rooflens::reports
