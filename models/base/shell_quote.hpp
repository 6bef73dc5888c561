// Text as a shell would take it back, for commands that people copy.
#pragma once

#include <string>
#include <string_view>

namespace rooflens::models {

/// The word itself if it needs no quotes, otherwise in single quotes.
[[nodiscard]] inline std::string shell_quote(std::string_view word) {
  constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=+:,./@%";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string_view::npos) return std::string(word);
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted + "'";
}

}  // namespace rooflens::models
