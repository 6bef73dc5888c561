// Values of a parameter, written as a range: "n=2^16..2^28", "n=1000..8000:1000", "block=32,64,128".
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace rooflens::cli {

struct Sweep {
  std::string name;
  std::vector<std::int64_t> values;  ///< in the order they were written, each once
};

/// One argument of --sweep. Between commas stand numbers or ranges; A..B doubles from a power of two to another,
/// A..B:STEP adds, and ends at the last value that is not beyond B. Throws CommandError (kUsage), also for more than
/// kMostProblems values.
[[nodiscard]] Sweep parse_sweep(const std::string& text);

}  // namespace rooflens::cli
