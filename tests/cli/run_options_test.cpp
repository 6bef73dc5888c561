// Counts with their suffixes, and quoting for the shell.
#include "profiler/cli/options/numbers.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

#include "models/base/shell_quote.hpp"
#include "profiler/actions/command_error.hpp"

namespace rooflens::cli {
namespace {

TEST(ParseCount, TakesWholeNumbersAndBinarySuffixes) {
  EXPECT_EQ(parse_count("--set n", "4096"), 4096);
  EXPECT_EQ(parse_count("--set n", "-3"), -3);
  EXPECT_EQ(parse_count("--set n", "4Ki"), 4096);
  EXPECT_EQ(parse_count("--set n", "2Mi"), 2097152);
  EXPECT_EQ(parse_count("--set n", "1Gi"), 1073741824);
  EXPECT_EQ(parse_count("--set n", "-1Ki"), -1024);
}

TEST(ParseCount, HoldsTheWholeRangeAndNoMore) {
  EXPECT_EQ(parse_count("--set n", "9223372036854775807"), std::numeric_limits<std::int64_t>::max());
  EXPECT_THROW((void)parse_count("--set n", "9223372036854775808"), actions::CommandError);
  EXPECT_EQ(parse_count("--set n", "9007199254740991Ki"), 9007199254740991 * 1024);
  EXPECT_THROW((void)parse_count("--set n", "9007199254740992Ki"), actions::CommandError);
}

TEST(ParseBetween, IncludesItsLimits) {
  EXPECT_EQ(parse_between("--top", "0", 0, 3), 0);
  EXPECT_EQ(parse_between("--top", "3", 0, 3), 3);
  EXPECT_THROW((void)parse_between("--top", "4", 0, 3), actions::CommandError);
  EXPECT_THROW((void)parse_between("--top", "-1", 0, 3), actions::CommandError);
}

TEST(ShellQuote, QuotesOnlyWhatNeedsIt) {
  EXPECT_EQ(models::shell_quote("sgemm/tiled"), "sgemm/tiled");
  EXPECT_EQ(models::shell_quote("n=1,2"), "n=1,2");
  EXPECT_EQ(models::shell_quote("copy/*"), "'copy/*'");
  EXPECT_EQ(models::shell_quote(""), "''");
  EXPECT_EQ(models::shell_quote("it's"), "'it'\\''s'");
  EXPECT_EQ(models::shell_quote("$(x)"), "'$(x)'");
}

}  // namespace
}  // namespace rooflens::cli
