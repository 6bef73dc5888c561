// JSON written as text, value after value: on one line, or for people to read. A report of ten thousand kernels has
// millions of values: as a tree they would take most of its time and memory.
#pragma once

#include <concepts>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "reports/json/json_put.hpp"
#include "reports/words/report.hpp"

namespace rooflens::reports {

/// JSON that is text already.
struct WrittenJson {
  std::string text;
};

/// Commas come by themselves; brackets are the caller's to close. Text has to be UTF-8: clean_utf8() makes it so.
class JsonText {
 public:
  /// On one line; take() gives it.
  JsonText() = default;
  /// As Json::dump(2) of the whole, but for numbers: they are the shortest that read back. The sink gets it in pieces.
  explicit JsonText(const Sink& sink) : sink_(&sink) {}

  void begin_object() { open('{'); }
  void end_object() { close('{', '}'); }
  void begin_array() { open('['); }
  void end_array() { close('[', ']'); }
  /// Of the next value.
  void key(std::string_view word);
  /// All keys of an object, into the one that is open.
  void members(const Json& object);
  /// Gives the sink what it did not get yet, and a newline.
  void finish();

  /// A number, a truth, text, JSON, or what an optional holds; null for what is absent and for numbers that are not
  /// finite.
  template <class Value>
  void value(const Value& value) {
    if constexpr (std::same_as<Value, WrittenJson>) {
      separate();
      text_ += value.text;
    } else if constexpr (std::same_as<Value, Json>) {
      tree(value);
    } else if constexpr (std::same_as<Value, nlohmann::json>) {
      separate();
      text_ += value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    } else if constexpr (std::same_as<Value, std::nullptr_t>) {
      separate();
      text_ += "null";
    } else if constexpr (std::same_as<Value, bool>) {
      separate();
      text_ += value ? "true" : "false";
    } else if constexpr (std::signed_integral<Value>) {
      signed_number(value);
    } else if constexpr (std::unsigned_integral<Value>) {
      unsigned_number(value);
    } else if constexpr (std::floating_point<Value>) {
      real_number(value);
    } else {
      string(value);
    }
  }
  template <class Value>
  void value(const std::optional<Value>& held) {
    if (held) {
      value(*held);
    } else {
      value(nullptr);
    }
  }

  template <class Value>
  void member(std::string_view word, const Value& held) {
    key(word);
    value(held);
  }
  /// An array of these values.
  template <class... Values>
  void row(const Values&... values) {
    begin_array();
    (value(values), ...);
    end_array();
  }

  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] std::string take() { return std::move(text_); }
  [[nodiscard]] WrittenJson written() && { return {std::move(text_)}; }

 private:
  void open(char bracket) {
    separate();
    text_ += bracket;
    ++depth_;
  }
  void close(char opening, char bracket);
  void new_line();
  void give(std::size_t kept);
  void separate();
  void tree(const Json& value);
  void string(std::string_view text);
  void signed_number(long long number);
  void unsigned_number(unsigned long long number);
  void real_number(double number);

  const Sink* sink_ = nullptr;
  std::size_t depth_ = 0;  ///< brackets that are open
  std::string text_;       ///< all of it, or what the sink did not get yet: never nothing, once something is there
};

/// A whole document, and a newline.
[[nodiscard]] std::string written(const Json& document);

}  // namespace rooflens::reports
