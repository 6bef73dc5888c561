// DuckDB in a Python process beside this one: the package `duckdb` needs the interpreter that it was made for.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>

#include "profiler/fleet/duckdb.hpp"

namespace rooflens::fleet {

class DuckDbProcess {
 public:
  /// Starts the interpreter. Throws FleetError where that fails.
  explicit DuckDbProcess(const std::filesystem::path& python);
  DuckDbProcess(const DuckDbProcess&) = delete;
  DuckDbProcess& operator=(const DuckDbProcess&) = delete;
  ~DuckDbProcess();

  /// Throws FleetError with DuckDB's words, or Python's where the package is missing.
  [[nodiscard]] Answer query(const std::string& sql);

 private:
  [[nodiscard]] std::string read_line();
  [[noreturn]] void fail(const std::string& why) const;

  std::string python_;
  pid_t process_ = -1;
  int socket_ = -1;
  std::string unread_;
};

}  // namespace rooflens::fleet
