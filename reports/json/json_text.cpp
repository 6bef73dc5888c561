#include "reports/json/json_text.hpp"

#include <fmt/format.h>

#include <cmath>

namespace rooflens::reports {

// A value or a key follows another one unless a bracket or a key was just written; strings end with their quote.
void JsonText::separate() {
  if (text_.empty()) return;
  const char last = text_.back();
  if (last != '[' && last != '{' && last != ':') text_ += ',';
}

void JsonText::key(std::string_view word) {
  separate();
  text_ += '"';
  text_ += word;
  text_ += "\":";
}

void JsonText::string(std::string_view text) {
  separate();
  text_ += '"';
  const auto needs_escape = [](char c) { return c == '"' || c == '\\' || static_cast<unsigned char>(c) < 0x20; };
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && !needs_escape(text[end])) ++end;
    text_ += text.substr(at, end - at);
    if (end < text.size()) {
      const char c = text[end++];
      if (c == '"' || c == '\\') {
        text_ += '\\';
        text_ += c;
      } else {
        fmt::format_to(std::back_inserter(text_), "\\u{:04x}", static_cast<unsigned>(c));
      }
    }
    at = end;
  }
  text_ += '"';
}

void JsonText::signed_number(long long number) {
  separate();
  const fmt::format_int digits(number);
  text_.append(digits.data(), digits.size());
}

void JsonText::unsigned_number(unsigned long long number) {
  separate();
  const fmt::format_int digits(number);
  text_.append(digits.data(), digits.size());
}

// The shortest text that reads back as this number, and as a number with a fraction.
void JsonText::real_number(double number) {
  separate();
  if (!std::isfinite(number)) {
    text_ += "null";
    return;
  }
  const std::size_t before = text_.size();
  fmt::format_to(std::back_inserter(text_), "{}", number);
  if (text_.find_first_of(".e", before) == std::string::npos) text_ += ".0";
}

}  // namespace rooflens::reports
