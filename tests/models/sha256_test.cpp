// The examples of FIPS 180-4, in one piece and in many.
#include "models/base/sha256.hpp"

#include <gtest/gtest.h>

namespace rooflens::models {
namespace {

std::string hex(std::string_view bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (const char c : bytes) {
    text += digits[static_cast<unsigned char>(c) >> 4];
    text += digits[static_cast<unsigned char>(c) & 15];
  }
  return text;
}

TEST(Sha256, MatchesTheExamplesOfTheStandard) {
  EXPECT_EQ(hex(sha256("")), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(hex(sha256("abc")), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(hex(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(hex(sha256(std::string(1'000'000, 'a'))),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, IsTheSameHoweverTheMessageIsCut) {
  const std::string message(200, 'a');
  for (std::size_t length = 1; length <= message.size(); ++length) {
    Sha256 hash;
    for (std::size_t at = 0; at < message.size(); at += length) hash.add(std::string_view(message).substr(at, length));
    EXPECT_EQ(hash.finish(), sha256(message)) << "pieces of " << length;
  }
}

}  // namespace
}  // namespace rooflens::models
