// One plot of an instruction roofline: warp instructions per second over warp instructions per transaction.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "reports/chart/frame.hpp"

namespace rooflens::reports::chart {

struct PanelPoint {
  models::Level level = models::Level::dram;
  double intensity = 0;  ///< warp instructions per transaction
  double rate = 0;       ///< of warp instructions, a second
};

/// A kernel on the plot, its primary point first; below it a stem to what its lanes did.
struct PanelMark {
  const Mark* mark = nullptr;
  std::vector<PanelPoint> points;
  std::optional<double> active{};         ///< by active lanes
  std::optional<double> predicated_on{};  ///< by lanes whose predicate is on
};

/// A vertical line from the plot's floor to its roofs.
struct PanelWall {
  Roof line;  ///< with words only
  double intensity = 0;
};

struct InstructionPanel {
  std::string caption;                ///< above the plot: what is counted
  std::vector<std::string> x_titles;  ///< longest first: the first that fits is written
  std::vector<PanelMark> marks;       ///< most important first
  std::vector<const Roof*> roofs;     ///< memory in transactions, and of issue
  std::vector<PanelWall> walls;
};

/// Whether lanes did so much less than was issued that a stem can be seen.
[[nodiscard]] bool has_stem(const PanelMark& mark);

/// The height of the roofs that kernels are judged by, at an intensity; infinity without any.
[[nodiscard]] double attainable_rate(const InstructionPanel& panel, double intensity);

/// Draws the plot in `area`, its axes included.
void draw_instruction_panel(const Frame& frame, const Rect& area, const InstructionPanel& panel);

}  // namespace rooflens::reports::chart
