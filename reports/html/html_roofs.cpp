// What the page's charts draw around their points, as pictures choose it: roofs with their words, axes with their
// ticks, and names; the page moves, zooms and filters.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>

#include "models/explain/latency_standing.hpp"
#include "models/explain/problem_labels.hpp"
#include "reports/chart/bandwidth_axes.hpp"
#include "reports/chart/grid.hpp"
#include "reports/chart/own_roof_lines.hpp"
#include "reports/chart/roof_selection.hpp"
#include "reports/chart/roofline_axes.hpp"
#include "reports/html/html_column.hpp"
#include "reports/html/html_parts.hpp"
#include "reports/words/format.hpp"
#include "reports/words/latency_words.hpp"
#include "reports/words/words.hpp"

namespace rooflens::reports {
namespace {

using chart::Content;
using chart::LogAxis;
using chart::Roof;
using models::Level;
using models::Precision;
using nlohmann::json;

constexpr int kWidth = 700, kHeight = 540;  // of the chart on a usual screen
constexpr double kBeyond = 10;              // how far zooming out leaves the axes

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
  if (const auto spread = chart::origin_of(roof).spread) to["spread"] = *spread;
  return to;
}

json roofs_json(const models::Ceilings& ceilings, const Content& content, const std::set<Precision>& formats) {
  json roofs = json::array();
  const auto& memory = content.memory_roofs;
  const bool together =
      ceilings.best(Level::shared) &&
      std::none_of(memory.begin(), memory.end(), [](const Roof& roof) { return roof.memory->level == Level::shared; });
  for (const Roof& roof : memory) {
    roofs.push_back(roof_json(roof));
    if (together && roof.memory->level == Level::l1) roofs.back()["also"] = static_cast<int>(Level::shared);
  }
  // Those of all formats together, and where there are several those of each for the legend to choose.
  for (const Roof& roof : chart::compute_roofs(ceilings, formats)) {
    roofs.push_back(roof_json(roof));
    roofs.back()["format"] = nullptr;
  }
  for (const Precision format : formats) {
    for (const Roof& roof : chart::compute_roofs(ceilings, {format})) {
      if (formats.size() < 2) continue;
      roofs.push_back(roof_json(roof));
      roofs.back()["format"] = static_cast<int>(format);
    }
  }
  return roofs;
}

// Ticks are [value, text, pixels that a decade needs for it], lines what lies between decades.
json axis_json(const LogAxis& axis, double unit, double spacing, const std::string& title) {
  const double decade = std::abs(axis.pixels_per_decade());
  const double from = axis.from() / kBeyond, to = axis.to() * kBeyond;
  const LogAxis wide(from, to, 0, 1000 * std::log10(to / from));
  json ticks = json::array(), lines = json::array();
  for (const LogAxis::ZoomTick& tick : wide.zoom_ticks(spacing, decade * chart::kMostZoom)) {
    ticks.push_back(json::array({tick.value * unit, chart::tick_text(tick.value), std::round(tick.decade)}));
  }
  for (const double value : wide.between_decades()) lines.push_back(value * unit);
  return {{"from", axis.from() * unit},
          {"to", axis.to() * unit},
          {"title", title},
          {"ticks", std::move(ticks)},
          {"lines", std::move(lines)}};
}

}  // namespace

json chart_json(const Document& document, const models::MachineAnalysis& machine) {
  Content content = chart::select(machine, models::ProblemLabels(machine.kernels));
  const models::Ceilings& ceilings = machine.machine->ceilings;
  std::set<Precision> formats = chart::formats_in_use(machine, content);
  if (formats.empty() && ceilings.best(Precision::fp32)) formats.insert(Precision::fp32);
  content.compute_roofs = chart::compute_roofs(ceilings, formats);
  const PictureOptions options{.width = kWidth, .height = kHeight, .bare = true};
  chart::Scene scene = chart::empty_scene(options);
  const chart::Frame frame{.scene = scene,
                           .colours = palette(options.theme),
                           .sizes = chart::sizes_for(options, content.roofline.size() + content.bandwidth.size()),
                           .document = document,
                           .analysis = machine,
                           .content = content,
                           .bare = true};
  const chart::Rect area{0, 0, kWidth, kHeight};
  const double x_spacing = chart::kXSpacing * frame.sizes.tick, y_spacing = chart::kYSpacing * frame.sizes.tick;
  const chart::RooflineAxes axes = chart::roofline_axes(frame, area, {&content});
  json used = json::array();
  for (const Precision format : formats) used.push_back(static_cast<int>(format));
  json to{{"formats", std::move(used)},
          {"roofs", roofs_json(ceilings, content, formats)},
          {"x", axis_json(axes.x, 1, x_spacing, "Arithmetic intensity (FLOP/B)")},
          {"y", axis_json(axes.y, axes.unit.size, y_spacing, std::string("Performance (") + axes.unit.name + ")")}};
  json& order = to["order"] = json::array();  // whose names come first
  for (const std::vector<chart::Mark>* marks : {&content.roofline, &content.bandwidth}) {
    for (const chart::Mark& mark : *marks) order.push_back(mark.index);
  }
  if (content.bandwidth.empty()) return to;
  const chart::BandwidthAxes bandwidth = chart::bandwidth_axes(frame, area, {&content}, chart::x_title_room(frame));
  const std::string unit = bandwidth.unit >= 1e12 ? "TB/s" : "GB/s";
  to["bandwidth"] = axis_json(bandwidth.y, bandwidth.unit, y_spacing, "Bandwidth (" + unit + ")");
  return to;
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

json label_column(const models::MachineAnalysis& machine, const ProcessLabels& labels) {
  const std::vector<std::string> names = chart::labels_of(machine.kernels, models::ProblemLabels(machine.kernels));
  return sparse_column(machine, [&](const models::AnalysedKernel& kernel) -> json {
    const std::string& name = names[static_cast<std::size_t>(&kernel - machine.kernels.data())];
    return name == shorten_middle(labels.name(*kernel.observation), chart::kNameLength) ? json(nullptr) : json(name);
  });
}

}  // namespace rooflens::reports
