#include "reports/json_pieces.hpp"

#include <algorithm>

namespace rooflens::reports {
namespace {

constexpr std::size_t kIndent = 2;
constexpr std::size_t kPiece = std::size_t{1} << 18;  // bytes that the sink gets at least

}  // namespace

void JsonPieces::begin(char bracket) {
  separate();
  text_ += bracket;
  empty_.push_back(true);
}

void JsonPieces::end(char bracket) {
  const bool was_empty = empty_.back();
  empty_.pop_back();
  if (!was_empty) new_line();
  text_ += bracket;
}

void JsonPieces::key(std::string_view word) {
  separate();
  text_ += Json(word).dump() + ": ";
  after_key_ = true;
}

// Text has no line breaks of its own in JSON: each one begins a line of the value, which stands deeper here.
void JsonPieces::value(const Json& value) {
  separate();
  const std::string lines = value.dump(kIndent);
  for (std::size_t at = 0; at < lines.size();) {
    const std::size_t end = std::min(lines.find('\n', at), lines.size());
    text_.append(lines, at, end - at);
    if (end < lines.size()) new_line();
    at = end + 1;
  }
  if (text_.size() >= kPiece) flush();
}

void JsonPieces::members(const Json& object) {
  for (const auto& [word, held] : object.items()) {
    key(word);
    value(held);
  }
}

void JsonPieces::finish() {
  text_ += '\n';
  flush();
}

void JsonPieces::separate() {
  if (after_key_) {
    after_key_ = false;
  } else if (!empty_.empty()) {
    if (!empty_.back()) text_ += ',';
    empty_.back() = false;
    new_line();
  }
}

void JsonPieces::new_line() { text_.append(1, '\n').append(kIndent * empty_.size(), ' '); }

void JsonPieces::flush() {
  sink_(text_);
  text_.clear();
}

}  // namespace rooflens::reports
