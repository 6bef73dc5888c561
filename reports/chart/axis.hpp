// A logarithmic axis: a range of positive values on a range of pixels.
#pragma once

#include <string>
#include <vector>

namespace rooflens::reports::chart {

/// Values are plain numbers in the axis's own unit, which stands in its title.
class LogAxis {
 public:
  /// `from` and `to` (both > 0, from < to) lie at pixels `start` and `end`.
  LogAxis(double from, double to, double start, double end);

  [[nodiscard]] double pixel(double value) const;
  [[nodiscard]] double value(double pixel) const;
  [[nodiscard]] double pixels_per_decade() const;  ///< signed: negative when values grow upwards
  [[nodiscard]] double from() const { return from_; }
  [[nodiscard]] double to() const { return to_; }

  /// Powers of ten within the axis, at least `spacing` pixels apart; with room, 2 and 5 times them too.
  [[nodiscard]] std::vector<double> ticks(double spacing) const;
  /// What ticks() chooses from, and digits between, each with the length of a decade from which on it has its room: for
  /// pages that zoom the axis, up to decades of `longest` pixels.
  struct ZoomTick {
    double value;
    double decade;
  };
  [[nodiscard]] std::vector<ZoomTick> zoom_ticks(double spacing, double longest) const;
  /// 2..9 times each power of ten within the axis; none where they would be closer than a few pixels.
  [[nodiscard]] std::vector<double> between_decades() const;

 private:
  double from_, to_, start_, end_;
};

/// The end of a logarithmic axis of `length` pixels moved up from `to`, so that `to` lies `room` pixels below it.
[[nodiscard]] double raised(double from, double to, double length, double room);

/// A tick as text: 0.01, 1, 2000, "10 k", "1 M"; powers of ten below as 10⁻⁵.
[[nodiscard]] std::string tick_text(double value);

}  // namespace rooflens::reports::chart
