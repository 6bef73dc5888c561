// Roofs as lines with their words along them; used by the roofline and by the bandwidth panel alike.
#pragma once

#include <vector>

#include "reports/chart/axis.hpp"
#include "reports/chart/frame.hpp"
#include "reports/chart/obstacles.hpp"

namespace rooflens::reports::chart {

/// A roof where it is on the picture: straight from left to right; a wall from its foot up.
struct RoofLine {
  const Roof* roof = nullptr;
  Point from;
  Point to;
  Rgb ink;
  bool words_at_end = false;  ///< words start at the right end (horizontal roofs) instead of the left
};

/// Height that the words of a level roof need above it.
[[nodiscard]] double roof_words_room(const Frame& frame);

/// How far repeated measurements of a roof lay apart, as a band along it; `y` is the axis of its rates.
void draw_spread(const Frame& frame, const LogAxis& y, const std::vector<RoofLine>& lines);

/// Draws the lines, dashed ones first, and blocks them for words. A dashed line that would lie on its solid one is left
/// out.
void draw_roof_lines(const Frame& frame, const std::vector<RoofLine>& lines, Obstacles& obstacles);

/// Writes each roof's words along its line where they touch nothing: the longest wording that fits.
void draw_roof_words(const Frame& frame, const Rect& area, const std::vector<RoofLine>& lines, Obstacles& obstacles);

}  // namespace rooflens::reports::chart
