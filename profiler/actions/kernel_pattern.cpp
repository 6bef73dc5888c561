#include "profiler/actions/kernel_pattern.hpp"

#include <optional>
#include <regex>
#include <string_view>

#include "profiler/actions/command_error.hpp"

namespace rooflens::actions {
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
void check_kernel_pattern(const std::string& option, const std::string& pattern) {
  const auto trouble = regex_trouble(pattern);
  if (!trouble) return;
  std::size_t sound = pattern.size();
  while (sound > 0 && regex_trouble(pattern.substr(0, sound))) --sound;
  const std::string rest = pattern.substr(sound);
  const bool repeats = rest.starts_with('*') || rest.starts_with('+') || rest.starts_with('?');
  throw usage_error(option + " takes a regular expression; `" + pattern + "` goes wrong at character " +
                        std::to_string(sound + 1) + ", from `" + rest +
                        "` on: " + (repeats ? "there is nothing before it to repeat" : *trouble),
                    repeats ? "what a shell calls * is .* here; a part of the name is enough"
                            : "a backslash before one of ( ) [ ] { } * + ? . ^ $ | makes it stand for itself");
}

std::string pattern_of_printed_name(const std::string& name) {
  constexpr std::string_view kLeftOut = "…";
  constexpr std::string_view kSpecial = R"(\^$.|?*+()[]{})";
  std::string pattern;
  for (std::size_t i = 0; i < name.size();) {
    if (name.compare(i, kLeftOut.size(), kLeftOut) == 0) {
      pattern += ".*";
      i += kLeftOut.size();
      continue;
    }
    if (kSpecial.find(name[i]) != std::string_view::npos) pattern += '\\';
    pattern += name[i++];
  }
  return pattern;
}

std::string matching_pattern(const std::string& option, std::string typed,
                             const std::function<bool(const std::string& pattern)>& matches) {
  for (const std::string& pattern : {typed, pattern_of_printed_name(typed)}) {
    if (!regex_trouble(pattern) && matches(pattern)) return pattern;
  }
  check_kernel_pattern(option, typed);
  throw usage_error("no kernel's name matches `" + typed + "`", "`rooflens report SESSION` lists the kernels");
}

}  // namespace rooflens::actions
