#include "reports/chart/legend_flow.hpp"

#include <cmath>

#include "reports/draw/font.hpp"

namespace rooflens::reports::chart {

LegendFlow::LegendFlow(const Frame& frame, double top)
    : frame_(frame), size_(frame.sizes.legend), x_(frame.sizes.pad), y_(top + row_height() / 2) {}

void LegendFlow::add(const LegendGroup& group) {
  if (group.entries.empty()) return;
  if (x_ > left() && x_ + width(group) > right()) next_row();
  if (!group.caption.empty()) {
    text(group.caption, Weight::semibold);
    x_ += size_ * 0.8;
  }
  for (const LegendEntry& entry : group.entries) {
    if (x_ + width(entry) > right()) next_row();
    sample(entry);
    x_ += sample_width(entry) + size_ * 0.45;
    text(entry.label, Weight::regular);
    x_ += size_ * 1.1;
  }
  x_ += size_ * 1.4;
}

double LegendFlow::sample_width(const LegendEntry& entry) const {
  return entry.line ? size_ * 2.2 : 2 * entry.sample.radius;
}

double LegendFlow::width(const LegendEntry& entry) const {
  return sample_width(entry) + size_ * 0.45 + text_width(entry.label, size_, Weight::regular);
}

double LegendFlow::width(const LegendGroup& group) const {
  double sum = group.caption.empty() ? 0 : text_width(group.caption, size_, Weight::semibold) + size_ * 0.8;
  for (const LegendEntry& entry : group.entries) sum += width(entry) + size_ * 1.1;
  return sum - size_ * 1.1;
}

void LegendFlow::next_row() {
  x_ = left();
  y_ += row_height();
}

void LegendFlow::sample(const LegendEntry& entry) {
  if (!entry.line) {
    Marker marker = entry.sample;
    marker.at = {x_ + marker.radius, y_};
    frame_.add(marker);
    return;
  }
  Polyline line = *entry.line;
  const Point end{x_ + sample_width(entry), y_};
  line.points = {{x_, y_}, end};
  if (entry.arrow) {
    line.points.back().x -= size_ * 0.4;
    frame_.add(arrow_head(line.points.front(), end, size_ * 0.55, line.paint));
  }
  frame_.add(std::move(line));
}

void LegendFlow::text(const std::string& words, Weight weight) {
  frame_.add(Text{.role = TextRole::legend,
                  .at = {x_, y_ + size_ * kCapHeight / 2},
                  .text = words,
                  .size = size_,
                  .weight = weight,
                  .colour = weight == Weight::semibold ? frame_.colours.text : frame_.colours.muted});
  x_ += text_width(words, size_, weight);
}

Area arrow_head(Point from, Point tip, double length, const Paint& paint) {
  const double distance = std::hypot(tip.x - from.x, tip.y - from.y);
  const Point along{(tip.x - from.x) / distance * length, (tip.y - from.y) / distance * length};
  const Point base{tip.x - along.x, tip.y - along.y};
  const double half = 0.42;  // of the length
  return {.points = {tip,
                     {base.x - along.y * half, base.y + along.x * half},
                     {base.x + along.y * half, base.y - along.x * half}},
          .paint = paint};
}

}  // namespace rooflens::reports::chart
