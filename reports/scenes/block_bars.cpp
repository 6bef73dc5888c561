#include "reports/scenes/block_bars.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "reports/draw/font.hpp"
#include "reports/words/format.hpp"

namespace rooflens::reports::chart {
namespace {

using models::BlockTimeline;
using models::BlockTrace;

std::size_t rows_of(const BlockTimeline& line, std::size_t every) { return (line.sms.size() + every - 1) / every; }

struct Scales {
  Rect plot;
  double per_ns;      ///< pixels
  double row;         ///< height of an SM
  std::size_t every;  ///< SMs drawn
  [[nodiscard]] double x(double ns) const { return plot.x + ns * per_ns; }
};

// Each SM has a row, each of its places a lane in it; rows keep a gap where they are high enough to show one.
Rect bar_of(const Scales& scales, const models::BlockEvent& event, const models::PlacedBlock& placed,
            std::uint32_t lanes) {
  const double gap = scales.row >= 3 ? std::min(2.0, scales.row * 0.15) : 0;
  const double lane = (scales.row - gap) / lanes;
  const auto row = static_cast<double>(placed.row / scales.every);
  const double y = scales.plot.y + row * scales.row + gap / 2 + lane * placed.slot;
  const double from = scales.x(static_cast<double>(event.start_ns));
  // Bars thinner than a pixel reach into the next one: two half-covered edges would let the surface shine through.
  const double more = lane < 2 && placed.slot + 1 < lanes ? 0.5 : 0;
  return {from, y, std::max(0.3, scales.x(static_cast<double>(event.end_ns)) - from), lane + more};
}

void write(const Frame& frame, TextRole role, Point at, const std::string& words, Anchor anchor) {
  const bool tick = role == TextRole::tick;
  frame.add(Text{.role = role,
                 .at = at,
                 .text = words,
                 .size = tick ? frame.sizes.tick : frame.sizes.axis,
                 .weight = tick ? Weight::regular : Weight::semibold,
                 .anchor = anchor,
                 .colour = tick ? frame.colours.muted : frame.colours.text});
}

std::string time_text(double ns) { return ns == 0 ? "0" : format(models::nanoseconds(ns)); }

void draw_time_axis(const Frame& frame, const Scales& scales, double span_ns) {
  const Sizes& s = frame.sizes;
  const double bottom = scales.plot.bottom();
  const double step = round_step(span_ns, std::max(2.0, scales.plot.width / (s.tick * 9)));
  for (double at = 0; at <= span_ns; at += step) {
    frame.add(Polyline{.role = LineRole::grid,
                       .points = {{scales.x(at), scales.plot.y}, {scales.x(at), bottom}},
                       .paint = {frame.colours.grid}});
    write(frame, TextRole::tick, {scales.x(at), bottom + s.tick * 1.4}, time_text(at), Anchor::middle);
  }
  write(frame, TextRole::axis, {scales.plot.right(), bottom + s.tick * 1.6 + s.axis * 1.25},
        "Time since the first block started", Anchor::end);
}

void draw_sm_axis(const Frame& frame, const Scales& scales, const BlockTimeline& line) {
  const Sizes& s = frame.sizes;
  const std::size_t rows = rows_of(line, scales.every);
  const auto step =
      static_cast<std::size_t>(std::max(1.0, round_step(static_cast<double>(rows), scales.plot.height / (s.tick * 2))));
  for (std::size_t row = 0; row < rows; row += step) {
    const double y = scales.plot.y + (static_cast<double>(row) + 0.5) * scales.row;
    write(frame, TextRole::tick, {scales.plot.x - s.tick * 0.6, y + s.tick * kCapHeight / 2},
          std::to_string(line.sms[row * scales.every]), Anchor::end);
  }
  write(frame, TextRole::axis, {scales.plot.x - s.tick * 2.6, scales.plot.y - s.axis * 0.7}, "SM", Anchor::start);
}

// From where the last block is scheduled; above the plot the words, as far as they fit.
void draw_tail(const Frame& frame, const Scales& scales, const BlockTimeline& line) {
  const double from = scales.x(in_nanoseconds(line.tail_start));
  const double top = scales.plot.y;
  const std::string words = "tail " + format(line.span - line.tail_start);
  write(frame, TextRole::tick, {scales.plot.right(), top - frame.sizes.axis * 0.7}, words, Anchor::end);
  frame.add(Polyline{.role = LineRole::leader,
                     .points = {{from, top - frame.sizes.axis * 0.5}, {from, scales.plot.bottom()}},
                     .paint = {frame.colours.text},
                     .width = 1,
                     .dash = Dash::fine});
}

// Every other wave from `first` up to `last`: "wave 2", "waves 1, 3", "waves 1, 3, …, 9".
std::string wave_words(std::uint64_t first, std::uint64_t last) {
  if (first + 2 > last) return "wave " + std::to_string(first);
  std::string text = "waves " + std::to_string(first) + ", " + std::to_string(first + 2);
  if (first + 4 <= last) text += (first + 6 <= last ? ", …, " : ", ") + std::to_string(last - (last - first) % 2);
  return text;
}

}  // namespace

Rgb wave_colour(const Palette& colours, std::uint64_t wave, std::uint64_t last) {
  if (wave == last && last > 0) return colours.of(models::Binding::no_roof).fill;
  return colours.of(wave % 2 == 0 ? models::Binding::dram : models::Binding::shared).fill;
}

double round_step(double range, double most) {
  const double least = range / most;
  const double decade = std::pow(10.0, std::floor(std::log10(least)));
  for (const double digit : {1.0, 2.0, 5.0}) {
    if (digit * decade >= least * (1 - 1e-9)) return digit * decade;
  }
  return 10 * decade;
}

double draw_wave_legend(const Frame& frame, const BlockTimeline& line, double top) {
  const Sizes& s = frame.sizes;
  const std::uint64_t last = line.placed.back().wave;
  double x = s.pad;
  double y = top + s.legend * 1.6;
  const auto entry = [&](Paint paint, const std::string& words) {
    const double width = text_width(words, s.legend, Weight::regular);
    if (x > s.pad && x + s.legend * 1.8 + width > frame.scene.width - s.pad) x = s.pad, y += s.legend * 1.5;
    frame.add(Plate{{x, y - s.legend * 0.78, s.legend * 1.3, s.legend * 0.85}, 0, paint});
    x += s.legend * 1.8;
    frame.add(
        Text{.role = TextRole::legend, .at = {x, y}, .text = words, .size = s.legend, .colour = frame.colours.text});
    x += width + s.legend * 1.8;
  };
  entry({wave_colour(frame.colours, 0, last)}, wave_words(1, last));
  if (last > 1) entry({wave_colour(frame.colours, 1, last)}, wave_words(2, last));
  if (last > 0) entry({wave_colour(frame.colours, last, last)}, "last wave, " + std::to_string(last + 1));
  entry({frame.colours.grid}, "tail: the last block is scheduled");
  return y + s.legend * 0.8;
}

void draw_block_bars(const Frame& frame, const Rect& area, const BlockTrace& trace, const BlockTimeline& line,
                     std::size_t every) {
  const Sizes& s = frame.sizes;
  const double left = s.tick * 2.8;
  const double above = s.axis * 2.1;
  const double below = s.tick * 1.6 + s.axis * 1.7;
  const Rect plot{area.x + left, area.y + above, area.width - left - s.tick, area.height - above - below};
  const double span = std::max(1.0, static_cast<double>(trace.span_ns));
  const Scales scales{plot, plot.width / span, plot.height / static_cast<double>(rows_of(line, every)), every};
  frame.scene.plots.push_back(plot);
  const double tail = scales.x(in_nanoseconds(line.tail_start));
  frame.add(Plate{{tail, plot.y, plot.right() - tail, plot.height}, 0, {frame.colours.grid}});
  draw_time_axis(frame, scales, span);
  const std::uint64_t last = line.placed.back().wave;
  for (const models::PlacedBlock& placed : line.placed) {
    if (placed.row % every != 0) continue;
    const models::BlockEvent& event = trace.blocks[placed.event];
    frame.add(
        Plate{bar_of(scales, event, placed, line.blocks_per_sm), 0, {wave_colour(frame.colours, placed.wave, last)}});
  }
  draw_sm_axis(frame, scales, line);
  draw_tail(frame, scales, line);
}

}  // namespace rooflens::reports::chart
