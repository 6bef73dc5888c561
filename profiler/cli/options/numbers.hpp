// Whole numbers as people type them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace rooflens::cli {

/// "4096", "64Ki", "2Mi", "1Gi" -> the number. Throws CommandError (kUsage), naming the option.
[[nodiscard]] std::int64_t parse_count(const std::string& option, const std::string& text);

/// A `high` that nobody types.
inline constexpr std::int64_t kUnbounded = std::int64_t{1} << 60;

/// The same, from `low` to `high`.
[[nodiscard]] std::int64_t parse_between(const std::string& option, const std::string& text, std::int64_t low,
                                         std::int64_t high);

/// The text of --gpu: "0", or "0,2" where several may be named. Each counts once. Throws CommandError (kUsage).
[[nodiscard]] int parse_gpu(const std::string& text);
[[nodiscard]] std::vector<int> parse_gpus(const std::string& text);

}  // namespace rooflens::cli
