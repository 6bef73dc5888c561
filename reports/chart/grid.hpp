// Axes, grid and their words.
#pragma once

#include "reports/chart/axis.hpp"
#include "reports/chart/frame.hpp"

namespace rooflens::reports::chart {

/// Least distances of two ticks, in sizes of their letters.
inline constexpr double kYSpacing = 2.2;
inline constexpr double kXSpacing = 4.5;
/// The most that a page magnifies a plot.
inline constexpr double kMostZoom = 16;

/// Room that the y axis needs left of a plot.
[[nodiscard]] double y_axis_room(const Frame& frame, const LogAxis& axis);
/// Room that the x axis with its title needs below a plot.
[[nodiscard]] double x_axis_room(const Frame& frame);
/// Room that an x axis of nothing but a title needs.
[[nodiscard]] double x_title_room(const Frame& frame);
/// Room that the y axis's title needs above a plot.
[[nodiscard]] double caption_room(const Frame& frame);

/// Horizontal grid, tick words on the left, and the title above the plot.
void draw_y_axis(const Frame& frame, const Rect& plot, const LogAxis& axis, const std::string& title);
/// Vertical grid, tick words and title below the plot.
void draw_x_axis(const Frame& frame, const Rect& plot, const LogAxis& axis, const std::string& title);
/// The title alone, at the lower edge of the room below a plot.
void draw_x_title(const Frame& frame, const Rect& plot, const std::string& title, double room);
/// The base line, drawn after the grid.
void draw_base(const Frame& frame, const Rect& plot);

}  // namespace rooflens::reports::chart
