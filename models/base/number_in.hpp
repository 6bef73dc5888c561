// A text that is a number from its first character to its last.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace rooflens::models {

/// Nothing for other texts, and for numbers that the type does not hold.
template <class Number>
[[nodiscard]] std::optional<Number> number_in(std::string_view text) {
  Number value{};
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && rest == end ? std::optional(value) : std::nullopt;
}

}  // namespace rooflens::models
