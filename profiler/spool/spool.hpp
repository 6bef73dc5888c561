// A spool: the file that one profiled process leaves behind, read back.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "profiler/spool/record.hpp"

namespace rooflens::collect::spool {

struct Spool {
  std::filesystem::path path;
  std::vector<Record> records;    ///< in the order they were written
  std::size_t damaged_lines = 0;  ///< lines that are no record; a torn last line is not one of them
  bool disk_was_full = false;     ///< the process could not write everything
};

/// Reads a spool. Never throws for what is in the file: a torn last line is dropped, any other line that is no record
/// is counted. Throws std::runtime_error when the file cannot be read at all.
[[nodiscard]] Spool read_spool(const std::filesystem::path& path);

/// Every spool (*.spool) of a folder, in the order of their names.
[[nodiscard]] std::vector<Spool> read_spools(const std::filesystem::path& folder);

}  // namespace rooflens::collect::spool
