#include "reports/chart/mark_names.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "reports/draw/font.hpp"

namespace rooflens::reports::chart {
namespace {

// Directions from the marker, the most natural place for a name first; y grows downwards.
constexpr std::array<Point, 16> kDirections{{{1, 0},
                                             {-1, 0},
                                             {0.92, 0.38},
                                             {0.92, -0.38},
                                             {-0.92, 0.38},
                                             {-0.92, -0.38},
                                             {0.71, 0.71},
                                             {0.71, -0.71},
                                             {-0.71, 0.71},
                                             {-0.71, -0.71},
                                             {0.38, 0.92},
                                             {-0.38, 0.92},
                                             {0, 1},
                                             {0.38, -0.92},
                                             {-0.38, -0.92},
                                             {0, -1}}};
// Distances from the marker's edge, in font sizes.
constexpr std::array<double, 11> kDistances{0.35, 0.7, 1.2, 1.8, 2.6, 3.6, 4.8, 6.2, 8, 10, 13};
constexpr double kFarthestInCrowd = 5;  // a long line through a crowd points at nothing
constexpr double kDetour = 2.5;         // font sizes that a name goes farther to cover nothing
constexpr double kInDoubt = 5;          // and to belong to its own marker and no other
constexpr double kMargin = 3;           // pixels to the end of the plot, where a name is moved there
constexpr double kLeaderFrom = 1.0;     // font sizes from which on a leader is needed

struct Candidate {
  Text text;
  std::optional<Polyline> leader;
  double cost = std::numeric_limits<double>::infinity();
};

class NamePlacer {
 public:
  NamePlacer(const Frame& frame, const Rect& area, Obstacles& obstacles)
      : frame_(frame), area_(area), obstacles_(obstacles) {}

  void place(const NameRequest& request) {
    Candidate best;
    for (const double distance : kDistances) {
      if (frame_.crowded() && distance > kFarthestInCrowd) break;
      for (std::size_t i = 0; i < kDirections.size(); ++i) {
        Candidate candidate = at(request, kDirections[i], distance * frame_.sizes.name);
        candidate.cost = distance + 0.12 * static_cast<double>(i);
        if (candidate.cost >= best.cost || !possible(candidate, bounds(request.marker))) continue;
        if (obstacles_.touches_avoided(inflated(bounds(candidate.text), 2))) candidate.cost += kDetour;
        if (obstacles_.nearer_to_another(end_of(candidate), bounds(request.marker), request.mark->index)) {
          if (candidate.leader) continue;  // it would lead to the other
          candidate.cost += kInDoubt;
        }
        if (candidate.cost < best.cost) best = std::move(candidate);
      }
    }
    if (best.text.text.empty()) return;
    obstacles_.block_with_words(inflated(bounds(best.text), 2));
    if (best.leader) {
      obstacles_.block_with_words(inflated(leader_box(*best.leader), 0.3));
      frame_.add(*best.leader);
    }
    frame_.add(std::move(best.text));
  }

 private:
  [[nodiscard]] Candidate at(const NameRequest& request, Point direction, double distance) const {
    const Marker& marker = request.marker;
    const double size = frame_.sizes.name;
    const double edge = bounds(marker).half_width;
    const Point near{marker.at.x + direction.x * (edge + distance), marker.at.y + direction.y * (edge + distance)};
    const Anchor anchor = direction.x > 0.3 ? Anchor::start : direction.x < -0.3 ? Anchor::end : Anchor::middle;
    // The nearest point of the name lies on the circle: sideways its middle, above and below its edge.
    const double middle = near.y + direction.y * size * kCapHeight / 2;
    Candidate result;
    result.text = {.role = TextRole::name,
                   .at = {near.x, middle + size * kCapHeight / 2},
                   .text = request.mark->name,
                   .size = size,
                   .anchor = anchor,
                   .colour = frame_.colours.text,
                   .halo = frame_.colours.surface,
                   .kernel = request.mark->index,
                   .pivot = marker.at};
    if (anchor == Anchor::middle) slide_inside(result.text);
    if (distance >= kLeaderFrom * size) {
      const double gap = size * 0.25;
      result.leader =
          Polyline{.role = LineRole::leader,
                   .points = {{marker.at.x + direction.x * (edge + 1), marker.at.y + direction.y * (edge + 1)},
                              {near.x - direction.x * gap, near.y - direction.y * gap}},
                   .paint = {frame_.colours.muted, 0.8},
                   .width = 0.8,
                   .kernel = request.mark->index};
    }
    return result;
  }

  // Above and below its marker a name may stand a little aside, where the plot ends.
  void slide_inside(Text& text) const {
    const Rect words = bounds(bounds(text));
    const double right = area_.right() - kMargin - words.right();
    const double left = area_.x + kMargin - words.x;
    const double by = right < 0 ? right : std::max(0.0, left);
    if (std::abs(by) < words.width / 2) text.at.x += by;
  }

  // Where the eye goes from the name to its marker.
  [[nodiscard]] static Rect end_of(const Candidate& candidate) {
    if (candidate.leader) return {candidate.leader->points[0].x, candidate.leader->points[0].y, 0, 0};
    Rect words = bounds(bounds(candidate.text));
    const double beside = std::min(words.width, 2 * candidate.text.size);
    if (candidate.text.anchor == Anchor::end) words.x = words.right() - beside;
    if (candidate.text.anchor == Anchor::middle) words.x += (words.width - beside) / 2;
    words.width = beside;
    return words;
  }

  [[nodiscard]] bool possible(const Candidate& candidate, const Box& marker) const {
    const Box words = bounds(candidate.text);
    const Rect rect = bounds(words);
    if (!area_.contains({rect.x, rect.y}) || !area_.contains({rect.right(), rect.bottom()})) return false;
    if (!obstacles_.free_for_words(inflated(words, 1.5))) return false;
    return !candidate.leader || obstacles_.free_for_leader(leader_box(*candidate.leader), marker);
  }

  [[nodiscard]] static Box leader_box(const Polyline& leader) { return box(leader.points[0], leader.points[1], 1); }

  const Frame& frame_;
  const Rect& area_;
  Obstacles& obstacles_;
};

}  // namespace

void draw_names(const Frame& frame, const Rect& area, const std::vector<NameRequest>& requests, std::size_t most,
                Obstacles& obstacles) {
  NamePlacer placer(frame, area, obstacles);
  for (std::size_t i = 0; i < requests.size() && i < most; ++i) placer.place(requests[i]);
}

}  // namespace rooflens::reports::chart
