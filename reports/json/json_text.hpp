// JSON written as text, value after value. The page of ten thousand kernels has millions of values: as a tree they
// would take most of the time and memory of the report.
#pragma once

#include <concepts>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace rooflens::reports {

/// JSON that is text already.
struct WrittenJson {
  std::string text;
};

/// Commas come by themselves; brackets are the caller's to close. Text has to be UTF-8: clean_utf8() makes it so.
class JsonText {
 public:
  void begin_object() { open('{'); }
  void end_object() { text_ += '}'; }
  void begin_array() { open('['); }
  void end_array() { text_ += ']'; }
  /// Of the next value. A plain word: it is not escaped.
  void key(std::string_view word);

  /// A number, a truth, text, JSON, or what an optional holds; null for what is absent and for numbers that are not
  /// finite.
  template <class Value>
  void value(const Value& value) {
    if constexpr (std::same_as<Value, WrittenJson>) {
      separate();
      text_ += value.text;
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
  }
  void separate();
  void string(std::string_view text);
  void signed_number(long long number);
  void unsigned_number(unsigned long long number);
  void real_number(double number);

  std::string text_;
};

}  // namespace rooflens::reports
