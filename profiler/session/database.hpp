// SQLite behind three owning types: a connection, a prepared statement, a transaction. Values are bound, never written
// into SQL text. Every error is a SqliteError; failure.hpp turns it into words.
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

namespace rooflens::session {

/// What SQLite answered: its extended result code and its message.
class SqliteError : public std::runtime_error {
 public:
  SqliteError(int code, const std::string& message) : std::runtime_error(message), code_(code) {}
  /// The result code without its extension: SQLITE_FULL, SQLITE_CORRUPT, ...
  [[nodiscard]] int code() const { return code_ & 0xff; }

 private:
  int code_;
};

/// What a column of the current row holds; valid until the next step. Asked for once and then looked at: a connection
/// without a mutex may do so.
class SqliteValue {
 public:
  explicit SqliteValue(sqlite3_value* value) : value_(value) {}
  /// SQLITE_INTEGER, SQLITE_FLOAT, SQLITE_TEXT, SQLITE_BLOB or SQLITE_NULL.
  [[nodiscard]] int type() const { return sqlite3_value_type(value_); }
  [[nodiscard]] std::int64_t integer() const { return sqlite3_value_int64(value_); }
  [[nodiscard]] double real() const { return sqlite3_value_double(value_); }
  [[nodiscard]] std::string_view text() const;

 private:
  sqlite3_value* value_;
};

/// A prepared statement. Parameters count from 1, columns from 0, as in SQLite.
class Statement {
 public:
  Statement(sqlite3* database, std::string_view sql);

  void bind_integer(int parameter, std::int64_t value);
  void bind_real(int parameter, double value);
  /// The text must live until the statement ran. A view of nothing (null data) binds NULL; bytes that are not UTF-8 are
  /// escaped, because readers of other makers refuse them.
  void bind_text(int parameter, std::string_view value);
  void bind_null(int parameter);

  /// Moves to the next row; false when there is none.
  [[nodiscard]] bool step();
  /// Runs to the end and makes ready for the next set of values.
  void run();
  void reset();

  [[nodiscard]] SqliteValue cell(int column) const {
    return SqliteValue(sqlite3_column_value(statement_.get(), column));
  }
  [[nodiscard]] std::int64_t integer(int column) const { return cell(column).integer(); }
  /// Valid until the next step.
  [[nodiscard]] std::string_view text(int column) const { return cell(column).text(); }
  /// For messages.
  [[nodiscard]] std::string column_name(int column) const;

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
  };
  void require(int code) const;
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

/// A connection for one thread at a time, hardened against schemas that were written to do harm.
class Database {
 public:
  enum class Mode {
    read_write,  ///< the file exists; an empty one becomes a database
    read_only,   ///< with locks, beside a process that writes
    immutable,   ///< without locks and without touching the folder: nobody writes
  };
  Database(const std::filesystem::path& path, Mode mode);
  /// A private database in memory.
  static Database in_memory();

  /// Runs a script of ours.
  void execute(const std::string& script);
  [[nodiscard]] Statement prepare(std::string_view sql) { return Statement(handle_.get(), sql); }
  /// The first column of the only row of a query of ours.
  [[nodiscard]] std::int64_t integer(std::string_view sql);
  /// Makes the statement that runs here fail. For another thread, as long as the connection is open.
  [[nodiscard]] std::function<void()> interrupter() const {
    return [handle = handle_.get()] { sqlite3_interrupt(handle); };
  }
  /// Replaces everything in this database by what is in the other one.
  void copy_from(Database& other);

 private:
  struct Close {
    void operator()(sqlite3* handle) const { sqlite3_close_v2(handle); }
  };
  Database(const std::string& name, int flags);
  std::unique_ptr<sqlite3, Close> handle_;
};

/// Rolls back unless committed.
class Transaction {
 public:
  explicit Transaction(Database& database);
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  ~Transaction();
  void commit();

 private:
  Database& database_;
  bool open_ = true;
};

}  // namespace rooflens::session
