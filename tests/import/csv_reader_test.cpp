#include "profiler/import/csv_reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rooflens::imports {
namespace {

using ::testing::ElementsAre;

TEST(CsvReader, ReadsQuotedCommasQuotesAndLines) {
  CsvReader csv("a,\"b,c\",\"say \"\"x\"\"\"\r\n\"two\nlines\",,\"\"\n");
  EXPECT_THAT(csv.next()->fields, ElementsAre("a", "b,c", "say \"x\""));
  const auto second = csv.next();
  EXPECT_THAT(second->fields, ElementsAre("two\nlines", "", ""));
  EXPECT_EQ(second->line, 2U);
  EXPECT_FALSE(csv.next());
}

TEST(CsvReader, KnowsTheLineOfARowBehindEmptyLinesAndLongFields) {
  CsvReader csv("\n\n\"a\n\nb\"\nlast");
  EXPECT_EQ(csv.next()->line, 3U);
  const auto last = csv.next();
  EXPECT_EQ(last->line, 6U);
  EXPECT_THAT(last->fields, ElementsAre("last"));
}

TEST(CsvReader, AQuoteInAPlainFieldIsACharacter) {
  CsvReader csv("5\" disk,x");
  EXPECT_THAT(csv.next()->fields, ElementsAre("5\" disk", "x"));
}

TEST(CsvReader, ALostQuoteCostsOneRow) {
  CsvReader csv("\"a,b\nc,d\n");
  const auto broken = csv.next();
  EXPECT_FALSE(broken->closed);
  EXPECT_EQ(broken->line, 1U);
  EXPECT_THAT(csv.next()->fields, ElementsAre("c", "d"));
  EXPECT_FALSE(csv.next());
}

TEST(CsvReader, ACommaAtTheEndIsAnEmptyField) {
  CsvReader csv("a,");
  EXPECT_THAT(csv.next()->fields, ElementsAre("a", ""));
  EXPECT_FALSE(csv.next());
}

TEST(CsvReader, PeeksAndSkipsLines) {
  CsvReader csv("one\r\ntwo\n");
  EXPECT_EQ(csv.peek_line(), "one");
  EXPECT_EQ(csv.skip_line(), 1U);
  EXPECT_EQ(csv.peek_line(), "two");
  EXPECT_EQ(csv.skip_line(), 2U);
  EXPECT_EQ(csv.peek_line(), "");
}

}  // namespace
}  // namespace rooflens::imports
