#include <gtest/gtest.h>

#include "reports/format.hpp"

namespace rooflens::reports {
namespace {

TEST(Utf8, KeepsWhatIsValid) { EXPECT_EQ(clean_utf8("naïve — µs 🚀"), "naïve — µs 🚀"); }

TEST(Utf8, ReplacesInvalidBytes) {
  EXPECT_EQ(clean_utf8("a\xFF"
                       "b"),
            "a�b");
  EXPECT_EQ(clean_utf8("cut\xE2\x80"), "cut��");
  EXPECT_EQ(clean_utf8("\xC0\xAF"), "��");            // overlong slash
  EXPECT_EQ(clean_utf8("\xED\xA0\x80"), "���");       // surrogate
  EXPECT_EQ(clean_utf8("\xF4\x90\x80\x80"), "����");  // past the last code point
}

TEST(Utf8, ReplacesWhatWouldBreakALineOrTurnIt) {
  EXPECT_EQ(clean_utf8("a\nb\033[31m"), "a�b�[31m");
  EXPECT_EQ(clean_utf8("x\u202Ey"), "x�y");
}

TEST(Utf8, CountsCodePoints) { EXPECT_EQ(length_utf8("µs…"), 3u); }

TEST(Utf8, ShortensInTheMiddleAndKeepsTheEnd) {
  EXPECT_EQ(shorten_middle("reduction/interleaved", 11), "reduc…eaved");
  EXPECT_EQ(shorten_middle("ääääöööö", 5), "ää…öö");
  EXPECT_EQ(shorten_middle("short", 5), "short");
}

}  // namespace
}  // namespace rooflens::reports
