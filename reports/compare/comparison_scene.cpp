#include "reports/compare/comparison_scene.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "reports/chart/bandwidth_axes.hpp"
#include "reports/chart/explained_roofs.hpp"
#include "reports/chart/grid.hpp"
#include "reports/chart/missing_roofs.hpp"
#include "reports/chart/notes.hpp"
#include "reports/chart/roofline_axes.hpp"
#include "reports/compare/compare_words.hpp"
#include "reports/compare/comparison_content.hpp"
#include "reports/draw/font.hpp"
#include "reports/words/shorten_apart.hpp"

namespace rooflens::reports::chart {
namespace {

constexpr double kNarrow = 560;  // pixels below which the two plots stand one above the other

struct Side {
  std::string_view letter;
  std::string name;
  std::string_view kind;                     // of data; empty for recorded ones
  const models::Machine* machine = nullptr;  // nullptr where the side has none
};

struct Sides {
  Side a, b;
};

std::string device_of(const models::Machine* machine) {
  return machine ? clean_utf8(machine->device.name) : std::string("no GPU");
}

std::string title_of(const Sides& sides) {
  const std::string a = device_of(sides.a.machine);
  const std::string b = device_of(sides.b.machine);
  return "Comparison · " + (a == b ? a : a + " → " + b);
}

// "A: before.rlens, NVIDIA H200, imported from Nsight Compute"
std::string side_text(const Side& side) {
  std::string text = std::string(side.letter) + ": " + clean_utf8(side.name) + ", " + device_of(side.machine);
  return side.kind.empty() ? text : text + ", " + std::string(side.kind);
}

std::string conditions_text(const models::Comparison& comparison) {
  std::string text;
  for (const models::ConditionDifference& difference : comparison.differences) {
    text += (text.empty() ? "B " : "; it ") + difference_text(difference, "A", "B");
  }
  return text.empty() ? "No recorded condition differs: GPU, driver, clocks, caches." : text + ".";
}

class ComparisonChart {
 public:
  ComparisonChart(const Frame& frame, const models::Comparison& comparison, const ComparisonContent& content)
      : frame_(frame), comparison_(comparison), content_(content) {}

  void draw(const Rect& area) const {
    const bool roofline = !content_.b.roofline.empty();
    const bool bandwidth = !content_.b.bandwidth.empty();
    const double gap = frame_.sizes.pad;
    if (!roofline && !bandwidth) return draw_instead(frame_, area, "No pair has a point on both sides.");
    if (!roofline) return draw_bandwidths(area, x_title_room(frame_));
    if (!bandwidth) return draw_roofline(area);
    if (area.width < kNarrow) {
      const double upper = (area.height - gap) * 0.6;
      draw_roofline({area.x, area.y, area.width, upper});
      return draw_bandwidths({area.x, area.y + upper + gap, area.width, area.height - upper - gap},
                             x_title_room(frame_));
    }
    const double side = area.width * 0.28;
    draw_roofline({area.x, area.y, area.width - side - gap, area.height});
    draw_bandwidths({area.right() - side, area.y, side, area.height}, x_axis_room(frame_));
  }

 private:
  // A's roofs that are not B's too: thin and dashed. Each ends where its own machine's roofs meet, so lines are laid
  // out as if A were alone.
  [[nodiscard]] static std::vector<RoofLine> joined(std::vector<RoofLine> lines, const std::vector<RoofLine>& of_a) {
    for (const RoofLine& line : of_a) {
      if (!line.roof->wordings.empty()) lines.push_back(line);
    }
    return lines;
  }

  [[nodiscard]] std::vector<PlacedPair> placed(const std::vector<Mark>& a, const std::vector<Mark>& b,
                                               const auto& place) const {
    std::vector<PlacedPair> result;
    for (std::size_t i = 0; i < b.size(); ++i) {
      result.push_back({&a[i], &b[i], place(a[i], i), place(b[i], i), comparison_.pairs[b[i].index].trend});
    }
    return result;
  }

  void draw_roofline(const Rect& area) const {
    const RooflineAxes axes = roofline_axes(frame_, area, {&content_.a, &content_.b});
    frame_.scene.plots.push_back(axes.plot);
    const std::vector<RoofLine> of_b = roof_lines(frame_.colours, axes, content_.b);
    draw_attainable(frame_, axes, of_b);
    draw_roofline_axes(frame_, axes);
    draw_spread(frame_, axes.y, of_b);
    const auto place = [&](const Mark& mark, std::size_t) {
      return axes.at(mark.points.front()->intensity->value(), mark.kernel->flop_rate->value());
    };
    draw_pairs(frame_, axes.plot, placed(content_.a.roofline, content_.b.roofline, place),
               joined(of_b, roof_lines(frame_.colours, axes, content_.a)));
  }

