// Comma-separated values as RFC 4180 has them, one row at a time and with the line that each begins on, so that a row
// which cannot be read can be named.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rooflens::imports {

struct CsvRow {
  std::size_t line = 0;  ///< on which it begins, from 1
  std::vector<std::string> fields;
  bool closed = true;  ///< false: the text ended inside quotes
};

/// Reads `text`, which must outlive it. Lines end in \n or \r\n; empty lines are no rows; a quote inside a field that
/// began without one is an ordinary character.
class CsvReader {
 public:
  explicit CsvReader(std::string_view text) : text_(text) {}

  /// Nothing at the end of the text. A row that is not closed ends at its first line, where reading goes on: one lost
  /// quote costs one row.
  [[nodiscard]] std::optional<CsvRow> next();
  /// Goes back to the line after the first one of the row that next() returned: what follows belongs to no row that is
  /// broken.
  void resume_after_first_line();
  /// The line that the next row begins on, without its end; empty at the end of the text.
  [[nodiscard]] std::string_view peek_line();
  /// Skips that line and returns its number.
  std::size_t skip_line();

 private:
  void skip_empty_lines();
  void to_end_of_line();
  [[nodiscard]] std::string quoted(bool& closed);
  [[nodiscard]] std::string plain();

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
  std::size_t row_at_ = 0;
  std::size_t row_line_ = 1;
};

}  // namespace rooflens::imports
