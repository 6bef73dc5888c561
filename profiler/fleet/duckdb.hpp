// DuckDB by its C API, opened at run time: rooflens starts without it, and only what reads or writes a store needs it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "models/base/trouble.hpp"

namespace rooflens::fleet {

/// A store, or the engine that reads it, cannot be used. what() says what is wrong, remedy() what to do.
class FleetError : public models::Trouble {
 public:
  using Trouble::Trouble;
};

/// A value of a row; monostate is NULL.
using Value = std::variant<std::monostate, std::int64_t, double, std::string>;

struct AnswerColumn {
  std::string name;
  bool number = false;
};

/// What a query answers.
struct Answer {
  std::vector<AnswerColumn> columns;
  std::vector<std::vector<Value>> rows;
};

/// The text between single quotes, as SQL takes it.
[[nodiscard]] std::string sql_text(std::string_view text);

class DuckDbProcess;

/// A database in memory. Order: $ROOFLENS_DUCKDB (libduckdb.so, its folder, or a Python interpreter whose package
/// `duckdb` is used), the loader's search path, the executable's folder and its ../lib. Throws FleetError where there
/// is none.
class DuckDb {
 public:
  DuckDb();
  DuckDb(const DuckDb&) = delete;
  DuckDb& operator=(const DuckDb&) = delete;
  ~DuckDb();

  /// One or more statements. Throws FleetError with DuckDB's own words.
  void run(const std::string& sql);
  [[nodiscard]] Answer query(const std::string& sql);

  /// Adds rows to a table, value by value in the order of its columns (std::optional: may be NULL); must be gone before
  /// the table is read.
  class Appender {
   public:
    Appender(DuckDb& database, const char* table);
    Appender(const Appender&) = delete;
    Appender& operator=(const Appender&) = delete;
    ~Appender();
    template <class... Values>
    void row(const Values&... values) {
      (add(values), ...);
      end();
    }
    /// Writes what is still held back.
    void close();

   private:
    void add(std::int64_t value);
    void add(double value);
    void add(const std::string& value);
    template <class T>
    void add(const std::optional<T>& value) {
      value ? add(*value) : add_null();
    }
    void add_null();
    void check(int state) {
      if (state != 0) fail();
    }
    void end();
    [[noreturn]] void fail();
    void add_text(const std::string& text);
    DuckDb& database_;
    const std::string table_;
    void* handle_ = nullptr;
    std::string lines_;  ///< for another process: CSV
  };

 private:
  struct Api;
  const Api* api_ = nullptr;  ///< null: `process_` answers
  std::unique_ptr<DuckDbProcess> process_;
  void* database_ = nullptr;
  void* connection_ = nullptr;
};

}  // namespace rooflens::fleet
