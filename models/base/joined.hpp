// Lists in words.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace rooflens::models {

/// "a, b, c and 4 more": at most `limit` of the items.
template <class Items>
[[nodiscard]] std::string joined(const Items& items, std::size_t limit) {
  std::string text;
  std::size_t count = 0;
  for (const std::string& item : items) {
    if (count == limit) return text + " and " + std::to_string(items.size() - limit) + " more";
    if (count++ > 0) text += ", ";
    text += item;
  }
  return text;
}

/// All of them, each as `text` has it: "a, b, c".
template <class Items, class Text = std::identity>
[[nodiscard]] std::string joined(const Items& items, std::string_view separator = ", ", Text text = {}) {
  std::string all;
  for (const auto& item : items) all.append(all.empty() ? "" : separator).append(std::invoke(text, item));
  return all;
}

}  // namespace rooflens::models
