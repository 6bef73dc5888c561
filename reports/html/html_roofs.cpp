// Which roofs the legend of the page's charts offers, and those that a kernel has alone, drawn while it is selected.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>

#include "models/gap/latency_standing.hpp"
#include "reports/chart/own_roof_lines.hpp"
#include "reports/chart/roof_selection.hpp"
#include "reports/html/html_parts.hpp"
#include "reports/words/format.hpp"
#include "reports/words/latency_words.hpp"
#include "reports/words/words.hpp"

namespace rooflens::reports {
namespace {

using chart::Content;
using chart::Roof;
using models::Level;
using models::Precision;
using nlohmann::json;

std::string line_of(const Roof& roof) {
  if (roof.own) return roof.compute->precision == Precision::int32 ? "dashed own" : "dashed thin";
  if (!roof.judged_by) return "dashed";
  return roof.calculated ? "solid calculated" : "solid";
}

json roof_json(const Roof& roof) {
  json to{{"rate", std::round(roof.memory ? roof.memory->rate.value() : roof.compute->rate.value())},
          {"line", line_of(roof)},
          {"words", roof.wordings},
          {"tip", chart::roof_tip(roof)}};
  if (roof.memory) to["level"] = static_cast<int>(roof.memory->level);
  return to;
}

}  // namespace

std::set<Precision> formats_on_page(const models::MachineAnalysis& machine, const Content& content) {
  std::set<Precision> formats = chart::formats_in_use(machine, content);
  if (formats.empty() && machine.machine->ceilings.best(Precision::fp32)) formats.insert(Precision::fp32);
  return formats;
}

json chart_json(const models::MachineAnalysis& machine) {
  const Content content = chart::select(machine);
  const std::set<Precision> formats = formats_on_page(machine, content);
  json used = json::array(), lines = json::array();
  for (const Precision format : formats) used.push_back(static_cast<int>(format));
  for (const auto& roofs : {content.memory_roofs, chart::compute_roofs(machine.machine->ceilings, formats)}) {
    for (const Roof& roof : roofs) {
      if (std::find(lines.begin(), lines.end(), line_of(roof)) == lines.end()) lines.push_back(line_of(roof));
    }
  }
  return {{"formats", std::move(used)}, {"lines", std::move(lines)}};
}

json own_roofs_json(const models::AnalysedKernel& kernel) {
  json roofs = json::array();
  if (const auto& at = kernel.explanation.latency) {
    const std::string rate = format(at->roof);
    const std::string in_flight = format(in_flight_per_sm(kernel, *at, at->in_flight_per_thread));
    const std::string words = fmt::format("Latency roof {} · {} in flight per SM", rate, in_flight);
    roofs.push_back({{"rate", std::round(at->roof.value())},
                     {"line", "dashed own"},
                     {"level", static_cast<int>(Level::dram)},
                     {"tone", "no_roof"},
                     {"words", {words, fmt::format("Latency roof {} · {}", rate, in_flight), "Latency " + rate, rate}},
                     {"tip", words + "\nWhat the loads that it has in flight can draw from DRAM."}});
  }
  Content alone;
  if (kernel.flop_rate) alone.roofline.push_back(chart::mark_of(kernel, 0, ""));
  chart::add_own_roofs(alone);
  for (const Roof& roof : alone.compute_roofs) roofs.push_back(roof_json(roof));
  return roofs;
}

}  // namespace rooflens::reports
