// Kernels without floating-point work have no place on a FLOP axis: their bandwidth at each level, under the roofs of
// the levels. Each kernel is a column.
#include <algorithm>
#include <cmath>

#include "reports/chart/font.hpp"
#include "reports/chart/frame.hpp"
#include "reports/chart/grid.hpp"
#include "reports/chart/marks.hpp"

namespace rooflens::reports::chart {
namespace {

struct Unit {
  double size;
  const char* name;
};

struct Domain {
  double low = INFINITY, high = 0;
};

Domain domain_of(const Content& content) {
  Domain domain;
  for (const Mark& mark : content.bandwidth) {
    for (const models::LevelPoint* point : mark.points) {
      domain.low = std::min(domain.low, point->bandwidth.value());
      domain.high = std::max(domain.high, point->bandwidth.value());
    }
  }
  for (const Roof& roof : content.memory_roofs) {
    domain.low = std::min(domain.low, roof.memory->rate.value());
    domain.high = std::max(domain.high, roof.memory->rate.value());
  }
  domain.low /= 3;
  domain.high *= 1.2;
  domain.low /= std::max(1.0, 100 / (domain.high / domain.low));
  return domain;
}

// The longest title that fits above the plot.
std::string title_for(const Frame& frame, double room, const char* unit) {
  for (const char* words : {"No floating-point work: bandwidth", "No FLOPs: bandwidth"}) {
    const std::string title = std::string(words) + " (" + unit + ")";
    if (text_width(title, frame.sizes.axis, Weight::semibold) <= room) return title;
  }
  return std::string("No FLOPs (") + unit + ")";
}

}  // namespace

void draw_bandwidth(const Frame& frame, const Rect& area) {
  Domain domain = domain_of(frame.content);
  const Unit unit = domain.high >= 1e12 ? Unit{1e12, "TB/s"} : Unit{1e9, "GB/s"};
  // Beside a roofline both stand on one line, though columns have no axis below.
  const double below = frame.content.roofline.empty() ? 0 : x_axis_room(frame);
  Rect plot{area.x, area.y + caption_room(frame), area.width, area.height - caption_room(frame) - below};
  domain.high = raised(domain.low, domain.high, plot.height, roof_words_room(frame));
  const LogAxis y(domain.low / unit.size, domain.high / unit.size, plot.bottom(), plot.y);
  plot.x += y_axis_room(frame, y);
  plot.width -= y_axis_room(frame, y);
  frame.scene.plots.push_back(plot);

  draw_y_axis(frame, plot, y, title_for(frame, area.width, unit.name));
  draw_base(frame, plot);

  std::vector<RoofLine> lines;
  for (const Roof& roof : frame.content.memory_roofs) {
    const double height = y.pixel(roof.memory->rate.value() / unit.size);
    lines.push_back({&roof, {plot.x, height}, {plot.right(), height}, frame.colours.of(roof.memory->level).ink, true});
  }
  const double column = plot.width / static_cast<double>(frame.content.bandwidth.size());
  std::vector<PlacedMark> placed;
  for (const Mark& mark : frame.content.bandwidth) {
    const double x = plot.x + column * (static_cast<double>(placed.size()) + 0.5);
    PlacedMark entry{&mark, {}};
    for (const models::LevelPoint* point : mark.points) {
      entry.at.push_back({x, y.pixel(point->bandwidth.value() / unit.size)});
    }
    placed.push_back(std::move(entry));
  }
  draw_marks(frame, plot, placed, lines);
}

}  // namespace rooflens::reports::chart
