#include "reports/scenes/gap_bars.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "models/base/thresholds.hpp"
#include "reports/chart/axis.hpp"
#include "reports/draw/font.hpp"
#include "reports/scenes/factor_ticks.hpp"
#include "reports/words/format.hpp"

namespace rooflens::reports::chart {
namespace {

using models::GapFactor;

// What factors that are too small for a bar make together, where it would show as one that does not meet the next.
constexpr std::string_view kRest = "All else, below 0.5 % each";
constexpr double kLeastRest = 0.02;  // of the axis

Paint paint_of(const Frame& frame, StepKind kind) {
  switch (kind) {
    case StepKind::counted:
      return {frame.colours.muted};
    case StepKind::latency:
      return {frame.colours.of(models::Binding::no_roof).fill};
    case StepKind::unexplained:
    case StepKind::unclassified:
      return {frame.colours.muted, 0.25};
    case StepKind::flagged:
      return {frame.colours.warning.ink};
  }
  return {frame.colours.muted};
}

// A row in words: its name, its number, and what removing it brings.
struct Row {
  std::string name;
  std::string number;
  std::vector<std::string> gains{};
  double from = 1, to = 1;
  std::optional<StepKind> kind{};  // none for the two ends
};

std::string gain_text(double gain, bool at_most) { return (at_most ? "≤ " : "") + format_factor(gain); }

// Whether removing it changes anything that could be read.
bool has_gain(const GapFactor& factor) {
  return std::abs(std::log(factor.removed_first)) >= models::kNoFactor ||
         std::abs(std::log(factor.removed_last)) >= models::kNoFactor;
}

class Bars {
 public:
  Bars(const Frame& frame, const models::Gap& gap, const GapSteps& steps) : frame_(frame), gap_(gap), steps_(steps) {
    const bool best = std::any_of(steps.shown.begin(), steps.shown.end(),
                                  [](const GapStep& step) { return step.factor->at_best.has_value(); });
    const bool busiest = !frame.sizes.compact && std::any_of(steps.shown.begin(), steps.shown.end(), [](const auto& s) {
      return !s.factor->then_busiest.empty() && has_gain(*s.factor);
    });
    heads_ = {"if fixed first", "if fixed last"};
    if (best) heads_.emplace_back("at best");
    gains_ = heads_.size();
    if (busiest) heads_.emplace_back("next bottleneck");
    rows_.push_back({"Shortest, " + clean_utf8(gap.roof_resource) + " roof", format(gap.roof)});
    for (const GapStep& step : steps.shown) rows_.push_back(row_of(step, busiest, best));
    const auto [low, high] = reach();
    if (std::abs(std::log(steps.rest)) >= kLeastRest * std::log(high / low)) {
      rows_.push_back({.name = std::string(kRest),
                       .number = format_factor(steps.rest),
                       .from = gap.total / steps.rest,
                       .to = gap.total,
                       .kind = StepKind::counted});
    }
    rows_.push_back({.name = "Measured", .number = format(gap.measured), .to = gap.total});
  }

  void draw(const Rect& area) const {
    const Sizes& s = frame_.sizes;
    const double size = s.name;
    const double room = size * 0.9;  // between columns
    double names = 0, numbers = 0;
    for (const Row& row : rows_) {
      names = std::max(names, text_width(row.name, size, weight_of(row)));
      numbers = std::max(numbers, text_width(row.number, size, weight_of(row)));
    }
    names = std::min(names, area.width * 0.36);
    std::vector<double> widths;
    double gains = 0;
    for (std::size_t i = 0; i < heads_.size(); ++i) {
      double width = text_width(heads_[i], s.tick, Weight::regular);
      for (const Row& row : rows_) {
        if (i < row.gains.size()) width = std::max(width, text_width(row.gains[i], size, Weight::regular));
      }
      widths.push_back(width);
      gains += width + room;
    }
    const double head = s.axis * 1.5 + s.tick * 1.6;
    const double axis = s.tick * 1.6 + s.axis * 1.7;
    const double rows = static_cast<double>(rows_.size());
    const double height = std::clamp((area.height - head - axis) / rows, size * 1.25, size * 8.5);
    const Rect plot{area.x + names + numbers + 2 * room, area.y + head, area.width - names - numbers - gains - 2 * room,
                    height * rows};
    frame_.scene.plots.push_back(plot);
    const LogAxis x = axis_of(plot);
    draw_axis(plot, x);
    draw_heads(area, plot, widths, room);
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const double middle = plot.y + height * (static_cast<double>(i) + 0.5);
      const double baseline = middle + size * kCapHeight / 2;
      write(rows_[i], rows_[i].name, {area.x, baseline}, Anchor::start, names);
      write(rows_[i], rows_[i].number, {area.x + names + room + numbers, baseline}, Anchor::end, numbers + 1);
      draw_bar(rows_[i], i, x, middle, std::min(height * 0.5, size * 2.2), height);
      double right = plot.right();
      for (std::size_t k = 0; k < rows_[i].gains.size(); ++k) {
        right += room + widths[k];
        write(rows_[i], rows_[i].gains[k], {right, baseline}, Anchor::end, widths[k] + 1);
      }
    }
  }

