#include "profiler/session/source_file.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "models/base/shell_quote.hpp"
#include "profiler/session/failure.hpp"
#include "profiler/session/schema.hpp"
#include "profiler/session/session_file.hpp"

namespace rooflens::session {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSqliteMagic("SQLite format 3\0", 16);
constexpr std::size_t kHeaderSize = 100;  // a shorter file is an empty database to SQLite

// Who leaves out the ending means the session.
std::string where_else(const fs::path& path) {
  fs::path with_ending = path;
  with_ending += ".rlens";
  std::error_code error;
  if (fs::is_regular_file(with_ending, error)) return fmt::format("did you mean '{}'?", with_ending.string());
  return "check the path; `rooflens profile` and `rooflens run` record sessions, where there is a GPU";
}

void require_regular_file(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  switch (status.type()) {
    case fs::file_type::regular:
      return;
    case fs::file_type::not_found:
      throw SessionError(fmt::format("session '{}' does not exist", path.string()), where_else(path));
    case fs::file_type::directory:
      throw SessionError(fmt::format("'{}' is a directory, not a session", path.string()),
                         "give the path of a session file (*.rlens) in it");
    case fs::file_type::none:
      throw explain_errno(path, "open", error.value());
    default:
      throw SessionError(fmt::format("'{}' is not a regular file", path.string()), "give the path of a session file");
  }
}

// The first bytes tell apart what SQLite would call by one name.
void require_sqlite_header(const fs::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) {
    throw SessionError(
        fmt::format("cannot read session '{}': {}", path.string(), std::generic_category().message(errno)),
        "check that you may read the file");
  }
  std::array<char, kHeaderSize> head{};
  const ssize_t length = ::read(descriptor, head.data(), head.size());
  const int error = errno;
  ::close(descriptor);
  if (length < 0) throw SqliteError(SQLITE_IOERR, std::generic_category().message(error));
  if (length == 0) {
    throw SessionError(fmt::format("session '{}' is empty", path.string()),
                       "the run or the copy that should have filled it did not finish; record or copy again");
  }
  const std::string_view seen(head.data(), static_cast<std::size_t>(length));
  if (path.extension() == ".csv") {
    throw SessionError(fmt::format("'{}' is a table, not a session", path.string()),
                       fmt::format("`rooflens import {} -o FILE.rlens` makes a session of Nsight Compute's raw page as "
                                   "CSV",
                                   models::shell_quote(path.string())));
  }
  if (!kSqliteMagic.starts_with(seen.substr(0, kSqliteMagic.size()))) {
    throw SqliteError(SQLITE_NOTADB, "the file does not begin as an SQLite file does");
  }
  if (seen.size() < kHeaderSize) throw SqliteError(SQLITE_CORRUPT, "the file ends within its header");
}

bool has_content(const fs::path& path) {
  std::error_code error;
  const auto size = fs::file_size(path, error);
  return !error && size > 0;
}

void copy_into(const fs::path& from, const fs::path& to) {
  std::error_code error;
  fs::copy_file(from, to, error);
  if (error) {
    throw SessionError(fmt::format("cannot copy '{}' to '{}': {}", from.string(), to.string(), error.message()),
                       "its -wal file can only be read on a copy; set TMPDIR to a directory with enough space");
  }
}

// A killed run leaves a -wal (or, killed at the very end, a -journal), which SQLite can only use where it may write.
SourceFile open_copy(const fs::path& path) {
  TemporaryFolder folder;
  const fs::path copy = folder.path() / "session.rlens";
  copy_into(path, copy);
  for (const std::string_view suffix : {"-wal", "-journal"}) {
    const fs::path companion = companion_of(path, suffix);
    if (has_content(companion)) copy_into(companion, companion_of(copy, suffix));
  }
  Database database(copy, Database::Mode::read_write);
  return {.copy = std::move(folder), .database = std::move(database)};
}

// SQLite reads what is missing from the last page as zeros.
void require_whole_pages(const fs::path& path, Database& database) {
  const std::int64_t size = database.integer("PRAGMA page_count") * database.integer("PRAGMA page_size");
  if (!std::cmp_less(fs::file_size(path), size)) return;
  throw SqliteError(SQLITE_CORRUPT, fmt::format("{} bytes are missing at its end",
                                                size - static_cast<std::int64_t>(fs::file_size(path))));
}

