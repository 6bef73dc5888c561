// The keys to colour, shape and area. They show only what the chart uses, in one or more rows.
#include <algorithm>
#include <array>
#include <set>

#include "reports/chart/font.hpp"
#include "reports/chart/frame.hpp"
#include "reports/format.hpp"

namespace rooflens::reports::chart {
namespace {

using models::Binding;
using models::Level;

struct Entry {
  std::string label;
  Marker sample;
};

struct Group {
  std::string caption;
  std::vector<Entry> entries;
};

template <typename Visit>
void for_each_mark(const Content& content, Visit visit) {
  for (const std::vector<Mark>* marks : {&content.roofline, &content.bandwidth}) {
    for (const Mark& mark : *marks) visit(mark);
  }
}

Group colours(const Frame& frame) {
  std::set<Binding> used;
  for_each_mark(frame.content, [&](const Mark& mark) { used.insert(mark.kernel->binding); });
  Group group{"Limited by", {}};
  for (const Binding binding : used) {
    const Swatch& swatch = frame.colours.of(binding);
    group.entries.push_back({std::string(info(binding).label),
                             {.radius = frame.sizes.legend * 0.42, .fill = Paint{swatch.fill}, .edge = {swatch.ink}}});
  }
  return group;
}

Marker plain(const Frame& frame, Level shape, double radius) {
  return {.shape = shape, .radius = radius, .fill = Paint{frame.colours.muted, 0.35}, .edge = {frame.colours.muted}};
}

Group shapes(const Frame& frame) {
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
  Group group{"Traffic at", {}};
  for (const Level level : {Level::dram, Level::l2, Level::l1, Level::shared}) {
    if (!used.contains(level)) continue;
    group.entries.push_back({std::string(info(level).label), plain(frame, level, frame.sizes.legend * 0.40)});
  }
  if (hollow) {
    Marker sample = plain(frame, Level::dram, frame.sizes.legend * 0.40);
    sample.fill.reset();
    sample.edge_width = 1.6;
    group.entries.push_back({"hollow: not counted, by formula", sample});
  }
  return group;
}

Group areas(const Frame& frame) {
  Group group{"Share of time", {}};
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

// Lays groups out from left to right, line by line.
class Flow {
 public:
  Flow(const Frame& frame, double top) : frame_(frame), size_(frame.sizes.legend), y_(top + row_height() / 2) {}

  void add(const Group& group) {
    if (group.entries.empty()) return;
    if (x_ > left() && x_ + width(group) > right()) next_row();
    text(group.caption, Weight::semibold);
    x_ += size_ * 0.8;
    for (const Entry& entry : group.entries) {
      if (x_ + width(entry) > right()) next_row();
      Marker sample = entry.sample;
      sample.at = {x_ + sample.radius, y_};
      frame_.add(sample);
      x_ += 2 * sample.radius + size_ * 0.45;
      text(entry.label, Weight::regular);
      x_ += size_ * 1.1;
    }
    x_ += size_ * 1.4;
  }

  [[nodiscard]] bool fits(const Group& group) const { return x_ + width(group) <= right(); }
  [[nodiscard]] double bottom() const { return y_ + row_height() / 2; }

 private:
  [[nodiscard]] double left() const { return frame_.sizes.pad; }
  [[nodiscard]] double right() const { return frame_.scene.width - frame_.sizes.pad; }
  [[nodiscard]] double row_height() const { return size_ * 1.75; }
  [[nodiscard]] double width(const Entry& entry) const {
    return 2 * entry.sample.radius + size_ * 0.45 + text_width(entry.label, size_, Weight::regular);
  }
  [[nodiscard]] double width(const Group& group) const {
    double sum = text_width(group.caption, size_, Weight::semibold) + size_ * 0.8;
    for (const Entry& entry : group.entries) sum += width(entry) + size_ * 1.1;
    return sum - size_ * 1.1;
  }
  void next_row() {
    x_ = left();
    y_ += row_height();
  }
  void text(const std::string& words, Weight weight) {
    frame_.add(Text{.role = TextRole::legend,
                    .at = {x_, y_ + size_ * kCapHeight / 2},
                    .text = words,
                    .size = size_,
                    .weight = weight,
                    .colour = weight == Weight::semibold ? frame_.colours.text : frame_.colours.muted});
    x_ += text_width(words, size_, weight);
  }

  const Frame& frame_;
  double size_;
  double x_ = frame_.sizes.pad;
  double y_;
};

}  // namespace

double draw_legends(const Frame& frame, double top) {
  if (frame.content.roofline.empty() && frame.content.bandwidth.empty()) return top;
  Flow flow(frame, top + frame.sizes.legend * 0.5);
  flow.add(colours(frame));
  flow.add(shapes(frame));
  // Area explains itself least badly when it has to go.
  if (const Group group = areas(frame); !frame.sizes.compact || flow.fits(group)) flow.add(group);
  return flow.bottom();
}

}  // namespace rooflens::reports::chart
