// A whole recording into a session file.
#pragma once

#include <filesystem>

#include "models/record/recording.hpp"

namespace rooflens::cli {

/// check_writable(), and throws SessionError where another program has the session there open.
void check_session_writable(const std::filesystem::path& path, bool force);

/// Writes everything and the points, beside `path` first: the file there is either whole or what it was. Throws
/// SessionError, also when there is one already and `replace` is false.
void save_recording(const std::filesystem::path& path, const models::Recording& recording, bool replace);

}  // namespace rooflens::cli
