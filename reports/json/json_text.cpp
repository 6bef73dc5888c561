#include "reports/json/json_text.hpp"

#include <fmt/format.h>

#include <cmath>

namespace rooflens::reports {
namespace {

constexpr std::size_t kIndent = 2;
constexpr std::size_t kPiece = std::size_t{1} << 18;  // bytes that the sink gets at least

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

void JsonText::members(const Json& object) {
  for (const auto& [word, held] : object.items()) member(word, held);
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

void JsonText::tree(const Json& value) {
  if (value.is_object()) {
    begin_object();
    members(value);
    end_object();
  } else if (value.is_array()) {
    begin_array();
    for (const Json& element : value) tree(element);
    end_array();
  } else if (value.is_number_float()) {
    real_number(value.get<double>());  // the library's own are not always the shortest: 1.5570000000000001e-09
  } else {
    separate();
    text_ += value.dump();
  }
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

std::string written(const Json& document) {
  std::string text;
  const Sink sink = [&text](std::string_view piece) { text += piece; };
  JsonText to(sink);
  to.value(document);
  to.finish();
  return text;
}

}  // namespace rooflens::reports
