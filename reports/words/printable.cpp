// Text that comes from anywhere (kernel names, command lines) made safe to print: the UTF-8 half of format.hpp.
#include "models/base/utf8.hpp"
#include "reports/words/format.hpp"

namespace rooflens::reports {
namespace {

constexpr std::string_view kReplacement = "\uFFFD";
constexpr std::string_view kEllipsis = "…";

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// U+2028, U+2029 break lines; U+202A..202E and U+2066..2069 turn the direction of what follows.
bool control(char32_t c) {
  return c < 0x20 || (c >= 0x7F && c < 0xA0) || (c >= 0x2028 && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069) ||
         c == 0xFFFE || c == 0xFFFF;
}

}  // namespace

std::string first_sentence(const std::string& text) {
  const std::size_t end = text.find(". ");
  return clean_utf8(end == std::string::npos ? text : text.substr(0, end + 1));
}

std::string clean_utf8(std::string_view text) {
  // Almost all text is printable ASCII to its end.
  std::size_t plain = 0;
  while (plain < text.size() && text[plain] >= 0x20 && text[plain] < 0x7F) ++plain;
  std::string result(text.substr(0, plain));
  if (plain == text.size()) return result;
  result.reserve(text.size());
  for (std::size_t at = plain; at < text.size();) {
    const std::size_t length = models::utf8_length_at(text, at);
    const std::string_view sequence = text.substr(at, length == 0 ? 1 : length);
    if (length == 0) {
      result += models::escape_invalid_utf8(sequence);
    } else {
      result += control(models::utf8_character_at(sequence, 0)) ? kReplacement : sequence;
    }
    at += sequence.size();
  }
  return result;
}

std::size_t length_utf8(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < text.size(); ++i) count += models::continues_utf8(text, i) ? 0u : 1u;
  return count;
}

std::string shorten_middle(std::string_view text, std::size_t limit) {
  const std::size_t length = length_utf8(text);
  if (length <= limit) return std::string(text);
  if (limit == 0) return {};
  // The end tells siblings apart ("reduction/…", "…/padded"), so it gets the larger half.
  const std::size_t head = (limit - 1) / 2;
  const std::size_t tail_from = length - (limit - 1 - head);
  std::string front, back;
  std::size_t point = 0;
  bool in_number = false;  // "(grid 512)" does not become "…12)"
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (i > 0 && !models::continues_utf8(text, i)) ++point;
    if (point < head) front += text[i];
    if (point < tail_from) {
      in_number = is_digit(text[i]);
      continue;
    }
    in_number = in_number && is_digit(text[i]);
    if (!in_number) back += text[i];
  }
  return front + std::string(kEllipsis) + back;
}

}  // namespace rooflens::reports
