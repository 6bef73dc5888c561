#include "models/base/utf8.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace rooflens::models {
namespace {

TEST(Utf8, IsWhatUnicodeSays) {
  EXPECT_TRUE(is_utf8("a\xC2\x80\xDF\xBF\xE0\xA0\x80\xED\x9F\xBF\xEE\x80\x80\xF0\x90\x80\x80\xF4\x8F\xBF\xBF"));
  EXPECT_FALSE(is_utf8("\x80"));              // continuation first
  EXPECT_FALSE(is_utf8("\xC0\x80"));          // overlong
  EXPECT_FALSE(is_utf8("\xE0\x9F\xBF"));      // overlong
  EXPECT_FALSE(is_utf8("\xED\xA0\x80"));      // surrogate
  EXPECT_FALSE(is_utf8("\xF4\x90\x80\x80"));  // above U+10FFFF
  EXPECT_FALSE(is_utf8("\xE2\x82"));          // cut short
  EXPECT_FALSE(is_utf8("\xE2\x82z"));         // continuation missing
}

TEST(Utf8, TellsTheCharacter) {
  EXPECT_EQ(utf8_character_at("xA", 1), U'A');
  EXPECT_EQ(utf8_character_at("µ", 0), U'µ');
  EXPECT_EQ(utf8_character_at("…", 0), U'…');
  EXPECT_EQ(utf8_character_at("\xF0\x9F\x98\x80", 0), U'\U0001F600');
  EXPECT_EQ(utf8_character_at("µ", 1), U'\uFFFD');
}

TEST(Utf8, EscapesOnlyBytesOfNoCharacter) {
  EXPECT_EQ(escape_invalid_utf8("caf\xE9 größe \xF0\x9F"), "caf\\xE9 größe \\xF0\\x9F");
  EXPECT_EQ(escape_invalid_utf8("größe<4>"), "größe<4>");
  EXPECT_EQ(escape_invalid_utf8("C:\\xyz\\new"), "C:\\xyz\\new");  // no escape: y is no digit
}

TEST(Utf8, EscapesTextThatLooksEscaped) {
  EXPECT_EQ(escape_invalid_utf8("caf\\xE9"), "caf\\x5CxE9");
  EXPECT_NE(escape_invalid_utf8("caf\\xE9"), escape_invalid_utf8("caf\xE9"));
}

TEST(Utf8, KeepsWhatIsEscapedAlready) {
  EXPECT_EQ(as_utf8("caf\\xE9"), "caf\\xE9");
  EXPECT_EQ(as_utf8("caf\xE9"), "caf\\xE9");
}

// All texts of up to five of the bytes that matter here.
TEST(Utf8, KeepsDifferentBytesDifferent) {
  const std::string alphabet = "\\xE9\xE9\xC3";
  std::map<std::string, std::string> known;
  std::vector<std::string> texts{""};
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const std::string text = texts[i];
    const std::string escaped = escape_invalid_utf8(text);
    EXPECT_TRUE(is_utf8(escaped));
    EXPECT_EQ(unescaped_bytes(escaped), text);
    EXPECT_TRUE(known.emplace(escaped, text).second) << escaped;
    if (text.size() == 5) continue;
    for (const char c : alphabet) texts.push_back(text + c);
  }
  EXPECT_EQ(known.size(), 1U + 6 + 36 + 216 + 1296 + 7776);
}

}  // namespace
}  // namespace rooflens::models
