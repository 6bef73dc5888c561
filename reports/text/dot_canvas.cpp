#include "reports/text/dot_canvas.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "models/base/utf8.hpp"
#include "reports/words/format.hpp"

namespace rooflens::reports {
namespace {

// Bits of a Braille character by column and row of its dots, from the top.
constexpr std::array<std::array<unsigned, 4>, 2> kDots{{{0x01, 0x02, 0x04, 0x40}, {0x08, 0x10, 0x20, 0x80}}};

std::string braille(unsigned dots) {
  std::string character = "\u2800";  // six bits a byte
  character[1] = static_cast<char>(character[1] + static_cast<char>(dots / 64));
  character[2] = static_cast<char>(character[2] + static_cast<char>(dots % 64));
  return character;
}

std::size_t step(double share, std::size_t steps) {
  const double at = std::floor(share * static_cast<double>(steps));
  return static_cast<std::size_t>(std::clamp(at, 0.0, static_cast<double>(steps - 1)));
}

}  // namespace

DotCanvas::DotCanvas(std::size_t columns, std::size_t rows) : columns_(columns), rows_(rows), cells_(columns * rows) {}

std::size_t DotCanvas::column(double across) const { return step(across, columns_); }
std::size_t DotCanvas::row(double up) const { return rows_ - 1 - step(up, rows_); }

void DotCanvas::dot(std::size_t x, std::size_t y) {
  cells_[y / 4 * columns_ + x / 2].dots |= kDots.at(x % 2).at(y % 4);
}

void DotCanvas::line(Place from, Place to) {
  const std::size_t width = 2 * columns_, height = 4 * rows_;
  const double across = (to.across - from.across) * static_cast<double>(width);
  const double up = (to.up - from.up) * static_cast<double>(height);
  const int steps = std::max(1, static_cast<int>(2 * std::max(std::abs(across), std::abs(up))));
  for (int i = 0; i <= steps; ++i) {
    const double t = static_cast<double>(i) / steps;
    const double x = from.across + t * (to.across - from.across), y = from.up + t * (to.up - from.up);
    if (x < 0 || x > 1 || y < 0 || y > 1) continue;
    dot(step(x, width), height - 1 - step(y, height));
  }
}

void DotCanvas::put(double across, double up, std::string_view glyph, Tone tone) {
  Cell& to = cells_[cell(across, up)];
  to.glyph = glyph;
  to.tone = tone;
}

void DotCanvas::text_before(double across, double up, std::string_view text, Tone tone) {
  const std::size_t length = length_utf8(text);
  const std::size_t end = column(across) + (across >= 1 ? 1 : 0);
  if (end < length) return;
  const auto start_in = [&](std::size_t row) {
    return cells_.begin() + static_cast<std::ptrdiff_t>(row * columns_ + end - length);
  };
  const auto is_free = [&](std::size_t row) {
    return row < rows_ && std::all_of(start_in(row), start_in(row) + static_cast<std::ptrdiff_t>(length),
                                      [](const Cell& c) { return c.glyph.empty(); });
  };
  const std::size_t own = row(up);
  const std::array rows{own, own - 1, own + 1};  // the row above the first is none
  const auto chosen = std::find_if(rows.begin(), rows.end(), is_free);
  if (chosen == rows.end()) return;
  auto to = start_in(*chosen);
  for (std::size_t i = 0; i < text.size(); ++to) {
    std::size_t next = i + 1;
    while (models::continues_utf8(text, next)) ++next;
    to->glyph = text.substr(i, next - i);
    to->tone = tone;
    i = next;
  }
}

std::string DotCanvas::row_text(std::size_t row, bool colour) const {
  std::string text, run;
  Tone tone = Tone::plain;
  std::size_t last = 0;  // cells up to the last that shows something
  for (std::size_t c = 0; c < columns_; ++c) {
    const Cell& cell = cells_[row * columns_ + c];
    if (cell.dots != 0 || (!cell.glyph.empty() && cell.glyph != " ")) last = c + 1;
  }
  for (std::size_t c = 0; c < last; ++c) {
    const Cell& cell = cells_[row * columns_ + c];
    const bool line = cell.glyph.empty() && cell.dots != 0;
    const Tone here = line ? Tone::dim : cell.tone;
    if (here != tone && !run.empty()) {
      text += toned(run, tone, colour);
      run.clear();
    }
    tone = here;
    run += line ? braille(cell.dots) : cell.glyph.empty() ? " " : cell.glyph;
  }
  return run.empty() ? text : text + toned(run, tone, colour);
}

}  // namespace rooflens::reports
