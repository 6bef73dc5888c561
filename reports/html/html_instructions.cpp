#include "reports/html/html_instructions.hpp"

#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "models/base/json_text.hpp"
#include "reports/html/html_scenes.hpp"
#include "reports/scenes/instruction_content.hpp"
#include "reports/words/format.hpp"
#include "reports/words/words.hpp"

namespace rooflens::reports {
namespace {

using models::AnalysedKernel;
using models::InstructionRate;
using models::Level;
using nlohmann::json;

constexpr std::array<std::pair<int, int>, 2> kSizes{{{940, 540}, {400, 420}}};

struct AccessChoice {
  Accesses accesses;
  const char* id;
};
constexpr std::array<AccessChoice, 3> kChoices{
    {{Accesses::levels, "levels"}, {Accesses::global, "global"}, {Accesses::shared, "shared"}}};

std::string share(double part, double whole, const char* of) { return ", " + format_percent(part / whole) + of; }

std::string per_second(double rate) { return format(InstructionRate(rate), ""); }

// Transactions of a level, and what they are of its roof.
json transactions(const models::MachineAnalysis& machine, const AnalysedKernel& kernel, Level level, double rate) {
  std::string text = per_second(rate);
  const models::MemoryCeiling* roof = machine.machine->ceilings.best(level);
  if (roof && !is_contradictory(kernel)) text += share(rate, chart::transaction_rate(*roof), " of its roof");
  return json::array({std::string(info(level).label) + " transactions", std::move(text)});
}

json level_tips(const models::MachineAnalysis& machine, const AnalysedKernel& kernel) {
  const models::InstructionRoofline& roofline = *kernel.instruction_roofline;
  const bool shares = roofline.peak && !is_contradictory(kernel);
  json rows = json::array();
  const auto row = [&](const char* label, const std::optional<InstructionRate>& rate, const char* of) {
    if (!rate) return;
    rows.push_back(json::array(
        {label, format(*rate, "") + (shares ? share(rate->value(), roofline.peak->value(), of) : std::string())}));
  };
  row("Warp instructions", roofline.heights.issued, " of issue slots");
  row("By active lanes", roofline.heights.active, "");
  row("Predicate on", roofline.heights.predicated_on, "");
  json to{{"", std::move(rows)}};
  for (const models::InstructionPoint* point : chart::instruction_points(kernel)) {
    const double intensity = point->instructions_per_transaction;
    const std::string level(info(point->level).label);
    to[std::string(info(point->level).id)] =
        json::array({json::array({"Per " + level + " transaction", significant(intensity)}),
                     transactions(machine, kernel, point->level, roofline.heights.issued.value() / intensity)});
  }
  return to;
}

json access_tips(const models::MachineAnalysis& machine, const AnalysedKernel& kernel, Accesses accesses) {
  const bool global = accesses == Accesses::global;
  const auto& roofline = *kernel.instruction_roofline;
  const std::optional<models::AccessPoint>& point = global ? roofline.global : roofline.shared;
  if (!point) return nullptr;
  const double each = 1 / point->instructions_per_transaction;
  json rows =
      json::array({json::array({"Loads and stores", format(point->rate, "")}),
                   json::array({global ? "Sectors each" : "Wavefronts each", significant(each)}),
                   transactions(machine, kernel, global ? Level::l1 : Level::shared, point->rate.value() * each)});
  return {{"", std::move(rows)}};
}

json choice_json(const Document& document, std::size_t index, Accesses accesses) {
  const models::MachineAnalysis& machine = document.analysis.machines[index];
  json pictures = json::array();
  for (const auto& [width, height] : kSizes) {
    pictures.push_back(scene_json(chart::build_instruction_scene(
        document,
        {.width = width, .height = height, .labels = 14, .machine = index, .accesses = accesses, .bare = true})));
  }
  json tips = json::object();
  for (const AnalysedKernel* kernel : chart::drawn_on_page(machine)) {
    json tip = accesses == Accesses::levels ? level_tips(machine, *kernel) : access_tips(machine, *kernel, accesses);
    if (!tip.is_null()) tips[std::to_string(kernel - machine.kernels.data())] = std::move(tip);
  }
  return {{"pictures", std::move(pictures)}, {"tips", std::move(tips)}};
}

}  // namespace

std::string page_instructions(const Document& document) {
  json machines = json::array();
  for (std::size_t i = 0; i < document.analysis.machines.size(); ++i) {
    const std::size_t drawn = chart::drawn_on_page(document.analysis.machines[i]).size();
    json& machine = machines.emplace_back(json{{"drawn", drawn}});
    for (const auto& [accesses, id] : kChoices) {
      if (drawn > 0) machine[id] = choice_json(document, i, accesses);
    }
  }
  return models::json_line(machines);
}

}  // namespace rooflens::reports
