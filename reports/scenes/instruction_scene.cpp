// The picture of the instruction roofline: all warp instructions at each memory level, and beside them loads and stores
// of global and of shared memory against the walls of their access patterns.
#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "models/base/counted.hpp"
#include "models/base/joined.hpp"
#include "models/place/instruction_roofline.hpp"
#include "reports/chart/explained_roofs.hpp"
#include "reports/chart/kernel_choice.hpp"
#include "reports/chart/legend_flow.hpp"
#include "reports/chart/notes.hpp"
#include "reports/scenes/instruction_content.hpp"
#include "reports/scenes/instruction_panel.hpp"
#include "reports/words/format.hpp"
#include "reports/words/words.hpp"

namespace rooflens::reports::chart {
namespace {

using models::Level;

// Smaller pictures have room for one plot.
constexpr double kLeastWidth = 900;
constexpr double kLeastHeight = 560;

constexpr std::string_view kStems =
    "A stem leads from the issued warp instructions to those of active lanes (tick) and of lanes whose predicate is on "
    "(foot).";
constexpr std::string_view kStemsInBrief = "Stem: down to active lanes (tick), predicate on (foot).";

constexpr std::string_view kRecord =
    "`rooflens run` and `rooflens profile` count them where counters may be read; `rooflens doctor` says whether they "
    "may";

Roof wall_words(std::vector<std::string> wordings) { return {.judged_by = false, .wordings = std::move(wordings)}; }

// Roofs of one level, or of all, and that of issue.
std::vector<const Roof*> roofs_of(const InstructionContent& content, std::optional<Level> level) {
  std::vector<const Roof*> roofs;
  for (const Roof& roof : content.memory) {
    if (!level || roof.memory->level == *level) roofs.push_back(&roof);
  }
  for (const Roof& roof : content.issue_roof) roofs.push_back(&roof);
  return roofs;
}

InstructionPanel level_panel(const InstructionContent& content) {
  InstructionPanel panel{"All instructions",
                         {"Warp instructions per transaction at each level", "Warp instructions per transaction"},
                         {},
                         roofs_of(content, std::nullopt),
                         {}};
  for (const Mark& mark : content.kernels.roofline) {
    const models::InstructionRoofline& roofline = *mark.kernel->instruction_roofline;
    PanelMark entry{.mark = &mark, .points = {}};
    const double issued = roofline.heights.issued.value();
    for (const models::InstructionPoint* point : instruction_points(*mark.kernel)) {
      entry.points.push_back({point->level, point->instructions_per_transaction, issued});
    }
    if (entry.points.empty()) continue;
    if (roofline.heights.active) entry.active = roofline.heights.active->value();
    if (roofline.heights.predicated_on) entry.predicated_on = roofline.heights.predicated_on->value();
    panel.marks.push_back(std::move(entry));
  }
  return panel;
}

void add_accesses(const InstructionContent& content, Level level,
                  std::optional<models::AccessPoint> models::InstructionRoofline::*which, InstructionPanel& panel) {
  for (const Mark& mark : content.kernels.roofline) {
    const auto& point = (*mark.kernel->instruction_roofline).*which;
    if (!point) continue;
    panel.marks.push_back(
        {.mark = &mark, .points = {{level, point->instructions_per_transaction, point->rate.value()}}});
  }
}

InstructionPanel global_panel(const InstructionContent& content) {
  InstructionPanel panel{"Global loads and stores",
                         {"Loads and stores per sector of 32 B", "Per sector of 32 B"},
                         {},
                         roofs_of(content, Level::l1),
                         {}};
  for (const models::AccessWall& wall : models::global_walls()) {
    const std::string label(wall.label);
    const double sectors = 1 / wall.instructions_per_transaction;
    const std::size_t width = label.find(", ");
    std::string brief = width == std::string::npos ? std::string(wall.id) : label.substr(width + 2);
    panel.walls.push_back(
        {wall_words({fmt::format("{} · {:g} sector{} per instruction", label, sectors, sectors == 1 ? "" : "s"), label,
                     std::move(brief)}),
         wall.instructions_per_transaction});
  }
  add_accesses(content, Level::l1, &models::InstructionRoofline::global, panel);
  return panel;
}

InstructionPanel shared_panel(const InstructionContent& content) {
  InstructionPanel panel{"Shared loads and stores",
                         {"Loads and stores per wavefront", "Per wavefront"},
                         {},
                         roofs_of(content, Level::shared),
                         {}};
  for (const int ways : {1, 2, 4, 8, 16, 32}) {
    const std::vector<std::string> words{fmt::format("{}-way bank conflict", ways), fmt::format("{}-way", ways)};
    panel.walls.push_back(
        {wall_words(ways == 1 ? std::vector<std::string>{"no bank conflict", "no conflict", "1-way"} : words),
         *models::conflict_wall(ways)});
  }
  add_accesses(content, Level::shared, &models::InstructionRoofline::shared, panel);
  return panel;
}

struct Panels {
  std::vector<InstructionPanel> all;
  bool levels = false;  // whether the first is that of all instructions
  std::vector<std::string> notes;
};

// What the options ask for; plots that the picture has no room for, or that no kernel has a point in, are named.
Panels panels_for(const InstructionContent& content, Accesses accesses, bool room) {
  Panels panels;
  if (accesses == Accesses::global) return {{global_panel(content)}, false, {}};
  if (accesses == Accesses::shared) return {{shared_panel(content)}, false, {}};
  panels.all.push_back(level_panel(content));
  panels.levels = true;
  if (accesses == Accesses::levels) return panels;
  for (const auto& [panel, memory] :
       {std::pair{global_panel(content), "global"}, std::pair{shared_panel(content), "shared"}}) {
    if (panel.marks.empty()) {
      panels.notes.push_back(fmt::format("No loads and stores of {} memory were counted: no walls of theirs.", memory));
    } else if (room) {
      panels.all.push_back(panel);
    }
  }
  if (!room) panels.notes.emplace_back("Walls of access patterns are drawn in separate images at this size.");
  return panels;
}

// Of a plot of accesses, kernels that have none are no part.
std::size_t leave_out_without(InstructionContent& content, Accesses accesses) {
  if (accesses != Accesses::global && accesses != Accesses::shared) return 0;
  return std::erase_if(content.kernels.roofline, [&](const Mark& mark) {
    const models::InstructionRoofline& roofline = *mark.kernel->instruction_roofline;
    return accesses == Accesses::global ? !roofline.global : !roofline.shared;
  });
}

bool drawn(const InstructionPanel& panel, const Frame& frame, Level level) {
  return std::any_of(panel.marks.begin(), panel.marks.end(), [&](const PanelMark& mark) {
    const auto end = frame.crowded() ? mark.points.begin() + 1 : mark.points.end();
    return std::any_of(mark.points.begin(), end, [&](const PanelPoint& point) { return point.level == level; });
  });
}

bool is_lsu_only(const InstructionContent& content, Level level) {
  return std::any_of(content.kernels.roofline.begin(), content.kernels.roofline.end(), [&](const Mark& mark) {
    const auto& points = mark.kernel->instruction_roofline->points;
    return std::any_of(points.begin(), points.end(), [&](const auto& p) { return p.level == level && p.lsu_only; });
  });
}

// Levels that are drawn and that bulk copies pass uncounted.
std::vector<Level> lsu_only_levels(const Frame& frame, const InstructionContent& content, const Panels& panels) {
  std::vector<Level> levels;
  for (const Level level : {Level::l1, Level::shared}) {
    if (panels.levels && drawn(panels.all.front(), frame, level) && is_lsu_only(content, level))
      levels.push_back(level);
  }
  return levels;
}

LegendGroup level_keys(const Frame& frame, const InstructionContent& content, const Panels& panels) {
  LegendGroup group{"Transactions of", {}};
  const std::vector<Level> lsu_only = lsu_only_levels(frame, content, panels);
  for (const Level level : kByImportance) {
    if (std::none_of(panels.all.begin(), panels.all.end(),
                     [&](const InstructionPanel& panel) { return drawn(panel, frame, level); })) {
      continue;
    }
    std::string label(info(level).label);
    if (std::find(lsu_only.begin(), lsu_only.end(), level) != lsu_only.end()) label += ", LSU only";
    group.entries.push_back(level_key(frame, level, std::move(label)));
  }
  return group;
}

// How lines are drawn, of those kinds that there are.
LegendGroup line_keys(const Frame& frame, const Panels& panels) {
  LegendGroup group{"Roofs", {}};
  const auto add = [&](const char* label, LineRole role, Dash dash, double width) {
    group.entries.push_back(
        {.label = label, .line = Polyline{.role = role, .paint = {frame.colours.muted}, .width = width, .dash = dash}});
  };
  const auto any = [&](auto fits) {
    return std::any_of(panels.all.begin(), panels.all.end(), [&](const InstructionPanel& panel) {
      return std::any_of(panel.roofs.begin(), panel.roofs.end(), [&](const Roof* roof) { return fits(*roof); });
    });
  };
  const double line = frame.sizes.line;
  if (any([](const Roof& r) { return r.judged_by && !r.calculated; })) {
    add("measured", LineRole::roof, Dash::none, line);
  }
  if (any([](const Roof& r) { return r.calculated; })) add("calculated", LineRole::roof, Dash::wide, line);
  if (std::any_of(panels.all.begin(), panels.all.end(), [](const InstructionPanel& p) { return !p.walls.empty(); })) {
    add("wall: accesses of one pattern", LineRole::wall, Dash::fine, line / 2);
  }
  return group;
}

double draw_keys(const Frame& frame, const InstructionContent& content, const Panels& panels, double top) {
  LegendFlow flow(frame, top + frame.sizes.legend * 0.5);
  flow.add(binding_keys(frame));
  if (panels.levels) flow.add(level_keys(frame, content, panels));
  if (const LegendGroup group = area_keys(frame); !frame.sizes.compact || flow.fits(group)) flow.add(group);
  if (const LegendGroup group = line_keys(frame, panels); !frame.sizes.compact || flow.fits(group)) {
    flow.add(group);
  }
  return flow.bottom();
}

std::vector<std::string> notes(const Frame& frame, const InstructionContent& content, const Panels& panels) {
  std::vector<std::string> result;
  const std::vector<PanelMark>& marks = panels.all.front().marks;
  if (panels.levels && std::any_of(marks.begin(), marks.end(), has_stem)) {
    result.emplace_back(frame.sizes.compact ? kStemsInBrief : kStems);
  }
  if (const auto levels = lsu_only_levels(frame, content, panels); !levels.empty()) {
    const auto name = [](Level level) { return level == Level::l1 ? "L1" : "shared memory"; };
    result.push_back("LSU only: bulk copies (TMA) pass " + models::joined(levels, " and ", name) + " uncounted.");
  }
  result.insert(result.end(), panels.notes.begin(), panels.notes.end());
  for (std::string& sentence : note_sentences(frame, panels.levels)) result.push_back(std::move(sentence));
  if (!frame.sizes.compact) return result;
  // In one column half-empty lines would cost the chart its height.
  return {models::joined(result, " ")};
}

void draw_panels(const Frame& frame, const Rect& area, const Panels& panels) {
  if (panels.all.size() == 1) return draw_instruction_panel(frame, area, panels.all.front());
  const double gap = frame.sizes.pad;
  const double side = (area.width - gap) * 0.44;
  draw_instruction_panel(frame, {area.x, area.y, area.width - gap - side, area.height}, panels.all.front());
  const auto beside = static_cast<double>(panels.all.size() - 1);
  const double height = (area.height - gap * 0.5 * (beside - 1)) / beside;
  double y = area.y;
  for (auto panel = panels.all.begin() + 1; panel != panels.all.end(); ++panel) {
    draw_instruction_panel(frame, {area.right() - side, y, side, height}, *panel);
    y += height + gap * 0.5;
  }
}

}  // namespace

std::optional<models::Trouble> instruction_trouble(const models::MachineAnalysis& machine,
                                                   const PictureOptions& options) {
  const KernelChoice choice = choose_if_asked(machine, options, reason_without_instructions);
  if (!options.kernel.empty() && choice.shown.empty()) {
    return no_kernel(choice, options.kernel, "has counted warp instructions", std::string(kRecord));
  }
  const InstructionContent content = select_instructions(machine, choice.shown);
  const std::vector<Mark>& marks = content.kernels.roofline;
  const auto none = [](const InstructionPanel& panel) { return panel.marks.empty(); };
  if (marks.empty()) {
    return models::Trouble("no kernel of this session has counted warp instructions", std::string(kRecord));
  }
  if (options.accesses == Accesses::global && none(global_panel(content))) {
    return models::Trouble("no kernel of this session has counted loads or stores of global memory",
                           std::string(kRecord));
  }
  if (options.accesses == Accesses::shared && none(shared_panel(content))) {
    return models::Trouble("no kernel of this session has counted loads or stores of shared memory",
                           "where no kernel uses it, there are none; " + std::string(kRecord));
  }
  if (options.accesses == Accesses::levels && none(level_panel(content))) {
    return models::Trouble("no kernel of this session has counted memory traffic", std::string(kRecord));
  }
  return std::nullopt;
}

Scene build_instruction_scene(const Document& document, const PictureOptions& options) {
  Scene empty = empty_scene(options);
  empty.title = "Instruction roofline";
  const models::MachineAnalysis* const machine = machine_of(document, options);
  if (!machine) return empty;
  const KernelChoice choice = choose_if_asked(*machine, options, reason_without_instructions);
  empty.title = choice.kernel ? title_of_kernel(empty, machine->problems.name(*choice.kernel->observation), *machine)
                              : title_with_device(empty.title, *machine);
  for (const models::AnalysedKernel& kernel : machine->kernels) {
    empty.names.push_back(clean_utf8(machine->problems.name(*kernel.observation)));
  }
  InstructionContent content = select_instructions(*machine, options.bare ? drawn_on_page(*machine) : choice.shown);
  const std::size_t without = leave_out_without(content, options.accesses);
  const auto frame_on = [&](Scene& scene, const std::vector<const Roof*>& unexplained) {
    return Frame{.scene = scene,
                 .colours = palette(options.theme),
                 .sizes = sizes_for(options, content.kernels.roofline.size()),
                 .document = document,
                 .analysis = *machine,
                 .content = content.kernels,
                 .most_names = options.labels,
                 .unexplained_roofs = unexplained,
                 .bare = options.bare,
                 .every_level = options.bare};
  };
  if (options.bare) {
    const Frame frame = frame_on(empty, {});
    draw_panels(frame, {frame.sizes.pad, 0, empty.width - 2 * frame.sizes.pad, empty.height},
                panels_for(content, options.accesses, false));
    return empty;
  }
  if (const auto trouble = instruction_trouble(*machine, options)) {
    draw_trouble(frame_on(empty, {}), *trouble);
    return empty;
  }
  Panels panels = panels_for(content, options.accesses, empty.width >= kLeastWidth && empty.height >= kLeastHeight);
  if (without > 0) {
    panels.notes.push_back(fmt::format("Without counted loads and stores of {} memory: {}.",
                                       options.accesses == Accesses::global ? "global" : "shared",
                                       models::counted(without, "kernel")));
  }
  std::vector<const Roof*> roofs;
  for (const InstructionPanel& panel : panels.all) {
    for (const Roof* roof : panel.roofs) {
      if (roof->judged_by && std::find(roofs.begin(), roofs.end(), roof) == roofs.end()) roofs.push_back(roof);
    }
  }
  const HeaderWords words = header_words(*machine, choice, options);
  return draw_explained(
      empty, palette(options.theme), roofs, [&](Scene& scene, const std::vector<const Roof*>& unexplained) {
        const Frame frame = frame_on(scene, unexplained);
        const double head = draw_header(frame, words.verdict, words.device);
        const double top = draw_keys(frame, content, panels, head) + frame.sizes.pad * 0.3;
        const double bottom = draw_notes(frame, notes(frame, content, panels), frame.sizes.compact ? 5 : 2);
        draw_panels(frame, {frame.sizes.pad, top, scene.width - 2 * frame.sizes.pad, bottom - top}, panels);
      });
}

}  // namespace rooflens::reports::chart
