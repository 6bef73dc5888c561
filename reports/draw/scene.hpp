// A chart as plain values in drawing order: what svg and png print, and what tests look at. Coordinates are logical
// pixels from the top left; colours are final, so a printer decides nothing.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "models/base/level.hpp"
#include "reports/draw/geometry.hpp"
#include "reports/words/palette.hpp"
#include "reports/words/report.hpp"

namespace rooflens::reports::chart {

struct Paint {
  Rgb colour{};
  double alpha = 1;
};

enum class LineRole { grid, axis, roof, roof_at_maximum, own_roof, wall, stem, connector, leader, arrow };

enum class Dash { none, fine, wide };

/// Lengths of a dash and of the gap after it, in pixels.
[[nodiscard]] constexpr std::array<double, 2> pattern(Dash dash) {
  return dash == Dash::wide ? std::array{11.0, 3.0} : std::array{5.0, 4.0};
}

/// An open line through two or more points.
struct Polyline {
  LineRole role = LineRole::grid;
  std::vector<Point> points{};
  Paint paint{};
  double width = 1;
  Dash dash = Dash::none;
  std::optional<std::size_t> kernel{};   ///< whose it is; of an arrow the pair that it joins
  std::optional<models::Level> level{};  ///< of a roof of memory
  std::string tip{};                     ///< for a page: what it says under the pointer, line by line
};

/// A filled polygon.
struct Area {
  std::vector<Point> points{};
  Paint paint{};
  std::optional<std::size_t> kernel{};   ///< for heads of arrows
  std::optional<models::Level> level{};  ///< of a roof of memory
};

/// A filled rectangle with round corners.
struct Plate {
  Rect rect;
  double radius = 0;
  Paint paint{};
};

/// A kernel at one memory level, or a sample of one in a legend. The shape is the level's: circle DRAM, square L2,
/// triangle L1, diamond shared; all shapes of one radius have the same area.
struct Marker {
  Point at{};
  models::Level shape = models::Level::dram;
  double radius = 0;            ///< of the circle with the marker's area
  std::optional<Paint> fill{};  ///< absent: hollow, which means: not counted
  Paint edge{};
  double edge_width = 1;
  /// Index into MachineAnalysis::kernels, in a comparison into Comparison::pairs; absent in legends.
  std::optional<std::size_t> kernel{};
  bool primary = true;  ///< the point that carries the kernel's name; in a comparison B's
};

enum class Weight { regular, semibold };
enum class Anchor { start, middle, end };
enum class TextRole { title, verdict, device, badge, legend, axis, tick, roof, name, note };

/// One line of text. `at` is the anchor on the baseline.
struct Text {
  TextRole role = TextRole::note;
  Point at{};
  std::string text{};
  double size = 12;
  Weight weight = Weight::regular;
  Anchor anchor = Anchor::start;
  double angle = 0;  ///< radians, clockwise, around `at`
  Rgb colour{};
  std::optional<Rgb> halo{};             ///< drawn around the letters, so that lines behind do not disturb
  std::optional<std::size_t> kernel{};   ///< for names
  std::optional<models::Level> level{};  ///< of a roof of memory
  double zoom = 1;                       ///< for a page: the magnification that a tick needs
  std::optional<Point> pivot{};          ///< for a page: what it stands beside, however large the plot is drawn
};

using Item = std::variant<Area, Plate, Polyline, Marker, Text>;

struct Scene {
  double width = 0;
  double height = 0;
  Rgb background;
  std::string title;  ///< for screen readers
  std::vector<Item> items;
  std::vector<Rect> plots;         ///< the plot areas: roofline, bandwidth panel
  std::vector<std::string> names;  ///< by kernel: the whole name, for tooltips
};

/// Draws options.chart of options.machine. Pure: the same input gives the same scene.
[[nodiscard]] Scene build_scene(const Document& document, const PictureOptions& options);

/// One chart of options.machine each, whatever options.chart says; where that cannot be drawn, the words of the
/// trouble.
[[nodiscard]] Scene build_instruction_scene(const Document& document, const PictureOptions& options);
[[nodiscard]] Scene build_gap_scene(const Document& document, const PictureOptions& options);
[[nodiscard]] Scene build_latency_scene(const Document& document, const PictureOptions& options);
[[nodiscard]] Scene build_block_scene(const Document& document, const PictureOptions& options);

/// Width of the line that draws a halo, half of it outside of the letters.
inline constexpr double kHaloWidth = 3;

/// The box around a text as drawn.
[[nodiscard]] Box bounds(const Text& text);
/// The box around a marker as drawn.
[[nodiscard]] Box bounds(const Marker& marker);
/// The marker's outline; empty for the circle.
[[nodiscard]] std::vector<Point> outline(const Marker& marker);

}  // namespace rooflens::reports::chart
