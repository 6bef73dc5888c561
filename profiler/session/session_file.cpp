#include "profiler/session/session_file.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "profiler/session/failure.hpp"

namespace rooflens::session {
namespace {

namespace fs = std::filesystem;

/// A file that disappears again unless it is kept.
class NewFile {
 public:
  /// Fails if anything is at `path`; `meant` is the name for messages.
  NewFile(fs::path path, const fs::path& meant) : path_(std::move(path)) {
    const int descriptor = ::open(path_.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
    if (descriptor < 0) throw explain_errno(meant, "create", errno);
    ::close(descriptor);
  }
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;
  ~NewFile() {
    if (kept_) return;
    std::error_code ignored;
    for (const std::string_view suffix : {"", "-journal"}) fs::remove(companion_of(path_, suffix), ignored);
  }
  void keep() { kept_ = true; }
  [[nodiscard]] const fs::path& path() const { return path_; }

 private:
  fs::path path_;
  bool kept_ = false;
};

SessionError exists_error(const fs::path& path) {
  return {fmt::format("'{}' already exists", path.string()), "choose another name, or ask for it to be replaced"};
}

void require_replaceable(const fs::path& path) {
  std::error_code error;
  const fs::file_status own = fs::symlink_status(path, error);
  if (own.type() == fs::file_type::not_found) return;
  if (own.type() == fs::file_type::none) throw explain_errno(path, "create", error.value());
  const fs::file_status target = fs::status(path, error);
  if (target.type() == fs::file_type::directory) {
    throw SessionError(fmt::format("'{}' is a directory", path.string()), "give the name of a file in it");
  }
  const bool dangling_link = target.type() == fs::file_type::not_found;
  if (target.type() != fs::file_type::regular && !dangling_link) {
    throw SessionError(fmt::format("'{}' is not a regular file", path.string()), "a session cannot be written there");
  }
}

// What a killed run left beside the old file would be taken for part of the new one.
void remove_companions(const fs::path& path) {
  for (const std::string_view suffix : {"-wal", "-shm", "-journal"}) {
    std::error_code error;
    const fs::path companion = companion_of(path, suffix);
    fs::remove(companion, error);
    if (error) throw explain_errno(companion, "replace", error.value());
  }
}

// SQLite's locks are on bytes behind the first gigabyte, which no page holds (PENDING_BYTE, RESERVED_BYTE and 510
// shared ones in its os.h). Whoever has a -wal open holds a shared one, whether it is writing or not.
bool is_open_elsewhere(const fs::path& path) {
  std::error_code error;
  if (!fs::is_regular_file(fs::symlink_status(path, error))) return false;  // a link is replaced, never followed
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return false;
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  lock.l_start = 0x40000000;
  lock.l_len = 512;
  const bool known = ::fcntl(descriptor, F_GETLK, &lock) == 0;
  ::close(descriptor);
  return known && lock.l_type != F_UNLCK;
}

}  // namespace

void require_unused(const fs::path& path) {
  if (!is_open_elsewhere(path)) return;
  throw SessionError(
      fmt::format("session '{}' is open in another program, perhaps in a run that still writes it", path.string()),
      "wait until that is done, or choose another name");
}

void make_way(const fs::path& path) {
  require_unused(path);
  remove_companions(path);
}

void make_session_file(const fs::path& path, Writer::IfExists if_exists, const std::function<void(Database&)>& fill) {
  if (!path.has_filename()) {
    throw SessionError(fmt::format("'{}' does not name a file", path.string()), "give the name of a session file");
  }
  require_replaceable(path);
  std::optional<NewFile> claim;  // holds the name against everybody else while the session is made
  if (if_exists == Writer::IfExists::refuse) {
    std::error_code error;
    if (fs::exists(fs::symlink_status(path, error))) throw exists_error(path);
    claim.emplace(path, path);
  }
  NewFile made(path.string() + fmt::format(".new-{}", ::getpid()), path);
  {
    Database database(made.path(), Database::Mode::read_write);
    fill(database);
  }
  make_way(path);
  std::error_code error;
  fs::rename(made.path(), path, error);
  if (error) throw explain_errno(path, "replace", error.value());
  made.keep();
  if (claim) claim->keep();
}

}  // namespace rooflens::session
