// Opens an existing session for reading: finds out what the path is, how it can be read without being touched, and
// which format it has.
#pragma once

#include <filesystem>
#include <optional>
#include <utility>

#include "profiler/session/database.hpp"
#include "profiler/session/migration.hpp"

namespace rooflens::session {

/// A folder of its own under the temporary folder, removed with everything in it.
class TemporaryFolder {
 public:
  TemporaryFolder();
  TemporaryFolder(TemporaryFolder&& other) noexcept : path_(std::exchange(other.path_, {})) {}
  TemporaryFolder& operator=(TemporaryFolder&&) = delete;
  ~TemporaryFolder();
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// A session open for reading, sound as far as SQLite can tell and of the format asked for.
struct SourceFile {
  std::optional<TemporaryFolder>
      copy;  ///< holds the file that is read, where reading in place would have changed things
  Database database;
};

/// Throws SessionError for what is not a file, SqliteError or Contradiction for what SQLite finds.
[[nodiscard]] SourceFile open_source(const std::filesystem::path& path, const Format& format);

}  // namespace rooflens::session
