// Opens an existing session for reading: finds out what the path is, how it can be read without being touched, and
// which format it has.
#pragma once

#include <filesystem>
#include <future>
#include <memory>
#include <optional>
#include <utility>

#include "profiler/session/database.hpp"
#include "profiler/session/digest.hpp"
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

/// A session open for reading, of the format asked for. Where it is read in place and nobody writes to it, other
/// threads look for damage and compute the digest meanwhile, with connections of their own; the one that finds damage
/// ends what these connections are doing.
struct SourceFile {
  std::optional<TemporaryFolder>
      copy;  ///< holds the file that is read, where reading in place would have changed things
  Database database;
  std::optional<Database> beside{};      ///< the same for another thread, where nobody writes to the file
  std::unique_ptr<Database> digested{};  ///< and for the one that computes the digest
  std::future<void> check{};
  std::future<std::optional<bool>> altered{};  ///< not valid where `database` itself has to be asked

  /// Waits for the check and throws what it found. What was read counts only when this has returned.
  void require_sound() {
    if (check.valid()) check.get();
  }
  /// Whether it is still what was recorded: see digest.hpp. To be asked once, in the transaction that reads the rest.
  [[nodiscard]] std::optional<bool> is_altered() {
    return altered.valid() ? altered.get() : session::is_altered(database);
  }
};

/// Throws SessionError for what is not a file, SqliteError or InvalidContents for what SQLite finds.
[[nodiscard]] SourceFile open_source(const std::filesystem::path& path, const Format& format);

}  // namespace rooflens::session
