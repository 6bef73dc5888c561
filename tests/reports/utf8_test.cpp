#include <gtest/gtest.h>

#include "reports/words/format.hpp"

namespace rooflens::reports {
namespace {

TEST(CleanUtf8, KeepsWhatIsValid) { EXPECT_EQ(clean_utf8("naïve — µs 🚀"), "naïve — µs 🚀"); }

TEST(CleanUtf8, EscapesInvalidBytes) {
  EXPECT_EQ(clean_utf8("a\xFF"
                       "b"),
            "a\\xFFb");
  EXPECT_EQ(clean_utf8("cut\xE2\x80"), "cut\\xE2\\x80");
}

TEST(CleanUtf8, ReplacesWhatWouldBreakALineOrTurnIt) {
  EXPECT_EQ(clean_utf8("a\nb\033[31m"), "a�b�[31m");
  EXPECT_EQ(clean_utf8("x\u202Ey"), "x�y");
}

TEST(CleanUtf8, CountsCodePoints) { EXPECT_EQ(length_utf8("µs…"), 3u); }

TEST(CleanUtf8, ShortensInTheMiddleAndKeepsTheEnd) {
  EXPECT_EQ(shorten_middle("reduction/interleaved", 11), "reduc…eaved");
  EXPECT_EQ(shorten_middle("ääääöööö", 5), "ää…öö");
  EXPECT_EQ(shorten_middle("short", 5), "short");
}

TEST(CleanUtf8, NeverShowsTheEndOfANumberAlone) {
  EXPECT_EQ(shorten_middle("a_kernel (grid 512, block 128)", 29), "a_kernel (grid…, block 128)");
}

}  // namespace
}  // namespace rooflens::reports
