// Lays keys out from left to right, row by row: a caption, then samples with their labels.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "reports/chart/frame.hpp"

namespace rooflens::reports::chart {

/// A key: a marker, or a line where `line` is set, and what it means.
struct LegendEntry {
  std::string label;
  Marker sample{};
  std::optional<Polyline> line{};  ///< only ink, width and dashes are used
  bool arrow = false;              ///< the line ends in a head
};

struct LegendGroup {
  std::string caption;
  std::vector<LegendEntry> entries;
};

class LegendFlow {
 public:
  LegendFlow(const Frame& frame, double top);
  /// Groups stay together where they fit into one row.
  void add(const LegendGroup& group);
  [[nodiscard]] bool fits(const LegendGroup& group) const { return x_ + width(group) <= right(); }
  [[nodiscard]] double bottom() const { return y_ + row_height() / 2; }

 private:
  [[nodiscard]] double left() const { return frame_.sizes.pad; }
  [[nodiscard]] double right() const { return frame_.scene.width - frame_.sizes.pad; }
  [[nodiscard]] double row_height() const { return size_ * 1.75; }
  [[nodiscard]] double sample_width(const LegendEntry& entry) const;
  [[nodiscard]] double width(const LegendEntry& entry) const;
  [[nodiscard]] double width(const LegendGroup& group) const;
  void next_row();
  void sample(const LegendEntry& entry);
  void text(const std::string& words, Weight weight);

  const Frame& frame_;
  double size_;
  double x_;
  double y_;
};

/// What the colours of the frame's kernels mean.
[[nodiscard]] LegendGroup binding_keys(const Frame& frame);
/// How much time an area stands for.
[[nodiscard]] LegendGroup area_keys(const Frame& frame);
/// A level's shape, in grey.
[[nodiscard]] LegendEntry level_key(const Frame& frame, models::Level level, std::string label);

/// The head of an arrow with its tip at `tip`, as long as `length`.
[[nodiscard]] Area arrow_head(Point from, Point tip, double length, const Paint& paint);

}  // namespace rooflens::reports::chart
