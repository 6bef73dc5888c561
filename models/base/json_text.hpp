// The writer of all JSON: value after value as text, on one line or for people to read. A report of ten thousand
// kernels has millions of values: as a tree they would take most of its time and memory.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace rooflens::models {

/// Takes the next bytes of a document.
using Sink = std::function<void(std::string_view)>;

/// JSON that is text already.
struct WrittenJson {
  std::string text;
};

/// A value of nlohmann's library, of which this room knows nothing else.
template <class Value>
concept JsonTree = requires(const Value& value) {
  value.is_number_float();
  value.items();
};

/// Commas come by themselves; brackets are the caller's to close. Bytes that are not UTF-8 become U+FFFD.
class JsonText {
 public:
  /// On one line; take() gives it.
  JsonText() = default;
  /// Indented by two. The sink gets it in pieces.
  explicit JsonText(const Sink& sink) : sink_(&sink) {}

  void begin_object() { open('{'); }
  void end_object() { close('{', '}'); }
  void begin_array() { open('['); }
  void end_array() { close('[', ']'); }
  /// Of the next value.
  void key(std::string_view word);
  /// All keys of an object, into the one that is open.
  void members(const JsonTree auto& object) {
    for (const auto& [word, held] : object.items()) member(word, held);
  }
  /// Gives the sink what it did not get yet, and a newline.
  void finish();

  /// A number, a truth, text, JSON, or what an optional holds; null for what is absent and for numbers that are not
  /// finite.
  template <class Value>
  void value(const Value& value) {
    if constexpr (std::same_as<Value, WrittenJson>) {
      separate();
      text_ += value.text;
    } else if constexpr (JsonTree<Value>) {
      tree(value);
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
  void string(std::string_view text);
  void signed_number(long long number);
  void unsigned_number(unsigned long long number);
  void real_number(double number);

  template <JsonTree Tree>
  void tree(const Tree& held) {
    if (held.is_object()) {
      begin_object();
      members(held);
      end_object();
    } else if (held.is_array()) {
      begin_array();
      for (const Tree& element : held) tree(element);
      end_array();
    } else if (held.is_string()) {
      string(held.template get_ref<const std::string&>());
    } else if (held.is_boolean()) {
      value(held.template get<bool>());
    } else if (held.is_number_float()) {
      real_number(held.template get<double>());
    } else if (held.is_number_unsigned()) {
      unsigned_number(held.template get<std::uint64_t>());
    } else if (held.is_number_integer()) {
      signed_number(held.template get<std::int64_t>());
    } else {
      value(nullptr);
    }
  }

  const Sink* sink_ = nullptr;
  std::size_t depth_ = 0;  ///< brackets that are open
  std::string text_;       ///< all of it, or what the sink did not get yet: never nothing, once something is there
};

/// On one line, without a newline.
[[nodiscard]] std::string json_line(const JsonTree auto& tree) {
  JsonText to;
  to.value(tree);
  return to.take();
}

/// A whole document for people, and a newline.
[[nodiscard]] std::string written(const JsonTree auto& document) {
  std::string text;
  const Sink sink = [&text](std::string_view piece) { text += piece; };
  JsonText to(sink);
  to.value(document);
  to.finish();
  return text;
}

}  // namespace rooflens::models
