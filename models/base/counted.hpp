// Numbers of things in words.
#pragma once

#include <string>
#include <string_view>

namespace rooflens::models {

/// "1 kernel", "7 kernels", "2 launches".
template <class Count>
[[nodiscard]] std::string counted(Count count, std::string_view word) {
  std::string text = std::to_string(count).append(" ").append(word);
  if (count == 1) return text;
  const bool hisses = word.ends_with("s") || word.ends_with("ch") || word.ends_with("sh") || word.ends_with("x");
  return text + (hisses ? "es" : "s");
}

}  // namespace rooflens::models
