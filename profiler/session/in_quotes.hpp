// A name of a session in a message.
#pragma once

#include <fmt/core.h>

#include <string>
#include <string_view>

#include "models/base/utf8.hpp"

namespace rooflens::session {

/// "'reduction/sequential'", short enough for a message even where a template name has thousands of characters.
[[nodiscard]] inline std::string in_quotes(std::string_view text) {
  constexpr std::size_t kLongest = 120;
  const std::string name = models::as_utf8(text);
  if (name.size() <= kLongest) return fmt::format("'{}'", name);
  std::size_t end = kLongest;
  while (models::continues_utf8(name, end)) --end;  // not within a character
  return fmt::format("'{}...'", std::string_view(name).substr(0, end));
}

}  // namespace rooflens::session
