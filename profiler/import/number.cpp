#include "profiler/import/number.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

namespace rooflens::imports {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

// The text without separators; nothing where one stands in no place for one ("1,23" may be a decimal comma).
std::optional<std::string> without_separators(std::string_view text) {
  if (text.find(',') == std::string_view::npos) return std::string(text);
  const std::size_t sign = text.starts_with('-') ? 1 : 0;
  std::size_t digits = 0;  // since the last separator
  bool separated = false;
  std::size_t i = sign;
  for (; i < text.size() && (is_digit(text[i]) || text[i] == ','); ++i) {
    if (is_digit(text[i])) {
      ++digits;
      continue;
    }
    if (separated ? digits != 3 : digits < 1 || digits > 3) return std::nullopt;
    separated = true;
    digits = 0;
  }
  if (digits != 3 || text.find(',', i) != std::string_view::npos) return std::nullopt;
  std::string plain;
  std::copy_if(text.begin(), text.end(), std::back_inserter(plain), [](char c) { return c != ','; });
  return plain;
}

struct Word {
  std::string_view word;
  double factor;
};
constexpr std::array kPrefixes{Word{"K", 1e3}, Word{"k", 1e3},  Word{"M", 1e6},
                               Word{"G", 1e9}, Word{"T", 1e12}, Word{"P", 1e15}};
constexpr std::array kScaled{"byte", "B", "hz", "Hz", "cycle", "inst", "sector", "request", "thread", "warp", "bit"};
constexpr std::array kSeconds{Word{"second", 1}, Word{"msecond", 1e-3}, Word{"usecond", 1e-6}, Word{"nsecond", 1e-9},
                              Word{"s", 1},      Word{"ms", 1e-3},      Word{"us", 1e-6},      Word{"ns", 1e-9},
                              Word{"sec", 1},    Word{"msec", 1e-3},    Word{"usec", 1e-6},    Word{"nsec", 1e-9}};

std::optional<double> in_seconds(std::string_view word) {
  for (const Word& entry : kSeconds) {
    if (entry.word == word) return entry.factor;
  }
  return std::nullopt;
}

std::optional<double> count_factor(std::string_view word) {
  for (const Word& prefix : kPrefixes) {
    if (!word.starts_with(prefix.word)) continue;
    const std::string_view rest = word.substr(prefix.word.size());
    if (std::find(kScaled.begin(), kScaled.end(), rest) != kScaled.end()) return prefix.factor;
    const bool looks_scaled = prefix.word != "k" && !rest.empty() && rest.front() >= 'a' && rest.front() <= 'z';
    if (looks_scaled) return std::nullopt;
  }
  return 1;
}

}  // namespace

std::optional<double> read_number(std::string_view text) {
  text = trimmed(text);
  if (const std::size_t instances = text.find(" ("); instances != std::string_view::npos && text.ends_with(')')) {
    text = text.substr(0, instances);
  }
  const auto plain = without_separators(text);
  if (!plain || plain->empty()) return std::nullopt;
  const auto value = models::number_in<double>(*plain);
  return value && std::isfinite(*value) ? value : std::nullopt;
}

std::optional<double> unit_factor(std::string_view unit) {
  constexpr double kNanoseconds = 1e9;
  double factor = 1;
  bool below = false;
  for (std::size_t at = 0; at <= unit.size(); below = true) {
    const std::size_t slash = std::min(unit.find('/', at), unit.size());
    const std::string_view word = trimmed(unit.substr(at, slash - at));
    if (const auto seconds = in_seconds(word)) {
      factor = below ? factor / *seconds : factor * std::round(*seconds * kNanoseconds);
    } else {
      const auto count = count_factor(word);
      if (!count) return std::nullopt;
      factor = below ? factor / *count : factor * *count;
    }
    at = slash + 1;
  }
  return factor;
}

bool is_time_unit(std::string_view unit) { return in_seconds(trimmed(unit)).has_value(); }

}  // namespace rooflens::imports
