#include "profiler/cli/options/numbers.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <string_view>
#include <system_error>

#include "models/base/number_in.hpp"
#include "profiler/cli/options/option_table.hpp"

namespace rooflens::cli {
namespace {

constexpr int kMostGpus = 1024;

}  // namespace

std::int64_t parse_count(const std::string& option, const std::string& text) {
  std::int64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  const std::string_view suffix(rest, static_cast<std::size_t>(end - rest));
  int shift = suffix.empty() ? 0 : suffix == "Ki" ? 10 : suffix == "Mi" ? 20 : suffix == "Gi" ? 30 : -1;
  if (error == std::errc::invalid_argument || shift < 0) {
    throw usage_error(option + " takes a whole number (suffixes Ki, Mi, Gi), not `" + text + "`");
  }
  const std::int64_t limit = std::numeric_limits<std::int64_t>::max() >> shift;
  if (error == std::errc::result_out_of_range || value > limit || value < -limit) {
    throw usage_error(option + ": " + text + " is too large");
  }
  return value * (std::int64_t{1} << shift);
}

std::int64_t parse_between(const std::string& option, const std::string& text, std::int64_t low, std::int64_t high) {
  const std::int64_t value = parse_count(option, text);
  if (value >= low && value <= high) return value;
  throw usage_error(option + " takes a number from " + std::to_string(low) +
                    (high == kUnbounded ? " up" : " to " + std::to_string(high)) + ", not " + text);
}

int parse_gpu(const std::string& text) { return static_cast<int>(parse_between("--gpu", text, 0, kMostGpus)); }

std::vector<int> parse_gpus(const std::string& text) {
  std::vector<int> gpus;
  for (const std::string& part : split(text, ',')) {
    const int gpu = models::number_in<int>(part).value_or(-1);
    if (gpu < 0 || gpu > kMostGpus) {
      throw usage_error("--gpu takes numbers of GPUs such as 0,2, not `" + text + "`",
                        "`rooflens devices` lists the GPUs, `rooflens report` those of a session");
    }
    if (std::find(gpus.begin(), gpus.end(), gpu) == gpus.end()) gpus.push_back(gpu);
  }
  return gpus;
}

}  // namespace rooflens::cli