 private:
  [[nodiscard]] static Weight weight_of(const Row& row) { return row.kind ? Weight::regular : Weight::semibold; }

  [[nodiscard]] static Row row_of(const GapStep& step, bool busiest, bool best) {
    const GapFactor& factor = *step.factor;
    const bool gain = has_gain(factor);
    const auto text = [&](double value) {
      return gain && value >= 1 ? gain_text(value, factor.at_most) : std::string(kMissing);
    };
    Row row{std::string(factor.label),
            format_factor(factor.factor),
            {text(factor.removed_first)},
            step.from,
            step.to,
            step.kind};
    if (step.kind == StepKind::flagged) row.name += ", below 1";
    row.gains.push_back(text(factor.removed_last));
    if (best) row.gains.push_back(factor.at_best ? gain_text(*factor.at_best, false) : "");
    if (busiest) row.gains.push_back(gain ? clean_utf8(factor.then_busiest) : "");
    return row;
  }

  // Of all bars, as factors over the roof.
  [[nodiscard]] std::pair<double, double> reach() const {
    double low = std::min(1.0, gap_.total), high = std::max(1.0, gap_.total);
    for (const GapStep& step : steps_.shown) {
      low = std::min(low, step.to);
      high = std::max(high, step.to);
    }
    return {low, high > low ? high : low * 1.1};
  }
  [[nodiscard]] LogAxis axis_of(const Rect& plot) const {
    const auto [low, high] = reach();
    return {low, high, plot.x, plot.right()};
  }

  void draw_axis(const Rect& plot, const LogAxis& x) const {
    const Sizes& s = frame_.sizes;
    const std::vector<double> ticks = factor_ticks(x.from(), x.to(), s.tick * 4.5 / std::max(1.0, plot.width));
    const std::vector<std::string> texts = factor_tick_texts(ticks);
    for (std::size_t i = 0; i < ticks.size(); ++i) {
      const double at = x.pixel(ticks[i]);
      frame_.add(Polyline{
          .role = LineRole::grid, .points = {{at, plot.y}, {at, plot.bottom()}}, .paint = {frame_.colours.grid}});
      frame_.add(Text{.role = TextRole::tick,
                      .at = {at, plot.bottom() + s.tick * 1.4},
                      .text = texts[i],
                      .size = s.tick,
                      .anchor = Anchor::middle,
                      .colour = frame_.colours.muted});
    }
    frame_.add(Polyline{.role = LineRole::axis,
                        .points = {{plot.x, plot.bottom()}, {plot.right(), plot.bottom()}},
                        .paint = {frame_.colours.axis}});
    std::string title = "Time over the shortest, logarithmic";
    if (text_width(title, s.axis, Weight::semibold) > plot.width) title = "Time over the shortest";
    frame_.add(Text{.role = TextRole::axis,
                    .at = {plot.x + plot.width / 2, plot.bottom() + s.tick * 1.6 + s.axis * 1.25},
                    .text = title,
                    .size = s.axis,
                    .weight = Weight::semibold,
                    .anchor = Anchor::middle,
                    .colour = frame_.colours.text});
  }

  void draw_heads(const Rect& area, const Rect& plot, const std::vector<double>& widths, double room) const {
    const Sizes& s = frame_.sizes;
    const double baseline = plot.y - s.tick * 0.6;
    const auto head = [&](const std::string& words, Point at, Anchor anchor, bool strong) {
      frame_.add(Text{.role = strong ? TextRole::axis : TextRole::tick,
                      .at = at,
                      .text = words,
                      .size = strong ? s.axis : s.tick,
                      .weight = strong ? Weight::semibold : Weight::regular,
                      .anchor = anchor,
                      .colour = strong ? frame_.colours.text : frame_.colours.muted});
    };
    head("Factor", {area.x, baseline}, Anchor::start, true);
    if (steps_.shown.empty()) return;
    double right = plot.right();
    for (std::size_t i = 0; i < heads_.size(); ++i) {
      right += room + widths[i];
      head(heads_[i], {right, baseline}, Anchor::end, false);
      if (i + 1 == gains_) head("Speed-up", {right, baseline - s.tick * 1.5}, Anchor::end, true);
    }
  }

