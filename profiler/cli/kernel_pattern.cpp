#include "profiler/cli/kernel_pattern.hpp"

#include <optional>
#include <regex>

#include "profiler/cli/error.hpp"

namespace rooflens::cli {
namespace {

std::optional<std::string> regex_trouble(const std::string& pattern) {
  try {
    const std::regex compiled(pattern, std::regex::ECMAScript);
    return std::nullopt;
  } catch (const std::regex_error& error) {
    return error.what();
  }
}

}  // namespace

// The library does not say where a pattern goes wrong: behind its longest part that is sound by itself.
void check_kernel_pattern(const std::string& pattern) {
  const auto trouble = regex_trouble(pattern);
  if (!trouble) return;
  std::size_t sound = pattern.size();
  while (sound > 0 && regex_trouble(pattern.substr(0, sound))) --sound;
  throw usage_error("--kernel takes a regular expression; `" + pattern + "` goes wrong at character " +
                        std::to_string(sound + 1) + ", from `" + pattern.substr(sound) + "` on: " + *trouble,
                    "a backslash before one of ( ) [ ] { } * + ? . ^ $ | makes it stand for itself");
}

}  // namespace rooflens::cli
