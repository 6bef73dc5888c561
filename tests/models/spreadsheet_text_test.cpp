#include "models/base/spreadsheet_text.hpp"

#include <gtest/gtest.h>

namespace rooflens::models {
namespace {

TEST(SpreadsheetText, IsNoFormula) {
  EXPECT_EQ(shielded("=cmd|' /C calc'!A0"), "'=cmd|' /C calc'!A0");
  EXPECT_EQ(shielded("-5"), "'-5");
  EXPECT_EQ(shielded("sgemm<+1>"), "sgemm<+1>");
  EXPECT_EQ(shielded("'quoted'"), "'quoted'");
  EXPECT_EQ(shielded(""), "");
}

TEST(SpreadsheetText, ComesBack) {
  for (const char* text : {"=a", "+a", "-a", "@a", "\ta", "\ra", "'=a", "''=a", "a", "'a", "'", ""}) {
    EXPECT_EQ(unshielded(shielded(text)), text);
  }
}

}  // namespace
}  // namespace rooflens::models
