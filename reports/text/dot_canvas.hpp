// A drawing of characters: lines in Braille dots, 2 by 4 to a character, and text on top of them. Places are shares of
// the width, from the left, and of the height, from the bottom.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "reports/words/text_table.hpp"

namespace rooflens::reports {

struct Place {
  double across;
  double up;
};

class DotCanvas {
 public:
  DotCanvas(std::size_t columns, std::size_t rows);

  void line(Place from, Place to);
  /// One character over whatever is there.
  void put(double across, double up, std::string_view glyph, Tone tone);
  /// Text that ends at the place, over lines, or one row above or below it if something stands in its way; nothing if
  /// that is so there, too, or the canvas ends.
  void text_before(double across, double up, std::string_view text, Tone tone);

  [[nodiscard]] std::size_t column(double across) const;
  [[nodiscard]] std::size_t row(double up) const;  ///< from the top
  [[nodiscard]] std::size_t cell(double across, double up) const { return row(up) * columns_ + column(across); }
  /// Without spaces at its end.
  [[nodiscard]] std::string row_text(std::size_t row, bool colour) const;

 private:
  struct Cell {
    unsigned dots = 0;  ///< bits of U+2800
    std::string glyph;
    Tone tone = Tone::plain;
  };
  void dot(std::size_t x, std::size_t y);

  std::size_t columns_, rows_;
  std::vector<Cell> cells_;
};

}  // namespace rooflens::reports
