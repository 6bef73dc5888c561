#include "reports/html/html_scenes.hpp"

#include <utility>

#include "reports/draw/printers.hpp"

namespace rooflens::reports {

using nlohmann::json;

json scene_json(const chart::Scene& scene) {
  json plots = json::array();
  for (const chart::Rect& plot : scene.plots) plots.push_back({plot.x, plot.y, plot.width, plot.height});
  return {{"width", scene.width},
          {"height", scene.height},
          {"title", scene.title},
          {"plots", std::move(plots)},
          {"svg", chart::print_page_svg(scene)}};
}

}  // namespace rooflens::reports