// All but the two of most rows: read_observations() looks up the kernel of each of those, and says the same.
std::vector<std::string> tables_with_references(Database& database) {
  std::vector<std::string> tables;
  Statement select = database.prepare(
      "SELECT '\"' || replace(name, '\"', '\"\"') || '\"' FROM sqlite_schema WHERE type = 'table' AND name NOT IN "
      "('counter', 'duration')");
  while (select.step()) tables.emplace_back(select.text(0));
  return tables;
}

// SQLite ignores CHECK constraints where it may not write; validate.hpp is what says the same here.
void look_for_damage(Database& database) {
  Statement check = database.prepare("PRAGMA quick_check(1)");
  if (!check.step()) throw SqliteError(SQLITE_CORRUPT, "quick_check says nothing");
  const std::string verdict(check.text(0));
  if (verdict != "ok") throw SqliteError(SQLITE_CORRUPT, verdict);
  for (const std::string& table : tables_with_references(database)) {
    Statement references = database.prepare(fmt::format("PRAGMA foreign_key_check({})", table));
    if (references.step()) throw InvalidContents(astray(references.text(0), references.text(2)));
  }
}

// Checking takes about as long as reading. Where no thread is to be had, it happens when it is waited for.
std::future<void> look_for_damage_meanwhile(const fs::path& file, const SourceFile& source) {
  return std::async([file, stop = source.database.interrupter(), stop_beside = source.beside->interrupter(),
                     stop_digest = source.digested->interrupter()] {
    try {
      Database database(file, Database::Mode::immutable);
      look_for_damage(database);
    } catch (...) {
      stop();
      stop_beside();
      stop_digest();
      throw;
    }
  });
}

bool is_writable(const fs::path& path) { return ::access(path.c_str(), W_OK) == 0; }

SourceFile open_untouched(const fs::path& path) {
  // SQLite looks for companions beside the file itself, not beside a link to it.
  const fs::path file = fs::canonical(path);
  const fs::path shm = companion_of(file, "-shm");
  if (has_content(companion_of(file, "-journal"))) return open_copy(file);
  // A -shm means a run that was killed or is still writing: with locks, where SQLite may take them.
  if (fs::exists(shm) && is_writable(shm) && is_writable(file.parent_path())) {
    return {.copy = std::nullopt, .database = Database(file, Database::Mode::read_only)};
  }
  if (has_content(companion_of(file, "-wal"))) return open_copy(file);
  SourceFile source{.copy = std::nullopt, .database = Database(file, Database::Mode::immutable)};
  source.beside.emplace(file, Database::Mode::immutable);
  source.digested = std::make_unique<Database>(file, Database::Mode::immutable);
  require_whole_pages(file, source.database);
  return source;
}

void require_known_format(const fs::path& path, std::int64_t version, const Format& format) {
  if (version > format.version) {
    throw SessionError(fmt::format("session '{}' has format {}, this rooflens reads up to format {}", path.string(),
                                   version, format.version),
                       "update rooflens");
  }
  if (version < 1) throw InvalidContents(fmt::format("its format version is {}", version));
}

}  // namespace

TemporaryFolder::TemporaryFolder() {
  std::error_code error;
  std::string name = (fs::temp_directory_path(error) / "rooflens-XXXXXX").string();
  if (error || !::mkdtemp(name.data())) {
    throw SessionError(fmt::format("cannot make a temporary directory '{}'", name),
                       "the session can only be read on a copy; set TMPDIR to a directory that you may write to");
  }
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
}

SourceFile open_source(const fs::path& path, const Format& format) {
  require_regular_file(path);
  require_sqlite_header(path);
  SourceFile source = open_untouched(path);
  if (source.database.integer("PRAGMA application_id") != kApplicationId) {
    throw SessionError(fmt::format("'{}' is an SQLite file, but not a rooflens session", path.string()),
                       "give the path of a file that rooflens wrote (*.rlens)");
  }
  const std::int64_t version = source.database.integer("PRAGMA user_version");
  require_known_format(path, version, format);
  if (source.beside && version == format.version) {
    source.check = look_for_damage_meanwhile(fs::canonical(path), source);
    source.altered = std::async([own = source.digested.get()] { return is_altered(*own); });
    return source;
  }
  look_for_damage(source.database);
  if (version == format.version) return source;
  SourceFile migrated{.copy = std::nullopt, .database = Database::in_memory()};
  std::promise<std::optional<bool>> altered;
  altered.set_value(is_altered(source.database));
  migrated.altered = altered.get_future();
  migrated.database.copy_from(source.database);
  migrate(migrated.database, static_cast<int>(version), format);
  return migrated;
}

}  // namespace rooflens::session
