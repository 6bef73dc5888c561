// Lists in words.
#pragma once

#include <set>
#include <string>

namespace rooflens::models {

/// "a, b, c and 4 more": at most `limit` of the items.
[[nodiscard]] inline std::string joined(const std::set<std::string>& items, std::size_t limit) {
  std::string text;
  std::size_t count = 0;
  for (const std::string& item : items) {
    if (count == limit) return text + " and " + std::to_string(items.size() - limit) + " more";
    if (count++ > 0) text += ", ";
    text += item;
  }
  return text;
}

}  // namespace rooflens::models
