#include "profiler/cli/run/sweep.hpp"

#include <algorithm>
#include <bit>
#include <set>

#include "profiler/actions/run/run_request.hpp"
#include "profiler/cli/options/numbers.hpp"
#include "profiler/cli/options/streams.hpp"

namespace rooflens::cli {
namespace {

constexpr std::int64_t kLargestExponent = 62;

// What is being parsed, for the words of errors.
struct Item {
  std::string option;  // "--sweep n"
  std::string name;
  std::string text;  // "1000..8000:1000"
};

// "2^20", or what every count may look like.
std::int64_t parse_number(const Item& item, const std::string& text) {
  if (!text.starts_with("2^")) return parse_count(item.option, text);
  return std::int64_t{1} << parse_between(item.option + ", exponent of 2", text.substr(2), 0, kLargestExponent);
}

bool is_power_of_two(std::int64_t value) { return value > 0 && std::has_single_bit(static_cast<std::uint64_t>(value)); }

std::vector<std::int64_t> doubled(const Item& item, std::int64_t first, std::int64_t last) {
  if (!is_power_of_two(first) || !is_power_of_two(last)) {
    throw usage_error(item.option + " has no step: " + item.text + " doubles only from a power of two to another",
                      "give one, as in `--sweep " + item.name + "=1000..8000:1000`");
  }
  std::vector<std::int64_t> values{first};
  while (values.back() < last) values.push_back(2 * values.back());
  return values;
}

std::vector<std::int64_t> stepped(const Item& item, std::int64_t first, std::int64_t last, std::int64_t step) {
  if (step <= 0) {
    throw usage_error(item.option + " takes a step of at least 1, not " + std::to_string(step) + " as in " + item.text);
  }
  // Unsigned: the distance of two values may be more than a signed number holds.
  const std::uint64_t steps =
      (static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(first)) / static_cast<std::uint64_t>(step);
  if (steps >= actions::kMostProblems) {
    throw usage_error(
        item.option + " has more than " + std::to_string(actions::kMostProblems) + " values: " + item.text,
        "take larger steps; from a power of two to another, `--sweep " + item.name + "=2^16..2^28` doubles");
  }
  std::vector<std::int64_t> values;
  for (std::uint64_t i = 0; i <= steps; ++i) {
    values.push_back(
        static_cast<std::int64_t>(static_cast<std::uint64_t>(first) + i * static_cast<std::uint64_t>(step)));
  }
  return values;
}

std::vector<std::int64_t> parse_item(const Item& item) {
  const std::size_t dots = item.text.find("..");
  if (dots == std::string::npos) return {parse_number(item, item.text)};
  const std::size_t colon = std::min(item.text.find(':', dots), item.text.size());
  const std::int64_t first = parse_number(item, item.text.substr(0, dots));
  const std::int64_t last = parse_number(item, item.text.substr(dots + 2, colon - dots - 2));
  if (first > last) {
    throw usage_error(item.option + " goes downwards: " + item.text, "write the smaller end first");
  }
  if (colon == item.text.size()) return doubled(item, first, last);
  return stepped(item, first, last, parse_number(item, item.text.substr(colon + 1)));
}

}  // namespace

Sweep parse_sweep(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
    throw usage_error("--sweep takes NAME=A..B, NAME=A..B:STEP or NAME=VALUE,VALUE, not `" + text + "`",
                      "for example --sweep n=2^16..2^28, --sweep n=1000..8000:1000 or --sweep block=32,64,128");
  }
  Sweep sweep{text.substr(0, equals), {}};
  std::set<std::int64_t> seen;
  std::size_t begin = equals + 1;
  while (begin <= text.size()) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const Item item{"--sweep " + sweep.name, sweep.name, text.substr(begin, end - begin)};
    for (const std::int64_t value : parse_item(item)) {
      if (!seen.insert(value).second) throw usage_error(item.option + " gives " + std::to_string(value) + " twice");
      sweep.values.push_back(value);
    }
    actions::check_problem_count(sweep.values.size());
    begin = end + 1;
  }
  return sweep;
}

}  // namespace rooflens::cli
