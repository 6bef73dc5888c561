// A table of words for a terminal: columns as wide as what is in them, numbers on the right, names shortened in the
// middle.
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <vector>

namespace rooflens::reports {

enum class Tone { plain, bold, dim, good, advice, bad };

/// The text in the tone, or as it is without colours.
[[nodiscard]] std::string toned(std::string_view text, Tone tone, bool colour);

struct Cell {
  std::string text;
  Tone tone = Tone::plain;
};

/// The worth of a column that stays however narrow the terminal is.
inline constexpr int kStays = std::numeric_limits<int>::max();

struct TableColumn {
  std::string heading;
  bool right = true;
  int worth = kStays;  ///< where a table is too wide, columns of the lowest go first
  bool words = false;  ///< its texts may be shortened where the table is too wide without that
};

/// Columns of a terminal as wide as they are written for: from 60 to 200.
[[nodiscard]] std::size_t text_width(int columns);

/// The first column takes the space that the others leave, at least `least_first` characters; its texts are
/// shortened such that different ones stay different. Columns of words become narrower before the table gets wider than
/// `width`. Rows have as many cells as there are columns.
[[nodiscard]] std::string table(const std::vector<TableColumn>& columns, const std::vector<std::vector<Cell>>& rows,
                                std::size_t width, std::size_t least_first, bool colour);

/// Takes columns away, those of the least worth together, until the table fits into `width` with its first column
/// `least_first` wide, or all that are left stay or are worth `below` or more. Gives the headings of those that went.
std::vector<std::string> drop_columns(std::vector<TableColumn>& columns, std::vector<std::vector<Cell>>& rows,
                                      std::size_t width, std::size_t least_first, int below = kStays);

/// Width that the table has with its first column `first` wide.
[[nodiscard]] std::size_t table_width(const std::vector<TableColumn>& columns,
                                      const std::vector<std::vector<Cell>>& rows, std::size_t first);

/// The text broken at spaces into lines of at most `width` characters, each behind `indent`; longer words are cut.
[[nodiscard]] std::string paragraph(std::string_view text, std::size_t width, std::string_view first_indent,
                                    std::string_view indent);

}  // namespace rooflens::reports
