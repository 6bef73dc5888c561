#include "reports/chart/bandwidth_axes.hpp"

#include <algorithm>
#include <cmath>

#include "reports/chart/grid.hpp"
#include "reports/draw/font.hpp"

namespace rooflens::reports::chart {
namespace {

struct Domain {
  double low = INFINITY, high = 0;
};

Domain domain_of(const std::vector<const Content*>& all) {
  Domain domain;
  for (const Content* content : all) {
    for (const Mark& mark : content->bandwidth) {
      for (const models::LevelPoint* point : mark.points) {
        domain.low = std::min(domain.low, point->bandwidth.value());
        domain.high = std::max(domain.high, point->bandwidth.value());
      }
    }
    for (const Roof& roof : content->memory_roofs) {
      domain.low = std::min(domain.low, roof.memory->rate.value());
      domain.high = std::max(domain.high, roof.memory->rate.value());
    }
  }
  domain.low /= 3;
  domain.high *= 1.2;
  domain.low /= std::max(1.0, 100 / (domain.high / domain.low));
  return domain;
}

// The longest title that fits above the plot; a page has the rest in its heading.
std::string title_for(const Frame& frame, double room, const char* unit) {
  if (frame.bare) return std::string("Bandwidth (") + unit + ")";
  for (const char* words : {"No floating-point work: bandwidth", "No FLOPs: bandwidth"}) {
    const std::string title = std::string(words) + " (" + unit + ")";
    if (text_width(title, frame.sizes.axis, Weight::semibold) <= room) return title;
  }
  return std::string("No FLOPs (") + unit + ")";
}

}  // namespace

BandwidthAxes bandwidth_axes(const Frame& frame, const Rect& area, const std::vector<const Content*>& all,
                             double below) {
  Domain domain = domain_of(all);
  const bool tera = domain.high >= 1e12;
  const double unit = tera ? 1e12 : 1e9;
  Rect plot{area.x, area.y + caption_room(frame), area.width, area.height - caption_room(frame) - below};
  domain.high = raised(domain.low, domain.high, plot.height, roof_words_room(frame));
  const LogAxis y(domain.low / unit, domain.high / unit, plot.bottom(), plot.y);
  plot.x += y_axis_room(frame, y);
  plot.width -= y_axis_room(frame, y);
  return {plot, y, unit, title_for(frame, area.width, tera ? "TB/s" : "GB/s"), all.front()->bandwidth.size()};
}

std::vector<RoofLine> bandwidth_roof_lines(const Palette& colours, const BandwidthAxes& axes, const Content& content) {
  std::vector<RoofLine> lines;
  for (const Roof& roof : content.memory_roofs) {
    const double height = axes.y.pixel(roof.memory->rate.value() / axes.unit);
    lines.push_back(
        {&roof, {axes.plot.x, height}, {axes.plot.right(), height}, colours.of(roof.memory->level).ink, true});
  }
  return lines;
}

}  // namespace rooflens::reports::chart
