#include "reports/compare/comparison_content.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "reports/chart/mark_names.hpp"
#include "reports/chart/missing_roofs.hpp"
#include "reports/chart/obstacles.hpp"
#include "reports/chart/roof_selection.hpp"
#include "reports/compare/compare_words.hpp"
#include "reports/words/shorten_apart.hpp"
#include "reports/words/words.hpp"

namespace rooflens::reports::chart {
namespace {

constexpr double kPale = 0.3;      // opacity of A's marker
constexpr double kLeastArrow = 4;  // pixels between the markers' edges from which on an arrow can be seen

Paint arrow_paint(const Frame& frame, models::Trend trend) {
  switch (trend) {
    case models::Trend::faster:
      return {frame.colours.text, 0.8};
    case models::Trend::slower:
      return {frame.colours.warning.ink, 0.9};
    case models::Trend::same:
    case models::Trend::unknown:
      break;
  }
  return {frame.colours.muted, 0.55};
}

double head_length(const Frame& frame) { return std::max(5.0, frame.sizes.name * 0.62); }
double arrow_width(const Frame& frame) { return frame.sizes.compact || frame.crowded() ? 1 : 1.3; }

Marker marker(const Frame& frame, const Mark& mark, Point at, bool is_b) {
  const Swatch& swatch = frame.colours.of(mark.kernel->binding);
  const bool counted = mark.operations_counted && mark.points.front()->source == models::DemandSource::measured;
  const double most = frame.crowded() ? frame.sizes.marker * 0.5 : frame.sizes.marker * 0.7;
  Marker result{.at = at,
                .shape = mark.points.front()->level,
                .radius = std::min(most, frame.radius(mark.kernel->share_of_time)),
                .fill = std::nullopt,
                .edge = {swatch.ink, is_b ? 1.0 : 0.6},
                .edge_width = counted ? 1 : 1.6,
                .kernel = mark.index,
                .primary = is_b};
  if (counted) result.fill = Paint{swatch.fill, is_b ? 0.95 : kPale};
  return result;
}

// From A's point to the edge of B's marker; a short way has no room for a head.
void draw_arrow(const Frame& frame, const PlacedPair& pair, const Marker& to, Obstacles& obstacles) {
  const double distance = std::hypot(pair.to.x - pair.from.x, pair.to.y - pair.from.y);
  const double way = distance - to.radius;
  if (way < kLeastArrow) return;
  const Paint paint = arrow_paint(frame, pair.trend);
  const Point along{(pair.to.x - pair.from.x) / distance, (pair.to.y - pair.from.y) / distance};
  const auto at = [&](double length) { return Point{pair.from.x + along.x * length, pair.from.y + along.y * length}; };
  const double head = std::min(head_length(frame), way * 0.6);
  const Point tip = at(way - to.edge_width);
  const Point base = at(way - to.edge_width - head * 0.8);
  obstacles.block_crossable(box(pair.from, tip, 3));
  frame.add(Polyline{.role = LineRole::arrow,
                     .points = {pair.from, base},
                     .paint = paint,
                     .width = arrow_width(frame),
                     .kernel = pair.b->index});
  Area tip_area = arrow_head(pair.from, tip, head, paint);
  tip_area.kernel = pair.b->index;
  frame.add(std::move(tip_area));
}

using models::KernelPair;

struct Candidate {
  const KernelPair* pair = nullptr;
  Mark a, b;
};

// Both marks keep the one point whose level both have.
bool keep_common_level(Mark& a, Mark& b) {
  for (const models::LevelPoint* mine : a.points) {
    for (const models::LevelPoint* theirs : b.points) {
      if (mine->level != theirs->level) continue;
      a.points = {mine};
      b.points = {theirs};
      return true;
    }
  }
  return false;
}

std::optional<std::string> reason_not_drawn(Candidate& candidate) {
  if (const auto reason = reason_not_drawn(candidate.a)) return *reason + " in A";
  if (const auto reason = reason_not_drawn(candidate.b)) return *reason + " in B";
  if (candidate.a.kernel->flop_rate.has_value() != candidate.b.kernel->flop_rate.has_value()) {
    return "FLOPs are known of one side only";
  }
  if (!keep_common_level(candidate.a, candidate.b)) return "no memory level is known of both";
  return std::nullopt;
}

// How far the speed-up is from 1; what is not known to have changed counts as 0.
double change(const KernelPair& pair) {
  const bool changed = pair.trend == models::Trend::faster || pair.trend == models::Trend::slower;
  return changed && pair.speedup ? std::abs(std::log(pair.speedup->ratio)) : 0;
}

bool changed_more(const Candidate& x, const Candidate& y) {
  const double mine = change(*x.pair);
  const double theirs = change(*y.pair);
  if (mine != theirs) return mine > theirs;
  return x.b.kernel->share_of_time > y.b.kernel->share_of_time;
}

std::string label_of(const KernelPair& pair, const std::string& name) {
  return pair.speedup ? name + " " + format_factor(pair.speedup->ratio) : name;
}

double rate_of(const Roof& roof) { return roof.memory ? roof.memory->rate.value() : roof.compute->rate.value(); }

bool same_resource(const Roof& a, const Roof& b) {
  if (a.memory && b.memory) return a.memory->level == b.memory->level;
  return a.compute && b.compute && a.compute->precision == b.compute->precision;
}

void say_side(Roof& roof, const std::string& side) {
  for (std::string& words : roof.wordings) words = side + ": " + words;
}

// One line with the words of both where a roof of A is B's; each with its side's letter where not.
void name_sides(std::vector<Roof>& a, std::vector<Roof>& b) {
  for (Roof& theirs : b) {
    const auto equal = std::find_if(a.begin(), a.end(), [&](const Roof& mine) {
      return !mine.wordings.empty() && same_resource(mine, theirs) && mine.wordings == theirs.wordings &&
             std::abs(rate_of(mine) - rate_of(theirs)) <= 0.005 * rate_of(theirs);
    });
    if (equal != a.end()) equal->wordings.clear();
    say_side(theirs, equal == a.end() ? "B" : "A, B");
  }
  for (Roof& mine : a) {
    say_side(mine, "A");
    mine.judged_by = false;
  }
}

void take_roofs(const models::Machine* machine, Content& content) {
  models::MachineAnalysis analysis;
  analysis.machine = machine;
  select_roofs(analysis, content);
  const auto at_maximum = [](const Roof& roof) { return !roof.judged_by; };
  std::erase_if(content.memory_roofs, at_maximum);
  std::erase_if(content.compute_roofs, at_maximum);
  for (std::vector<Roof>* roofs : {&content.memory_roofs, &content.compute_roofs}) {
    for (Roof& roof : *roofs) roof.calculated = false;  // dashes tell A from B there
  }
}

}  // namespace

std::size_t machines_of_pair(const models::Comparison& comparison, const KernelPair& pair) {
  const auto find = [&](auto fits) {
    const auto it = std::find_if(comparison.machines.begin(), comparison.machines.end(), fits);
    return static_cast<std::size_t>(it - comparison.machines.begin());
  };
  std::size_t at = find([&](const models::MachinePair& m) { return m.a == pair.a->machine && m.b == pair.b->machine; });
  if (at < comparison.machines.size()) return at;
  // Machines that read like an earlier pair have no entry of their own.
  at = find([&](const models::MachinePair& m) {
    return m.a->device.name == pair.a->machine->device.name && m.b->device.name == pair.b->machine->device.name;
  });
  return at < comparison.machines.size() ? at : 0;
}

ComparisonContent select(const models::Comparison& comparison, std::size_t machine) {
  ComparisonContent content;
  const ComparedNames names = names_of(comparison);
  std::vector<Candidate> candidates;
  std::vector<std::string> shortened;
  for (const KernelPair& pair : comparison.pairs) shortened.push_back(names.name(first_of(pair)));
  shortened = shorten_apart(shortened, kNameLength);
  for (std::size_t i = 0; i < comparison.pairs.size(); ++i) {
    const KernelPair& pair = comparison.pairs[i];
    if (machines_of_pair(comparison, pair) != machine) continue;
    const std::string& name = shortened[i];
    const std::string label = label_of(pair, name);
    Candidate candidate{&pair, mark_of(*pair.a, i, label), mark_of(*pair.b, i, label)};
    if (const auto reason = reason_not_drawn(candidate)) {
      add_undrawn(content.undrawn, *reason, name);
    } else {
      candidates.push_back(std::move(candidate));
    }
  }
  std::stable_sort(candidates.begin(), candidates.end(), changed_more);
  if (candidates.size() > kMostDrawnPairs) {
    content.left_out = candidates.size() - kMostDrawnPairs;
    candidates.resize(kMostDrawnPairs);
  }
  for (Candidate& candidate : candidates) {
    const bool flops = candidate.b.kernel->flop_rate.has_value();
    (flops ? content.a.roofline : content.a.bandwidth).push_back(std::move(candidate.a));
    (flops ? content.b.roofline : content.b.bandwidth).push_back(std::move(candidate.b));
  }
  note_missing_roofs(content.a);
  note_missing_roofs(content.b);
  if (machine < comparison.machines.size()) {
    take_roofs(comparison.machines[machine].a, content.a);
    take_roofs(comparison.machines[machine].b, content.b);
    name_sides(content.a.memory_roofs, content.b.memory_roofs);
    name_sides(content.a.compute_roofs, content.b.compute_roofs);
  }
  return content;
}

void draw_pairs(const Frame& frame, const Rect& plot, const std::vector<PlacedPair>& pairs,
                const std::vector<RoofLine>& roofs) {
  Obstacles obstacles;
  draw_roof_lines(frame, roofs, obstacles);
  std::vector<NameRequest> requests;
  for (const PlacedPair& pair : pairs) requests.push_back({marker(frame, *pair.b, pair.to, true), pair.b});
  // What changed most is drawn last, on top.
  for (std::size_t i = pairs.size(); i-- > 0;) {
    const Marker from = marker(frame, *pairs[i].a, pairs[i].from, false);
    obstacles.block_crossable(bounds(from));
    frame.add(from);
    draw_arrow(frame, pairs[i], requests[i].marker, obstacles);
  }
  for (std::size_t i = pairs.size(); i-- > 0;) {
    const Marker& to = requests[i].marker;
    frame.crowded() ? obstacles.block_crossable(bounds(to)) : obstacles.block_with_marker(bounds(to), *to.kernel);
    frame.add(to);
  }
  draw_roof_words(frame, plot, roofs, obstacles);
  const double room = plot.width * plot.height / (frame.sizes.name * frame.sizes.name * 90);
  const auto most = std::min(static_cast<double>(std::max(0, frame.most_names)), std::ceil(room));
  draw_names(frame, plot, requests, static_cast<std::size_t>(most), obstacles);
}

LegendGroup pair_keys(const Frame& frame) {
  const double radius = frame.sizes.legend * 0.42;
  const Rgb grey = frame.colours.muted;
  LegendGroup group{"Kernels", {}};
  group.entries.push_back(
      {.label = "A", .sample = {.radius = radius, .fill = Paint{grey, kPale}, .edge = {grey, 0.6}}});
  group.entries.push_back({.label = "B", .sample = {.radius = radius, .fill = Paint{grey}, .edge = {grey}}});
  const auto arrow = [&](const char* label, models::Trend trend) {
    group.entries.push_back(
        {.label = label,
         .line = Polyline{.role = LineRole::arrow, .paint = arrow_paint(frame, trend), .width = arrow_width(frame)},
         .arrow = true});
  };
  arrow("faster", models::Trend::faster);
  arrow("slower", models::Trend::slower);
  arrow("the same, or unknown", models::Trend::same);
  return group;
}

}  // namespace rooflens::reports::chart
