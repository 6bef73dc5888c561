#include "reports/json/json_pieces.hpp"

#include "reports/json/json_text.hpp"

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

void JsonPieces::value(const Json& value) {
  if (value.is_object()) {
    begin_object();
    members(value);
    end_object();
  } else if (value.is_array()) {
    begin_array();
    for (const Json& element : value) this->value(element);
    end_array();
  } else if (value.is_number_float()) {
    separate();
    JsonText number;  // the library's own numbers are not always the shortest: 1.5570000000000001e-09
    number.value(value.get<double>());
    text_ += number.text();
  } else {
    separate();
    text_ += value.dump();
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

std::string written(const Json& document) {
  std::string text;
  const Sink sink = [&text](std::string_view piece) { text += piece; };
  JsonPieces pieces(sink);
  pieces.value(document);
  pieces.finish();
  return text;
}

}  // namespace rooflens::reports