  void write(const Row& row, const std::string& words, Point at, Anchor anchor, double width) const {
    if (words.empty()) return;
    const bool flagged = row.kind == StepKind::flagged;
    frame_.add(Text{.role = TextRole::name,
                    .at = at,
                    .text = fit_end(words, frame_.sizes.name, weight_of(row), width),
                    .size = frame_.sizes.name,
                    .weight = weight_of(row),
                    .anchor = anchor,
                    .colour = flagged ? frame_.colours.warning.ink : frame_.colours.text});
  }

  // The bar, and a line from its end down to where the next one begins.
  void draw_bar(const Row& row, std::size_t i, const LogAxis& x, double middle, double thick, double height) const {
    const bool last = i + 1 == rows_.size();
    const double from = x.pixel(row.from), to = x.pixel(row.to);
    const double next_thick = i + 2 == rows_.size() ? thick * 0.4 : thick;
    if (!row.kind) thick *= 0.4;
    if (!last) {
      frame_.add(Polyline{.role = LineRole::connector,
                          .points = {{to, middle + thick / 2}, {to, middle + height - next_thick / 2}},
                          .paint = {frame_.colours.axis},
                          .width = 1});
    }
    const double left = std::min(from, to);
    const double width = std::max(frame_.sizes.line, std::abs(to - from));
    const Rect bar{left, middle - thick / 2, width, thick};
    frame_.add(
        Plate{bar, std::min(2.0, thick / 4), row.kind ? paint_of(frame_, *row.kind) : Paint{frame_.colours.text}});
    if (row.kind != StepKind::unclassified || width < thick) return;
    frame_.add(Polyline{
        .role = LineRole::connector,
        .points =
            {{bar.x, bar.y}, {bar.right(), bar.y}, {bar.right(), bar.bottom()}, {bar.x, bar.bottom()}, {bar.x, bar.y}},
        .paint = {frame_.colours.muted},
        .width = 1,
        .dash = Dash::fine});
  }

  const Frame& frame_;
  const models::Gap& gap_;
  const GapSteps& steps_;
  std::vector<std::string> heads_;
  std::size_t gains_ = 2;  // columns of speed-ups; one behind them is not
  std::vector<Row> rows_;
};

}  // namespace

GapSteps gap_steps(const models::Gap& gap) {
  GapSteps steps;
  double at = 1;
  for (auto factor = gap.factors.rbegin(); factor != gap.factors.rend(); ++factor) {
    if (std::abs(std::log(factor->factor)) < models::kNoFactor) {
      steps.no_loss.push_back(&*factor);
      steps.rest *= factor->factor;
      continue;
    }
    const double from = at;
    at *= factor->factor;
    steps.shown.push_back({&*factor, from, at, kind_of(*factor)});
  }
  return steps;
}

LegendGroup step_keys(const Frame& frame, const GapSteps& steps) {
  std::set<StepKind> used;
  for (const GapStep& step : steps.shown) used.insert(step.kind);
  LegendGroup group{"Factors", {}};
  for (const auto& [kind, label] :
       {std::pair{StepKind::counted, "from counters"}, std::pair{StepKind::latency, "waiting"},
        std::pair{StepKind::unexplained, "unexplained"}, std::pair{StepKind::unclassified, "unclassified"},
        std::pair{StepKind::flagged, "below 1: less than assumed"}}) {
    if (!used.contains(kind)) continue;
    group.entries.push_back({.label = label,
                             .line = Polyline{.role = LineRole::connector,
                                              .paint = paint_of(frame, kind),
                                              .width = frame.sizes.legend * 0.75,
                                              .dash = kind == StepKind::unclassified ? Dash::fine : Dash::none}});
  }
  return group;
}

void draw_gap_bars(const Frame& frame, const Rect& area, const models::Gap& gap, const GapSteps& steps) {
  Bars(frame, gap, steps).draw(area);
}

}  // namespace rooflens::reports::chart
