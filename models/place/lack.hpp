// Which counters something would have needed, and why they are not there.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rooflens::models {

struct TrustedCounters;

struct Lack {
  std::vector<std::string> counters;  ///< with their passes where they were collected
  std::string reason;                 ///< "not collected", "contradictory", "zero", or several of them
};

/// Of counters that give nothing to calculate with.
[[nodiscard]] Lack lack_of(const TrustedCounters& kernel, const std::vector<std::string_view>& counters);

}  // namespace rooflens::models
