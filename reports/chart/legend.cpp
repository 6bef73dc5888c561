// The keys to colour, shape and area. They show only what the chart uses, in one or more rows.
#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "reports/chart/legend_flow.hpp"

namespace rooflens::reports::chart {
namespace {

using models::Binding;
using models::Level;

template <typename Visit>
void for_each_mark(const Content& content, Visit visit) {
  for (const std::vector<Mark>* marks : {&content.roofline, &content.bandwidth}) {
    for (const Mark& mark : *marks) visit(mark);
  }
}

Marker plain(const Frame& frame, Level shape, double radius) {
  return {.shape = shape, .radius = radius, .fill = Paint{frame.colours.muted, 0.35}, .edge = {frame.colours.muted}};
}

LegendGroup shapes(const Frame& frame) {
  std::set<Level> used;
  bool hollow = false;
  for_each_mark(frame.content, [&](const Mark& mark) {
    hollow = hollow || !mark.operations_counted;
    for (const models::LevelPoint* point : mark.points) {
      if (frame.crowded() && point != mark.points.front()) continue;
      used.insert(point->level);
      hollow = hollow || point->source == models::DemandSource::analytic;
    }
  });
  LegendGroup group{"Traffic at", {}};
  for (const Level level : {Level::dram, Level::l2, Level::l1, Level::shared}) {
    if (!used.contains(level)) continue;
    group.entries.push_back(level_key(frame, level, std::string(info(level).label)));
  }
  if (hollow) {
    Marker sample = plain(frame, Level::dram, frame.sizes.legend * 0.40);
    sample.fill.reset();
    sample.edge_width = 1.6;
    group.entries.push_back({"hollow: not counted, from formula", sample});
  }
  return group;
}

}  // namespace

LegendEntry level_key(const Frame& frame, Level level, std::string label) {
  return {std::move(label), plain(frame, level, frame.sizes.legend * 0.40)};
}

LegendGroup binding_keys(const Frame& frame) {
  std::set<Binding> used;
  for_each_mark(frame.content, [&](const Mark& mark) { used.insert(mark.kernel->binding); });
  LegendGroup group{"Bound by", {}};
  for (const Binding binding : used) {
    const Swatch& swatch = frame.colours.of(binding);
    group.entries.push_back({std::string(info(binding).label),
                             {.radius = frame.sizes.legend * 0.42, .fill = Paint{swatch.fill}, .edge = {swatch.ink}}});
  }
  return group;
}

LegendGroup area_keys(const Frame& frame) {
  LegendGroup group{"Share of time", {}};
  double largest = 0;
  for_each_mark(frame.content, [&](const Mark& mark) { largest = std::max(largest, mark.kernel->share_of_time); });
  for (const double share : {0.02, 0.1, 0.3}) {
    const double radius = frame.radius(share);
    if (radius <= frame.sizes.marker_least || share > largest * 1.5) continue;
    group.entries.push_back(
        {std::to_string(static_cast<int>(share * 100)) + "\u00A0%", plain(frame, Level::dram, radius)});
  }
  return group;
}

double draw_legends(const Frame& frame, double top) {
  if (frame.content.roofline.empty() && frame.content.bandwidth.empty()) return top;
  LegendFlow flow(frame, top + frame.sizes.legend * 0.5);
  flow.add(binding_keys(frame));
  flow.add(shapes(frame));
  flow.add(area_keys(frame));
  return flow.bottom();
}

}  // namespace rooflens::reports::chart
