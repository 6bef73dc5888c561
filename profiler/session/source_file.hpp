// Opens an existing session for reading: finds out what the path is, how it can be read without being touched, and
// which format it has.
#pragma once

#include <filesystem>
#include <future>
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

/// A session open for reading, of the format asked for. Where it is read in place and nobody writes to it, another
/// thread looks for damage meanwhile, with a connection of its own, and ends what these connections are doing when it
/// finds some.
struct SourceFile {
  std::optional<TemporaryFolder>
      copy;  ///< holds the file that is read, where reading in place would have changed things
  Database database;
  std::optional<Database> beside{};  ///< the same for another thread, where nobody writes to the file
  std::future<void> check{};

  /// Waits for the check and throws what it found. What was read counts only when this has returned.
  void require_sound() {
    if (check.valid()) check.get();
  }
};

/// Throws SessionError for what is not a file, SqliteError or Contradiction for what SQLite finds.
[[nodiscard]] SourceFile open_source(const std::filesystem::path& path, const Format& format);

}  // namespace rooflens::session
