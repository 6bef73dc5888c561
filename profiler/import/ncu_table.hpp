// The table in what `ncu --csv --page raw` writes: between messages of ncu and the output of the application, a header,
// a row of units and a row a launch. Files that were joined have several tables.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/import/csv_reader.hpp"

namespace rooflens::imports {

struct NcuTable {
  std::vector<std::string> names;                          ///< of the columns
  std::map<std::string, std::size_t, std::less<>> places;  ///< of each name the first column
  std::vector<std::string> units;                          ///< one for each column; empty: none was given
  std::vector<CsvRow> rows;                                ///< as many fields as there are columns

  /// Index of the column; npos if there is none.
  [[nodiscard]] std::size_t find(std::string_view name) const;
  static constexpr std::size_t npos = static_cast<std::size_t>(-1);
};

struct NcuFile {
  std::vector<NcuTable> tables;
  std::string command;             ///< the program that ncu says it connected to; empty if it does not
  bool simulated = false;          ///< a line before the header says so: "==ROOFLENS== simulated ..."
  std::vector<std::string> notes;  ///< rows that could not be read, with their lines, and what ncu warned of
};

/// Throws ImportError where there is no such table.
[[nodiscard]] NcuFile read_ncu_file(std::string_view text);

}  // namespace rooflens::imports
