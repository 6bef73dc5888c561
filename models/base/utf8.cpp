#include "models/base/utf8.hpp"

#include <array>
#include <optional>

namespace rooflens::models {
namespace {

constexpr std::string_view kHex = "0123456789ABCDEF";

struct Form {
  unsigned char first_low, first_high;    // range of the first byte
  unsigned char second_low, second_high;  // range of the second byte; further ones are 80..BF
  std::size_t length;
};

constexpr std::array<Form, 8> kForms{{{0xC2, 0xDF, 0x80, 0xBF, 2},
                                      {0xE0, 0xE0, 0xA0, 0xBF, 3},
                                      {0xE1, 0xEC, 0x80, 0xBF, 3},
                                      {0xED, 0xED, 0x80, 0x9F, 3},
                                      {0xEE, 0xEF, 0x80, 0xBF, 3},
                                      {0xF0, 0xF0, 0x90, 0xBF, 4},
                                      {0xF1, 0xF3, 0x80, 0xBF, 4},
                                      {0xF4, 0xF4, 0x80, 0x8F, 4}}};

bool between(unsigned char byte, unsigned char low, unsigned char high) { return byte >= low && byte <= high; }

// The byte that "\xE9" at `at` stands for, nothing where there is no such escape.
std::optional<char> escape_at(std::string_view text, std::size_t at) {
  if (text.size() - at < 4 || text[at] != '\\' || text[at + 1] != 'x') return std::nullopt;
  const std::size_t high = kHex.find(text[at + 2]), low = kHex.find(text[at + 3]);
  if (high == kHex.npos || low == kHex.npos) return std::nullopt;
  return static_cast<char>(high * 16 + low);
}

}  // namespace

std::size_t utf8_length_at(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[at + i]); };
  if (byte(0) < 0x80) return 1;
  for (const Form& form : kForms) {
    if (!between(byte(0), form.first_low, form.first_high)) continue;
    if (form.length > text.size() - at || !between(byte(1), form.second_low, form.second_high)) return 0;
    for (std::size_t i = 2; i < form.length; ++i) {
      if (!between(byte(i), 0x80, 0xBF)) return 0;
    }
    return form.length;
  }
  return 0;
}

char32_t utf8_character_at(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[at + i]); };
  const std::size_t length = utf8_length_at(text, at);
  if (length == 0) return U'\uFFFD';
  char32_t character = length == 1 ? byte(0) : byte(0) & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) character = character << 6 | (byte(i) & 0x3FU);
  return character;
}

bool is_utf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = utf8_length_at(text, at);
    if (length == 0) return false;
    at += length;
  }
  return true;
}

std::string escape_invalid_utf8(std::string_view bytes) {
  std::string result;
  result.reserve(bytes.size());
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t length = utf8_length_at(bytes, at);
    if (length == 0 || escape_at(bytes, at)) {
      const auto byte = static_cast<unsigned char>(bytes[at]);
      result += {'\\', 'x', kHex[byte / 16u], kHex[byte % 16u]};
      ++at;
    } else {
      result += bytes.substr(at, length);
      at += length;
    }
  }
  return result;
}

std::string as_utf8(std::string_view text) { return is_utf8(text) ? std::string(text) : escape_invalid_utf8(text); }

std::string unescaped_bytes(std::string_view escaped) {
  std::string bytes;
  bytes.reserve(escaped.size());
  for (std::size_t at = 0; at < escaped.size();) {
    const std::optional<char> byte = escape_at(escaped, at);
    bytes += byte ? *byte : escaped[at];
    at += byte ? std::size_t{4} : std::size_t{1};
  }
  return bytes;
}

}  // namespace rooflens::models
