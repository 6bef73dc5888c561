// A session from Nsight Compute's raw page as CSV: one observation for each kernel (name, grid, block and dynamic
// shared memory, GPU and process), whose counters are means over its launches.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "models/record/recording.hpp"

namespace rooflens::imports {

struct NcuImport {
  models::Recording recording;  ///< observations without a name (Observation::name) are to be named by their function
  std::vector<std::string> notes;  ///< what could not be read, each with its line
};

/// Throws ImportError where `text` is no such table, or none of its rows can be read.
[[nodiscard]] NcuImport import_ncu(std::string_view text);

}  // namespace rooflens::imports
