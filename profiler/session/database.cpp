#include "profiler/session/database.hpp"

#include <limits>
#include <new>

#include "models/base/utf8.hpp"

namespace rooflens::session {
namespace {

constexpr int kBusyTimeoutMilliseconds = 2000;

// A path as SQLite's URI syntax wants it: everything that could end or change the path is escaped.
std::string immutable_uri(const std::string& path) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string uri = "file:";
  for (const char c : path) {
    if (c == '%' || c == '?' || c == '#') {
      const auto byte = static_cast<unsigned char>(c);
      uri += {'%', kHex[byte >> 4], kHex[byte & 15]};
    } else {
      uri += c;
    }
  }
  return uri + "?immutable=1";
}

// Absolute, so that names like ":memory:" or "file:x" are files like any other.
std::string name_of(const std::filesystem::path& path, Database::Mode mode) {
  const std::string absolute = std::filesystem::absolute(path).string();
  return mode == Database::Mode::immutable ? immutable_uri(absolute) : absolute;
}

int flags_of(Database::Mode mode) {
  switch (mode) {
    case Database::Mode::read_write:
      return SQLITE_OPEN_READWRITE;
    case Database::Mode::read_only:
      return SQLITE_OPEN_READONLY;
    case Database::Mode::immutable:
      return SQLITE_OPEN_READONLY | SQLITE_OPEN_URI;
  }
  return SQLITE_OPEN_READONLY;
}

int length_of(std::string_view text) {
  if (text.size() > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
    throw SqliteError(SQLITE_TOOBIG, "text longer than 2 GiB");
  }
  return static_cast<int>(text.size());
}

}  // namespace

std::string_view SqliteValue::text() const {
  // The order matters: value_bytes() is the length of the text that value_text() made.
  const unsigned char* text = sqlite3_value_text(value_);
  const int length = sqlite3_value_bytes(value_);
  if (text) return {reinterpret_cast<const char*>(text), static_cast<std::size_t>(length)};
  if (type() != SQLITE_NULL) throw std::bad_alloc();
  return {};
}

Statement::Statement(sqlite3* database, std::string_view sql) {
  sqlite3_stmt* statement = nullptr;
  const int code = sqlite3_prepare_v2(database, sql.data(), length_of(sql), &statement, nullptr);
  statement_.reset(statement);
  if (code != SQLITE_OK) throw SqliteError(code, sqlite3_errmsg(database));
}

void Statement::require(int code) const {
  if (code != SQLITE_OK) throw SqliteError(code, sqlite3_errmsg(sqlite3_db_handle(statement_.get())));
}

void Statement::bind_integer(int parameter, std::int64_t value) {
  require(sqlite3_bind_int64(statement_.get(), parameter, value));
}

void Statement::bind_real(int parameter, double value) {
  require(sqlite3_bind_double(statement_.get(), parameter, value));
}

void Statement::bind_text(int parameter, std::string_view value) {
  if (!models::is_utf8(value)) {
    const std::string escaped = models::escape_invalid_utf8(value);
    require(sqlite3_bind_text(statement_.get(), parameter, escaped.data(), length_of(escaped), SQLITE_TRANSIENT));
    return;
  }
  require(sqlite3_bind_text(statement_.get(), parameter, value.data(), length_of(value), SQLITE_STATIC));
}

void Statement::bind_null(int parameter) { require(sqlite3_bind_null(statement_.get(), parameter)); }

bool Statement::step() {
  const int code = sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  const SqliteError error(code, sqlite3_errmsg(sqlite3_db_handle(statement_.get())));
  sqlite3_reset(statement_.get());
  throw error;
}

void Statement::run() {
  while (step()) {
  }
  reset();
}

void Statement::reset() { require(sqlite3_reset(statement_.get())); }

std::string Statement::column_name(int column) const {
  const char* name = sqlite3_column_name(statement_.get(), column);
  return name ? name : "?";
}

Database::Database(const std::filesystem::path& path, Mode mode) : Database(name_of(path, mode), flags_of(mode)) {}

Database::Database(const std::string& name, int flags) {
  // Otherwise SQLite counts the memory that it uses, under a lock for all threads.
  [[maybe_unused]] static const int without_count = sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
  sqlite3* handle = nullptr;
  const int code = sqlite3_open_v2(name.c_str(), &handle, flags | SQLITE_OPEN_EXRESCODE | SQLITE_OPEN_NOMUTEX, nullptr);
  handle_.reset(handle);
  if (code != SQLITE_OK) throw SqliteError(code, handle ? sqlite3_errmsg(handle) : "out of memory");
  sqlite3_busy_timeout(handle, kBusyTimeoutMilliseconds);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
}

Database Database::in_memory() { return Database(std::string(":memory:"), SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY); }

void Database::execute(const std::string& script) {
  const int code = sqlite3_exec(handle_.get(), script.c_str(), nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) throw SqliteError(code, sqlite3_errmsg(handle_.get()));
}

std::int64_t Database::integer(std::string_view sql) {
  Statement statement = prepare(sql);
  if (!statement.step()) throw SqliteError(SQLITE_ERROR, "no row where one was expected");
  return statement.integer(0);
}

void Database::copy_from(Database& other) {
  sqlite3_backup* backup = sqlite3_backup_init(handle_.get(), "main", other.handle_.get(), "main");
  if (!backup) throw SqliteError(sqlite3_errcode(handle_.get()), sqlite3_errmsg(handle_.get()));
  const int code = sqlite3_backup_step(backup, -1);
  sqlite3_backup_finish(backup);
  if (code != SQLITE_DONE) throw SqliteError(code, sqlite3_errstr(code));
}

Transaction::Transaction(Database& database) : database_(database) { database_.execute("BEGIN IMMEDIATE"); }

Transaction::~Transaction() {
  if (!open_) return;
  try {
    database_.execute("ROLLBACK");
  } catch (const SqliteError&) {
    // SQLite has rolled back by itself, as it does when the disk is full: that is what is wanted here.
  }
}

void Transaction::commit() {
  database_.execute("COMMIT");
  open_ = false;
}

}  // namespace rooflens::session
