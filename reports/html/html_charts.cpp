#include "reports/html/html_charts.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>
#include <variant>

#include "models/base/json_text.hpp"
#include "reports/chart/bandwidth_axes.hpp"
#include "reports/chart/roof_selection.hpp"
#include "reports/chart/roofline_axes.hpp"
#include "reports/html/html_parts.hpp"
#include "reports/html/html_scenes.hpp"

namespace rooflens::reports {
namespace {

using chart::Content;
using chart::Frame;
using chart::Rect;
using chart::Roof;
using models::MachineAnalysis;
using models::Precision;
using nlohmann::json;

struct Size {
  int width, height;
};
// The first is as wide as the page, the next two stand beside a panel, 7 to 3, the last ones one above the other.
constexpr std::array<Size, 4> kRooflines{{{880, 540}, {679, 540}, {560, 480}, {350, 390}}};
constexpr std::array<Size, 4> kPanels{{{291, 540}, {240, 480}, {440, 330}, {320, 290}}};

json ends(const chart::LogAxis& axis, double unit) { return {axis.from() * unit, axis.to() * unit}; }

// Kernels' points and the lines between them.
bool is_of_points(const chart::Item& item) {
  const auto* line = std::get_if<chart::Polyline>(&item);
  return std::holds_alternative<chart::Marker>(item) || (line && line->role == chart::LineRole::connector);
}

// Roofs that kernels are judged by, all where there are none such.
std::vector<const Roof*> judging(const std::vector<Roof>& roofs) {
  std::vector<const Roof*> to;
  const bool any = std::any_of(roofs.begin(), roofs.end(), [](const Roof& roof) { return roof.judged_by; });
  for (const Roof& roof : roofs) {
    if (roof.judged_by || !any) to.push_back(&roof);
  }
  return to;
}

// Where slopes end, FLOP/s; 0 where they do not.
double top_of(const Content& content) {
  double top = 0;
  for (const Roof* roof : judging(content.compute_roofs)) top = std::max(top, roof->compute->rate.value());
  return top;
}

// How steep the slopes are, B/s by level.
json slopes_of(const Content& content) {
  json to = json::object();
  for (const Roof* roof : judging(content.memory_roofs)) {
    to[std::string(info(roof->memory->level).id)] = roof->memory->rate.value();
  }
  return to;
}

// A picture of one plot, in the making; it is taken without its points.
class Picture {
 public:
  Picture(const Document& document, const MachineAnalysis& machine, const Content& content, Size size)
      : scene_(chart::empty_scene(options(size))),
        frame_{.scene = scene_,
               .colours = palette(Theme::light),
               .sizes = chart::sizes_for(options(size), content.roofline.size() + content.bandwidth.size()),
               .document = document,
               .analysis = machine,
               .content = content,
               .most_names = options(size).labels,
               .bare = true} {}

  [[nodiscard]] const Frame& frame() const { return frame_; }
  [[nodiscard]] Rect area() const {
    const double pad = frame_.sizes.pad;
    return {pad, 0, scene_.width - 2 * pad, scene_.height};
  }
  [[nodiscard]] json take() {
    std::erase_if(scene_.items, is_of_points);
    json to = scene_json(scene_);
    to["radius"] = {frame_.sizes.marker, frame_.sizes.marker_least};
    return to;
  }

 private:
  [[nodiscard]] static PictureOptions options(Size size) {
    return {.width = size.width, .height = size.height, .bare = true};
  }
  chart::Scene scene_;
  Frame frame_;
};

// Of all kernels, and where there are several formats of those of each.
std::map<std::string, Content> choices(const MachineAnalysis& machine, const Content& all) {
  std::map<std::string, Content> to{{"all", all}};
  const std::set<Precision> formats = formats_on_page(machine, all);
  to["all"].compute_roofs = chart::compute_roofs(machine.machine->ceilings, formats);
  for (const Precision format : formats) {
    if (formats.size() < 2) break;
    Content& alone = to[std::to_string(static_cast<int>(format))] = all;
    std::erase_if(alone.roofline, [format](const chart::Mark& mark) { return mark.kernel->precision != format; });
    alone.compute_roofs = chart::compute_roofs(machine.machine->ceilings, {format});
  }
  return to;
}

// One size of all choices, on axes that stay.
json roofline(const Document& document, const MachineAnalysis& machine, const std::map<std::string, Content>& choices,
              Size size) {
  json to;
  const Picture all(document, machine, choices.at("all"), size);
  const chart::RooflineAxes axes = chart::roofline_axes(all.frame(), all.area(), {&choices.at("all")});
  for (const auto& [name, content] : choices) {
    Picture picture(document, machine, content, size);
    chart::draw_roofline(picture.frame(), axes);
    json drawn = picture.take();
    json& choice = to["choices"][name] = {{"top", top_of(content)}};
    for (const char* own : {"svg", "radius"}) {
      choice[own] = std::move(drawn[own]);
      drawn.erase(own);
    }
    to.update(drawn);
  }
  to["slopes"] = slopes_of(choices.at("all"));
  to["x"] = ends(axes.x, 1);
  to["y"] = ends(axes.y, axes.unit.size);
  return to;
}

json panel(const Document& document, const MachineAnalysis& machine, const Content& content, Size size) {
  Picture picture(document, machine, content, size);
  const Frame& frame = picture.frame();
  const double below = chart::bandwidth_room(frame);
  const chart::BandwidthAxes axes = chart::bandwidth_axes(frame, picture.area(), {&content}, below);
  chart::draw_bandwidth(frame, picture.area());
  json to = picture.take();
  to["y"] = ends(axes.y, axes.unit);
  return to;
}

json machine_charts(const Document& document, const MachineAnalysis& machine) {
  const Content content = chart::select(machine);
  const std::map<std::string, Content> formats = choices(machine, content);
  json to;
  for (const Size& size : kRooflines) {
    if (&size == kRooflines.data() && !content.bandwidth.empty()) continue;
    to["roofline"].push_back(roofline(document, machine, formats, size));
  }
  if (content.bandwidth.empty()) return to;
  for (const Size& size : kPanels) to["bandwidth"].push_back(panel(document, machine, content, size));
  for (const std::size_t mark : chart::by_time(content.bandwidth)) {
    to["columns"].push_back(content.bandwidth[mark].index);
  }
  return to;
}

}  // namespace

std::string page_charts(const Document& document) {
  json machines = json::array();
  for (const MachineAnalysis& machine : document.analysis.machines) {
    machines.push_back(machine_charts(document, machine));
  }
  return models::json_line(machines);
}

}  // namespace rooflens::reports
