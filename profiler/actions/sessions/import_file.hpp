// What Nsight Compute counted, from its report or a table of it, as a session.
#pragma once

#include <filesystem>

#include "models/record/recording.hpp"
#include "models/roofs/board.hpp"
#include "profiler/actions/listener.hpp"

namespace rooflens::actions {

struct ImportRequest {
  std::filesystem::path input;
  std::filesystem::path output;
  const models::Board* board = nullptr;  ///< that ncu ran on, for what a table does not tell of it; may be null
  bool force = false;
};

/// What was written. `listener` hears what is to be known of it. Throws CommandError for what cannot be read, and where
/// a report needs an ncu that is not there.
[[nodiscard]] models::Recording import_file(const ImportRequest& request, Listener& listener);

}  // namespace rooflens::actions
