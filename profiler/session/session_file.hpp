// The file itself: making a new one at a path without losing what is there before its successor exists.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "profiler/session/database.hpp"
#include "profiler/session/session.hpp"

namespace rooflens::session {

/// The path of a file that SQLite keeps beside a database: suffix "-wal", "-shm" or "-journal".
[[nodiscard]] inline std::filesystem::path companion_of(const std::filesystem::path& path, std::string_view suffix) {
  return path.string() + std::string(suffix);
}

/// Puts a database that `fill` has filled at `path`. It is made under another name and renamed, so that an old file is
/// there until the new one is whole. Throws SessionError when the path exists (IfExists::refuse), is not a regular file
/// or a link to one, or cannot be written. A link is replaced, never followed.
void make_session_file(const std::filesystem::path& path, Writer::IfExists if_exists,
                       const std::function<void(Database&)>& fill);

}  // namespace rooflens::session