  void draw_bandwidths(const Rect& area, double below) const {
    const BandwidthAxes axes = bandwidth_axes(frame_, area, {&content_.a, &content_.b}, below);
    frame_.scene.plots.push_back(axes.plot);
    draw_y_axis(frame_, axes.plot, axes.y, axes.title);
    if (axes.columns > 1) draw_x_title(frame_, axes.plot, "Kernels by change", below);
    draw_base(frame_, axes.plot);
    const std::vector<RoofLine> of_b = bandwidth_roof_lines(frame_.colours, axes, content_.b);
    draw_spread(frame_, axes.y, of_b);
    const auto place = [&](const Mark& mark, std::size_t column) {
      return axes.at(column, mark.points.front()->bandwidth.value());
    };
    draw_pairs(frame_, axes.plot, placed(content_.a.bandwidth, content_.b.bandwidth, place),
               joined(of_b, bandwidth_roof_lines(frame_.colours, axes, content_.a)));
  }

  const Frame& frame_;
  const models::Comparison& comparison_;
  const ComparisonContent& content_;
};

LegendGroup side_keys(const Frame& frame, const Sides& sides) {
  const double all = frame.scene.width - 2 * frame.sizes.pad - frame.sizes.legend * 4;
  const double room = all < kNarrow ? all : all * 0.4;
  const auto key = [&](const Side& side, bool dashed) {
    return LegendEntry{.label = fit_end(side_text(side), frame.sizes.legend, Weight::regular, room),
                       .line = Polyline{.role = dashed ? LineRole::roof_at_maximum : LineRole::roof,
                                        .paint = {frame.colours.text},
                                        .width = dashed ? frame.sizes.line / 2 : frame.sizes.line,
                                        .dash = dashed ? Dash::fine : Dash::none}};
  };
  return {"Roofs", {key(sides.a, true), key(sides.b, false)}};
}

template <typename Visit>
void for_each_mark(const ComparisonContent& content, Visit visit) {
  for (const Content* side : {&content.a, &content.b}) {
    for (const std::vector<Mark>* marks : {&side->roofline, &side->bandwidth}) {
      for (const Mark& mark : *marks) visit(mark);
    }
  }
}

LegendGroup colour_keys(const Frame& frame, const ComparisonContent& content) {
  std::set<models::Binding> used;
  for_each_mark(content, [&](const Mark& mark) { used.insert(mark.kernel->binding); });
  LegendGroup group{"Bound by", {}};
  for (const models::Binding binding : used) {
    const Swatch& swatch = frame.colours.of(binding);
    group.entries.push_back(
        {.label = std::string(info(binding).label),
         .sample = {.radius = frame.sizes.legend * 0.42, .fill = Paint{swatch.fill}, .edge = {swatch.ink}}});
  }
  return group;
}

LegendGroup shape_keys(const Frame& frame, const ComparisonContent& content) {
  std::set<models::Level> used;
  bool hollow = false;
  for_each_mark(content, [&](const Mark& mark) {
    used.insert(mark.points.front()->level);
    hollow = hollow || !mark.operations_counted || mark.points.front()->source == models::DemandSource::analytic;
  });
  LegendGroup group{"Traffic at", {}};
  const Rgb grey = frame.colours.muted;
  const double radius = frame.sizes.legend * 0.4;
  for (const models::Level level : {models::Level::dram, models::Level::l2, models::Level::l1, models::Level::shared}) {
    if (!used.contains(level)) continue;
    group.entries.push_back({.label = std::string(info(level).label),
                             .sample = {.shape = level, .radius = radius, .fill = Paint{grey, 0.35}, .edge = {grey}}});
  }
  if (hollow) {
    group.entries.push_back({.label = "hollow: not counted, from formula",
                             .sample = {.radius = radius, .fill = std::nullopt, .edge = {grey}, .edge_width = 1.6}});
  }
  return group;
}

double draw_keys(const Frame& frame, const Sides& sides, const ComparisonContent& content, double top) {
  LegendFlow flow(frame, top + frame.sizes.legend * 0.5);
  flow.add(side_keys(frame, sides));
  if (!content.b.roofline.empty() || !content.b.bandwidth.empty()) {
    flow.add(pair_keys(frame));
    flow.add(colour_keys(frame, content));
    flow.add(shape_keys(frame, content));
  }
  return flow.bottom();
}

std::vector<const Roof*> roofs_to_explain(const ComparisonContent& content) {
  std::vector<const Roof*> result;
  for (const Content* side : {&content.a, &content.b}) {
    for (const std::vector<Roof>* roofs : {&side->memory_roofs, &side->compute_roofs}) {
      for (const Roof& roof : *roofs) {
        if (!roof.wordings.empty()) result.push_back(&roof);
      }
    }
  }
  return result;
}

std::vector<std::string> notes(const Frame& frame, const models::Comparison& comparison,
                               const ComparisonContent& content, const std::vector<const Roof*>& unexplained) {
  const std::size_t most = frame.sizes.compact ? 2 : 4;
  std::vector<std::string> result;
  for (const Undrawn& entry : content.undrawn) {
    result.push_back("Not drawn, " + entry.reason + ": " + listed(entry.names, most) + ".");
  }
  if (content.left_out > 0) {
    result.push_back("Drawn are the " + std::to_string(kMostDrawnPairs) + " pairs that changed most; " +
                     std::to_string(content.left_out) + " more are in the table.");
  }
  const auto lonely = [&](const std::vector<models::ComparedKernel>& kernels, const char* side) {
    if (kernels.empty()) return;
    std::vector<std::string> names;
    for (const models::ComparedKernel& entry : kernels) {
      names.push_back(clean_utf8(entry.kernel->observation->name));
    }
    names = shorten_apart(names, kNameLength);
    result.push_back(std::string("Only in ") + side + ": " + listed(names, most) + ".");
  };
  lonely(comparison.only_a, "A");
  lonely(comparison.only_b, "B");
  for (const auto& [side, where] : {std::pair{&content.a, "of A"}, std::pair{&content.b, "of B"}}) {
    const std::string missing = missing_roofs_sentence(side->without_roof, where);
    if (!missing.empty()) result.push_back(missing);
  }
  if (!unexplained.empty()) result.push_back(roofs_by_origin(unexplained));
  return result;
}

}  // namespace

Scene build_comparison_scene(const ComparisonDocument& document, const PictureOptions& options) {
  const models::Comparison& comparison = document.comparison;
  Scene empty = empty_scene(options);
  const Palette& colours = palette(options.theme);
  const bool known = options.machine < comparison.machines.size();
  const Sides sides{
      {"A", document.a, kind_of_data(*comparison.recorded_a), known ? comparison.machines[options.machine].a : nullptr},
      {"B", document.b, kind_of_data(*comparison.recorded_b),
       known ? comparison.machines[options.machine].b : nullptr}};
  empty.title = title_of(sides);
  const ComparedNames names = names_of(comparison);
  for (const models::KernelPair& pair : comparison.pairs) empty.names.push_back(names.name(first_of(pair)));
  const ComparisonContent content = select(comparison, options.machine);
  // Stands for both recordings: a header asks only whether data are simulated or altered.
  models::Recording recording;
  if (comparison.simulated) recording.provenance.kind = models::RecordingKind::simulated;
  recording.provenance.altered = comparison.altered;
  const models::Analysis analysis;
  const models::MachineAnalysis machine;
  const Document header{recording, analysis, ""};
  const std::size_t marks = content.b.roofline.size() + content.b.bandwidth.size();
  return draw_explained(
      empty, colours, roofs_to_explain(content), [&](Scene& scene, const std::vector<const Roof*>& unexplained) {
        const Frame frame{.scene = scene,
                          .colours = colours,
                          .sizes = sizes_for(options, marks),
                          .document = header,
                          .analysis = machine,
                          .content = content.b,
                          .most_names = options.labels};
        const double head = options.bare ? 0 : draw_header(frame, outcome(comparison), conditions_text(comparison));
        const double top = draw_keys(frame, sides, content, head) + frame.sizes.name * 0.6;
        const double bottom = draw_notes(frame, notes(frame, comparison, content, unexplained), options.bare ? 8 : 3);
        ComparisonChart(frame, comparison, content)
            .draw({frame.sizes.pad, top, scene.width - 2 * frame.sizes.pad, bottom - top});
      });
}

}  // namespace rooflens::reports::chart
