// A session from Nsight Compute's raw page as CSV: one observation for each kernel (name, grid, block and dynamic
// shared memory, GPU and process), whose counters are means over its launches.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "models/record/recording.hpp"
#include "models/roofs/board.hpp"

namespace rooflens::imports {

struct NcuImport {
  models::Recording recording;  ///< observations without a name (Observation::name) are to be named by their function
  std::vector<std::string> notes;  ///< what could not be read, each with its line
};

/// `board`: whose data sheet tells what the table does not tell of its GPUs; null: nothing does. Throws ImportError
/// where `text` is no such table, none of its rows can be read, or it is of another board.
[[nodiscard]] NcuImport import_ncu(std::string_view text, const models::Board* board = nullptr);

}  // namespace rooflens::imports
