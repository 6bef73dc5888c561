#include "reports/chart/roof_lines.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "reports/chart/roof_selection.hpp"
#include "reports/draw/font.hpp"

namespace rooflens::reports::chart {
namespace {

constexpr double kWordGap = 3.5;  // pixels between a roof and its words
constexpr double kNearest = 3;    // pixels between a dashed roof and a solid one, below which only the solid is drawn

double distance(const RoofLine& a, const RoofLine& b) {
  const double angle = std::atan2(a.to.y - a.from.y, a.to.x - a.from.x);
  return std::abs((b.from.y - a.from.y) * std::cos(angle) - (b.from.x - a.from.x) * std::sin(angle));
}

bool lies_on_solid(const RoofLine& line, const std::vector<RoofLine>& lines) {
  return std::any_of(lines.begin(), lines.end(), [&](const RoofLine& other) {
    return other.roof->judged_by && !line.roof->is_wall() &&
           (other.roof->memory != nullptr) == (line.roof->memory != nullptr) && distance(line, other) < kNearest;
  });
}

Dash dash_of(const Roof& roof) {
  if (!roof.judged_by) return Dash::fine;
  return roof.calculated ? Dash::wide : Dash::none;
}

bool drawn(const RoofLine& line, const std::vector<RoofLine>& lines) {
  const bool visible = line.to.x > line.from.x || (line.roof->is_wall() && line.to.y < line.from.y);
  return visible && (line.roof->judged_by || !lies_on_solid(line, lines));
}

std::optional<models::Level> level_of(const Roof& roof) {
  return roof.memory ? std::optional(roof.memory->level) : std::nullopt;
}

class WordPlacer {
 public:
  WordPlacer(const Frame& frame, const Rect& area, const Obstacles& obstacles)
      : frame_(frame), area_(area), obstacles_(obstacles) {}

  // The longest wording at the first free place: above the line, then below it, from its start on.
  [[nodiscard]] std::optional<Text> place(const RoofLine& line) const {
    // Words of a wall may stand above the roofs that it ends at: nothing else of it is there.
    const bool upright = line.roof->is_wall() && line.from.x == line.to.x;
    const double length =
        upright ? line.from.y - area_.y : std::hypot(line.to.x - line.from.x, line.to.y - line.from.y);
    const double size = frame_.sizes.roof;
    const double step = size * (upright ? 0.2 : 0.75);
    for (const std::string& words : line.roof->wordings) {
      const double width = text_width(words, size, Weight::semibold);
      const double first = size * 0.8;
      // Words may overhang the inner end of a level roof by a third: nothing else starts there.
      const double overhang = line.words_at_end ? width / 3 : 0;
      const double last = length - width - size * 0.5;
      if (last < first - overhang) continue;
      for (const bool above : {true, false}) {
        for (double at = first; at <= std::max(first, last + overhang); at += step) {
          const Text text = words_at(line, words, line.words_at_end ? last - (at - first) : at, above);
          const Rect rect = bounds(bounds(text));
          const bool inside = area_.contains({rect.x, rect.y}) && area_.contains({rect.right(), rect.bottom()});
          if (inside && obstacles_.free_for_words(inflated(bounds(text), 1.5))) return text;
        }
      }
    }
    return std::nullopt;
  }

 private:
  // `along` pixels from the line's start, clear of the line by a third of a letter.
  [[nodiscard]] Text words_at(const RoofLine& line, const std::string& words, double along, bool above) const {
    const double angle = std::atan2(line.to.y - line.from.y, line.to.x - line.from.x);
    const double size = frame_.sizes.roof;
    const double gap = std::max(kWordGap, size * 0.28);
    const double up = above ? size * kDescent + gap : -(size * kCapHeight + gap + 1);
    return {.role = TextRole::roof,
            .at = {line.from.x + along * std::cos(angle) + up * std::sin(angle),
                   line.from.y + along * std::sin(angle) - up * std::cos(angle)},
            .text = words,
            .size = size,
            .weight = line.roof->judged_by ? Weight::semibold : Weight::regular,
            .angle = angle,
            .colour = line.ink,
            .halo = frame_.colours.surface,
            .level = level_of(*line.roof),
            .pivot = Point{line.from.x + along * std::cos(angle), line.from.y + along * std::sin(angle)}};
  }

  const Frame& frame_;
  const Rect& area_;
  const Obstacles& obstacles_;
};

}  // namespace

double roof_words_room(const Frame& frame) { return frame.sizes.roof * (kCapHeight + kDescent) + 2 * kWordGap; }

void draw_spread(const Frame& frame, const LogAxis& y, const std::vector<RoofLine>& lines) {
  for (const RoofLine& line : lines) {
    if (!line.roof->judged_by || line.to.x <= line.from.x) continue;
    const double spread = origin_of(*line.roof).spread.value_or(0);
    if (spread <= 0 || spread >= 1) continue;
    const double up = std::log10(1 + spread) * y.pixels_per_decade();
    const double down = std::log10(1 - spread) * y.pixels_per_decade();
    frame.add(Area{{{line.from.x, line.from.y + up},
                    {line.to.x, line.to.y + up},
                    {line.to.x, line.to.y + down},
                    {line.from.x, line.from.y + down}},
                   {line.ink, 0.2},
                   {},
                   level_of(*line.roof)});
  }
}

void draw_roof_lines(const Frame& frame, const std::vector<RoofLine>& lines, Obstacles& obstacles) {
  for (const bool solid : {false, true}) {
    for (const RoofLine& line : lines) {
      if (line.roof->judged_by != solid || !drawn(line, lines)) continue;
      const LineRole dashed = line.roof->is_wall() ? LineRole::wall
                              : line.roof->own     ? LineRole::own_roof
                                                   : LineRole::roof_at_maximum;
      frame.add(Polyline{.role = solid ? LineRole::roof : dashed,
                         .points = {line.from, line.to},
                         .paint = {line.ink, solid ? 1.0 : 0.8},
                         .width = solid ? frame.sizes.line : frame.sizes.line / 2,
                         .dash = dash_of(*line.roof),
                         .level = level_of(*line.roof),
                         .tip = frame.bare ? roof_tip(*line.roof) : ""});
      obstacles.block_crossable(box(line.from, line.to, 2));
    }
  }
}

void draw_roof_words(const Frame& frame, const Rect& area, const std::vector<RoofLine>& lines, Obstacles& obstacles) {
  const auto write = [&](auto wanted) {
    for (const RoofLine& line : lines) {
      if (!wanted(*line.roof) || !drawn(line, lines)) continue;
      if (auto text = WordPlacer(frame, area, obstacles).place(line)) {
        obstacles.block_with_words(inflated(bounds(*text), 4));
        frame.add(std::move(*text));
      }
    }
  };
  // Walls have the least room: between two of them.
  write([](const Roof& roof) { return roof.is_wall(); });
  write([](const Roof& roof) { return roof.judged_by; });
  write([](const Roof& roof) { return !roof.judged_by && !roof.is_wall(); });
}

}  // namespace rooflens::reports::chart
