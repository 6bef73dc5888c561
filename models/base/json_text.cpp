#include "models/base/json_text.hpp"

#include <fmt/format.h>

#include <cmath>

#include "models/base/utf8.hpp"

namespace rooflens::models {
namespace {

constexpr std::size_t kIndent = 2;
constexpr std::size_t kPiece = std::size_t{1} << 18;  // bytes that the sink gets at least
constexpr std::string_view kEscaped = "\"\\\b\f\n\r\t", kEscapes = "\"\\bfnrt";

}  // namespace

void JsonText::new_line() { text_.append(1, '\n').append(kIndent * depth_, ' '); }

// A value or a key follows another one unless a bracket or a key was just written; strings end with their quote.
void JsonText::separate() {
  if (text_.empty()) return;
  const char last = text_.back();
  if (last == ':' || last == ' ') return;
  if (last != '[' && last != '{') text_ += ',';
  if (sink_) new_line();
}

void JsonText::close(char opening, char bracket) {
  --depth_;
  if (sink_ && text_.back() != opening) new_line();
  text_ += bracket;
  if (sink_ && text_.size() >= kPiece) give(1);
}

void JsonText::key(std::string_view word) {
  string(word);
  text_ += sink_ ? ": " : ":";
}

void JsonText::finish() {
  text_ += '\n';
  give(0);
}

// What is kept tells what comes next whether it needs a comma.
void JsonText::give(std::size_t kept) {
  const std::size_t given = text_.size() - kept;
  (*sink_)(std::string_view(text_).substr(0, given));
  text_.erase(0, given);
}

void JsonText::string(std::string_view text) {
  separate();
  text_ += '"';
  const auto plain = [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x20 && byte < 0x80 && c != '"' && c != '\\';
  };
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && plain(text[end])) ++end;
    text_ += text.substr(at, end - at);
    at = end;
    if (at == text.size()) break;
    const std::size_t length = utf8_length_at(text, at);
    if (length > 1) {
      text_ += text.substr(at, length);
    } else if (length == 0) {
      text_ += "\uFFFD";
    } else if (const std::size_t known = kEscaped.find(text[at]); known != kEscaped.npos) {
      text_ += {'\\', kEscapes[known]};
    } else {
      fmt::format_to(std::back_inserter(text_), "\\u{:04x}", static_cast<unsigned>(text[at]));
    }
    at += length == 0 ? 1 : length;
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

}  // namespace rooflens::models
