// A table of words for a terminal: columns as wide as what is in them, numbers on the right, names shortened in the
// middle.
#pragma once

#include <cstddef>
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

struct TableColumn {
  std::string heading;
  bool right = true;
};

/// Columns of a terminal as wide as they are written for: from 60 to 200.
[[nodiscard]] std::size_t text_width(int columns);

/// The first column takes the space that the others leave, at least `least_first` characters; its texts are
/// shortened such that different ones stay different. Rows have as many cells as there are columns.
[[nodiscard]] std::string table(const std::vector<TableColumn>& columns, const std::vector<std::vector<Cell>>& rows,
                                std::size_t width, std::size_t least_first, bool colour);

/// Width that the table has with its first column `first` wide.
[[nodiscard]] std::size_t table_width(const std::vector<TableColumn>& columns,
                                      const std::vector<std::vector<Cell>>& rows, std::size_t first);

/// The text broken at spaces into lines of at most `width` characters, each behind `indent`; longer words are cut.
[[nodiscard]] std::string paragraph(std::string_view text, std::size_t width, std::string_view first_indent,
                                    std::string_view indent);

}  // namespace rooflens::reports
